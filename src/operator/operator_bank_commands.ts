/** The operator's commands about banks that speak files; bank_commands.ts runs them. */
import type { CommandFlag, OperatorCommand } from "./operator_command.ts";

export const BANK_COMMANDS = {
  account: "bank account",
  export: "bank export",
  import: "bank import",
  pending: "bank pending",
  tell: "bank tell",
} as const;

const NAME: CommandFlag = {
  name: "name",
  value: "NAME",
  help: "the bank, as `provider set` calls it",
  isRequired: true,
};

const NUMBERS: readonly CommandFlag[] = [
  { name: "iban", value: "IBAN", help: "of the account, where it has one" },
  { name: "bic", value: "BIC", help: "of the bank" },
  { name: "routing-number", value: "DIGITS", help: "of an account in the United States" },
  { name: "sort-code", value: "DIGITS", help: "of an account in the United Kingdom" },
  { name: "account-number", value: "TEXT", help: "of an account without an IBAN" },
];

export const OPERATOR_BANK_COMMANDS: readonly OperatorCommand[] = [
  {
    name: BANK_COMMANDS.account,
    summary: "Name the account at a bank that speaks files; one for each currency",
    kind: "own",
    flags: [
      NAME,
      { name: "currency", value: "CODE", help: "of the account", isRequired: true },
      { name: "holder", value: "TEXT", help: "who holds the account", isRequired: true },
      ...NUMBERS,
      { name: "creditor-id", value: "TEXT", help: "by which direct debits of SEPA are collected" },
    ],
  },
  {
    name: BANK_COMMANDS.export,
    summary:
      "Write what waits for a bank into files: pain.001, pain.008, camt.055; give them to the bank",
    kind: "own",
    flags: [
      NAME,
      {
        name: "folder",
        value: "DIR",
        help: "where the files go; it must be there",
        isRequired: true,
        isPath: true,
      },
      {
        name: "day",
        value: "YYYY-MM-DD",
        help: "whose files are written again, with the same bytes; today by default, in UTC",
      },
    ],
  },
  {
    name: BANK_COMMANDS.import,
    summary: "Take what a file of a bank says: pain.002, camt.029, camt.053 or camt.054",
    kind: "own",
    flags: [
      NAME,
      { name: "file", value: "FILE", help: "the file", isRequired: true, isPath: true },
    ],
  },
  {
    name: BANK_COMMANDS.pending,
    summary: "What a bank is asked that no file says: the operator asks it",
    kind: "own",
    flags: [NAME],
  },
  {
    name: BANK_COMMANDS.tell,
    summary: "Say what a bank has answered to the operator",
    kind: "own",
    flags: [
      NAME,
      { name: "effect", value: "preq_ID", help: "what it was asked", isRequired: true },
      {
        name: "outcome",
        value: "STATUS",
        help: "as of news of the kind of the effect: active, returned, failed, …",
        isRequired: true,
      },
      { name: "reason", value: "CODE", help: "why it failed or came back" },
      ...NUMBERS,
      { name: "alias", value: "TEXT", help: "of an address that is an alias" },
    ],
  },
];
