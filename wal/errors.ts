/** The errors of this package: damage, an append that was not acknowledged, a bug of the caller. */

/** The first damaged place of a log. `index` is the record within the frame, where it is known. */
export type Damage = { sequence: number; index?: number; reason: string };

/**
 * The log holds bytes that this package did not write. Names the first such frame; 0 is the header.
 */
export class LogDamaged extends Error {
  override readonly name = "LogDamaged";
  readonly sequence: number;
  readonly index: number | undefined;
  readonly reason: string;
  constructor(damage: Damage, options?: ErrorOptions) {
    const place = damage.index === undefined ? "" : `, record ${damage.index}`;
    super(`log is damaged at frame ${damage.sequence}${place}: ${damage.reason}`, options);
    this.sequence = damage.sequence;
    this.index = damage.index;
    this.reason = damage.reason;
  }
}

/**
 * A frame is in a segment whose file cannot be read now: it was moved and is not mounted. The frame
 * is not lost, and nothing is damaged.
 */
export class SegmentUnmounted extends Error {
  override readonly name = "SegmentUnmounted";
  readonly sequence: number;
  /** The name of the segment's file. */
  readonly segment: string;
  /** `first`, `last`: the frames of the segment. `path`: where its file is expected. */
  constructor(
    at: { sequence: number; first: number; last: number; segment: string; path: string },
    cause: Error,
  ) {
    const { sequence, first, last, segment, path } = at;
    super(
      `frames ${first} to ${last} are in the segment ${segment}, which cannot be read at ${path} ` +
        `(${"code" in cause ? cause.code : cause.message}): mount it there`,
      { cause },
    );
    this.sequence = sequence;
    this.segment = segment;
  }
}

/** The state holds bytes that this package did not write. It can be made again from the log. */
export class StateDamaged extends Error {
  override readonly name = "StateDamaged";
  /** `key` is the key of the damaged value, or undefined when the tree itself is wrong. */
  constructor(key: Uint8Array | undefined, reason: string) {
    const place = key === undefined ? "" : ` at key ${Buffer.from(key).toString("hex")}`;
    super(`state is damaged${place}: ${reason}; \`npm run log -- rebuild\` makes it from the log`);
  }
}

/**
 * An append that was not acknowledged.
 * `refused`: nothing of the append was written. `unknown`: its frames may or may not be there when
 * the log is opened again; the writer must stop, and never retries.
 */
export class LogAppendError extends Error {
  override readonly name = "LogAppendError";
  readonly outcome: "refused" | "unknown";
  constructor(outcome: "refused" | "unknown", reason: string, options?: ErrorOptions) {
    super(`append ${outcome === "refused" ? "refused" : "of unknown outcome"}: ${reason}`, options);
    this.outcome = outcome;
  }
}

/** A caller broke a rule of this package: always a bug, never a refusal or a fault. */
export class WalMisused extends Error {
  override readonly name = "WalMisused";
}

/** Throws `WalMisused` when `condition` is false. `sentence` states what holds, positively. */
export function invariant(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new WalMisused(`invariant does not hold: ${sentence}`);
}
