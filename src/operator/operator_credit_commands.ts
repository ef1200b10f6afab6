/** The operator's commands about credits that are nobody's; credit_commands.ts runs them. */
import type { CommandFlag, OperatorCommand } from "./operator_command.ts";

export const CREDIT_COMMANDS = {
  list: "credit list",
  assign: "credit assign",
  return: "credit return",
} as const;

const WHICH: readonly CommandFlag[] = [
  { name: "provider", value: "NAME", help: "the bank that has told it", isRequired: true },
  { name: "reference", value: "TEXT", help: "the bank's own name of it", isRequired: true },
];

export const OPERATOR_CREDIT_COMMANDS: readonly OperatorCommand[] = [
  {
    name: CREDIT_COMMANDS.list,
    summary: "Money that banks have told for addresses that nobody has, while it is nobody's",
    kind: "own",
    flags: [{ name: "provider", value: "NAME", help: "only what this bank has told" }],
  },
  {
    name: CREDIT_COMMANDS.assign,
    summary: "Say whose address such money was for: it becomes a received credit there",
    kind: "own",
    flags: [
      ...WHICH,
      { name: "address", value: "fa_ID", help: "an address of the same bank", isRequired: true },
    ],
  },
  {
    name: CREDIT_COMMANDS.return,
    summary: "Note that the bank, which was asked for it, has sent such money back",
    kind: "own",
    flags: [
      ...WHICH,
      {
        name: "bank-reference",
        value: "TEXT",
        help: "the bank's own name of the sending back",
        isRequired: true,
      },
    ],
  },
];
