/** How a command of the operator is written down, and the flags that many of them take. */
export type Given = Readonly<Record<string, string | undefined>>;

export type CommandFlag = {
  name: string;
  /** What the value is, for the usage. */
  value: string;
  help: string;
  isRequired?: boolean;
  /** The value may stand behind the command of one word without the name of the flag: `revenue 2026-11`. */
  isArgument?: boolean;
  /** The value is a path, which the client makes whole: the server runs in another folder. */
  isPath?: boolean;
  /** The only values, where there are only some. */
  oneOf?: readonly string[];
  /** The field of the operation's input, where it has another name than the flag. */
  field?: string;
  /** The value of the field, where it is not the text. */
  read?(text: string): unknown;
};

type Named = { name: string; summary: string; flags: readonly CommandFlag[] };

/** A command that is an operation of the platform. */
export type OperationCommand = Named & {
  operation: string;
  /** `repeatable`: a write that, given twice in the same words, is done once. */
  kind: "list" | "write" | "repeatable";
  /** The flag that says in which environment the command acts; it is no field of the input. Live where it is not given. */
  environmentFlag?: string;
  /** What the input has where the flag is not given. */
  defaults?: Readonly<Record<string, unknown>>;
};

/** `own`: what the process itself does, by no single operation. */
export type OperatorCommand = OperationCommand | (Named & { kind: "own" });

/** The flag of the key, which is no field of the input. */
export const KEY_FLAG = "idempotency-key";

export const KEY: CommandFlag = {
  name: KEY_FLAG,
  value: "UUID",
  help: "the same key with the same command is done once",
};
export const KEY_OF_REPEATABLE: CommandFlag = {
  ...KEY,
  help: "by default made from the command: the same words are done once, even if sent twice",
};
export const REASON: CommandFlag = {
  name: "reason",
  value: "TEXT",
  help: "why, for the record; no tenant sees it",
  isRequired: true,
};
