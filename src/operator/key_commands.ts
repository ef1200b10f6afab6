/** The operator's commands for the rings of keys: their table, and what each does in the process. */
import type { Logger } from "pino";
import {
  distrustReceiptKey,
  type RingView,
  type RotationParts,
  retireCursorKey,
  retirePepper,
  retireReceiptSalt,
  ringViews,
  rotateCursorKey,
  rotatePepper,
  rotateReceiptKey,
  rotateReceiptSalt,
} from "../keys/key_rotation.ts";
import type { CommandFlag, Given, OperatorCommand } from "./operator_command.ts";

export type KeyCommandParts = RotationParts & {
  /** What still needs the pepper that ended at the time, a sentence for each. */
  pepperNeeds(untilMs: number): Promise<readonly string[]>;
  logger: Logger;
};

const KEY: CommandFlag = {
  name: "key",
  value: "KEY_ID",
  help: "which, as key-files list shows it",
  isRequired: true,
};
const AFTER: CommandFlag = {
  name: "after",
  value: "TIME",
  help: "from when on somebody else may have had it, ISO 8601",
  isRequired: true,
};

export type KeyCommand = {
  name: string;
  summary: string;
  flags: readonly CommandFlag[];
  /** Of a command that takes a key off the disk that a backup under way may need. */
  deletes?: true;
  /** Of a command that changes nothing. */
  reads?: true;
  run(parts: KeyCommandParts, given: Given): Promise<RingView | RingView[]>;
};

export const KEY_COMMANDS: readonly KeyCommand[] = [
  {
    name: "key-files list",
    summary:
      "The keys of pepper.key, cursor.key, receipt-salt.key, receipt.key, without a part of any",
    flags: [],
    reads: true,
    run: async ({ rings }) => ringViews(rings.files),
  },
  {
    name: "pepper rotate",
    summary: "A new key under the digests of credentials and codes",
    flags: [],
    run: rotatePepper,
  },
  {
    name: "pepper retire",
    summary: "Delete an earlier pepper; refused while a credential or code needs it",
    flags: [KEY],
    deletes: true,
    run: (parts, { key = "" }) => retirePepper(parts, key, parts.pepperNeeds),
  },
  {
    name: "cursor-key rotate",
    summary: "A new key for the cursors of lists; those of before are taken for a day",
    flags: [],
    run: rotateCursorKey,
  },
  {
    name: "cursor-key retire",
    summary: "Delete an earlier key of cursors: its cursors are refused from now on",
    flags: [KEY],
    run: (parts, { key = "" }) => retireCursorKey(parts, key),
  },
  {
    name: "receipt-salt rotate",
    summary: "A new key for the salts in receipts; those of before stay",
    flags: [],
    run: rotateReceiptSalt,
  },
  {
    name: "receipt-salt retire",
    summary: "Delete an earlier key of salts; refused while a record needs it",
    flags: [KEY],
    deletes: true,
    run: (parts, { key = "" }) => retireReceiptSalt(parts, key),
  },
  {
    name: "receipt-key rotate",
    summary: "A new key that signs receipts; proofs of before hold",
    flags: [],
    run: rotateReceiptKey,
  },
  {
    name: "receipt-key distrust",
    summary: "Tell all who check proofs that an earlier receipt key is not to be trusted",
    flags: [KEY, AFTER],
    run: (parts, { key = "", after = "" }) =>
      distrustReceiptKey(parts, { keyId: key, afterMs: Date.parse(after) }),
  },
];

export const KEY_OPERATOR_COMMANDS: readonly OperatorCommand[] = KEY_COMMANDS.map(
  ({ name, summary, flags }) => ({ name, summary, flags, kind: "own" }),
);

/** Runs the command and leaves a line of a change in the log, which has ids and no part of a key. */
export async function runKeyCommand(
  { name, run }: KeyCommand,
  parts: KeyCommandParts,
  given: Given,
  user: string,
): Promise<unknown> {
  const { logger } = parts;
  const about = { command: name, user, ...given };
  try {
    const told = await run(parts, given);
    if (!Array.isArray(told)) {
      const { file, keys } = told;
      logger.info({ ...about, file, currentKeyId: keys[0]?.keyId }, "the keys of a file changed");
    }
    return told;
  } catch (err) {
    logger.warn({ err, ...about }, "a command for the keys of a file was refused");
    throw err;
  }
}
