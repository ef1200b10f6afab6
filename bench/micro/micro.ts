/**
 * The hot functions that are measured alone, one by one: the names are figures of the row `micro`.
 * `edge_micros.ts` and `shard_micros.ts` call the real functions.
 */

/** By name: what one operation is, as the tables of numbers show it. */
export const MICRO_TEXTS = {
  envelope: "an edge sends an envelope and takes the reply",
  cursorMade: "a list's cursor made",
  cursorRead: "a list's cursor read",
  requestEntry: "an entry of the request log made",
  requestEncoded: "an entry of the request log encoded",
  envelopeParsed: "a shard parses an envelope",
  canonicalText: "canonical text of a transfer's input",
  digest: "digest of a transfer's request",
  decide: "a transfer decided",
  execute: "a transfer from command to reply, in memory",
  reply: "the reply of a transfer",
  recordEncoded: "a transfer's record encoded",
  recordDecoded: "a transfer's record decoded",
  recordViewed: "a transfer's record viewed in place",
  frameSealed: "a frame of 64 KiB sealed",
  blockDrained: "a block of 127 balances drained",
  blockRead: "a balance read from its block",
} as const;
export type MicroName = keyof typeof MICRO_TEXTS;
export type EdgeMicro =
  | "envelope"
  | "cursorMade"
  | "cursorRead"
  | "requestEntry"
  | "requestEncoded";
export type ShardMicro = Exclude<MicroName, EdgeMicro>;
export const MICRO_NAMES = Object.keys(MICRO_TEXTS) as MicroName[];

export type Micro = {
  /**
   * Operations in one call of `run`: so many that the look at the clock before and after is small
   * beside them.
   */
  operations: number;
  run(): void;
  /** Prepares one call of `run`; is not measured. */
  before?(): Promise<void> | void;
};

export type Micros<Name extends MicroName = MicroName> = Readonly<Record<Name, Micro>>;

/** What is asked of `program.ts`, and its answer: nanoseconds of one operation, the median. */
export type MicroTask = { dataDir: string; productId: string; accounts: number; seconds: number };
export type MicroAnswer = { figures: Readonly<Record<MicroName, number>> };

const USUAL_OPERATIONS = 100;

/** Calls `one` with 0, 1, 2 … */
export function repeated(
  one: (at: number) => unknown,
  operations = USUAL_OPERATIONS,
): Pick<Micro, "operations" | "run"> {
  return {
    operations,
    run() {
      for (let at = 0; at < operations; at++) kept = one(at);
    },
  };
}

/** The last result stays reachable, so that no compiler leaves the work out. */
let kept: unknown;
const room = Buffer.allocUnsafeSlow(256 * 1_024);
/**
 * Copies a text, as a port does. A text that was only put together is not one text in memory yet:
 * to copy it takes the rest of the work.
 */
export function copied(text: string): number {
  return room.write(text);
}

export function lastResult(): unknown {
  return kept;
}
