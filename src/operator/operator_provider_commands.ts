/** The operator's commands about the providers of live; provider_commands.ts runs them. */
import { PROVIDER_KINDS } from "../contract/messages/provider_kinds.ts";
import type { OperatorCommand } from "./operator_command.ts";

export const PROVIDER_COMMANDS = {
  set: "provider set",
  list: "provider list",
  remove: "provider remove",
  reconcile: "provider reconcile",
} as const;

export const OPERATOR_PROVIDER_COMMANDS: readonly OperatorCommand[] = [
  {
    name: PROVIDER_COMMANDS.set,
    summary: "Say who serves in live as a provider of a kind; a new secret is printed here, once",
    kind: "own",
    flags: [
      { name: "name", value: "NAME", help: "a part of the address of its news", isRequired: true },
      {
        name: "kind",
        value: Object.keys(PROVIDER_KINDS).join("|"),
        help: "what it does: a bank opens addresses and pays out; it stays with the name",
        isRequired: true,
        oneOf: Object.keys(PROVIDER_KINDS),
      },
      {
        name: "environment",
        value: "live",
        help: "in sandbox the simulator serves; live by default",
        oneOf: ["live"],
      },
      {
        name: "url",
        value: "URL",
        help: "its address, in front of /v1/effects; a bank that speaks files has none",
      },
      {
        name: "speaks",
        value: "http|files",
        help: "files: a bank is told and tells by files of ISO 20022, see `bank export`; http by default",
        oneOf: ["http", "files"],
      },
      {
        name: "payee-checks",
        value: "RAILS",
        help: "rails for whose accounts a bank checks payees, as sepa,fps; none: for no rail; absent: as before",
      },
      {
        name: "new-secret",
        value: "true|false",
        help: "another secret; the present one works a day longer; false by default",
        oneOf: ["true", "false"],
      },
    ],
  },
  {
    name: PROVIDER_COMMANDS.list,
    summary:
      "All providers of live, and how their books compared last night; without their secrets",
    kind: "own",
    flags: [],
  },
  {
    name: PROVIDER_COMMANDS.remove,
    summary: "Send a provider nothing new; what it was sent before goes on",
    kind: "own",
    flags: [{ name: "name", value: "NAME", help: "which", isRequired: true }],
  },
  {
    name: PROVIDER_COMMANDS.reconcile,
    summary: "Compare the book of a provider with what is on record here; changes nothing",
    kind: "own",
    flags: [{ name: "name", value: "NAME", help: "which", isRequired: true }],
  },
];
