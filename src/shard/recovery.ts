/**
 * Rebuilds the memory of a shard when it starts: loads the stored documents, then replays every
 * frame of the log after them. A long replay writes the state from time to time, so that memory holds
 * a bounded number of unwritten documents, and a start that is interrupted continues from there.
 * Guarantees: the documents of a frame are written only after the next frame, if there is one, has
 * confirmed its hash, so a log that is refused leaves none of its damage in the state.
 */
import type { Log } from "../../wal/log.ts";
import type { StateStore } from "../../wal/state_store.ts";
import { isOutdated, tellWritten } from "./checkpoint.ts";
import type { Batch } from "./drain.ts";
import type { Journal } from "./journal.ts";
import type { Summing } from "./shared_sum.ts";

/**
 * Bytes of the log replayed between two writes of the state: some 90,000 transfers, less than a second of
 * work. Records of many facts change as much memory for each byte, but far more for each record.
 */
export const CHECKPOINT_BYTES = 20_000_000;
/** Time between two progress reports of a replay, milliseconds. */
export const PROGRESS_MS = 1_000;
/** The clock is read once in so many frames. */
const LOOK_FRAMES = 64;

export type Recovered = {
  /** The frame that the stored documents stood at. */
  from: number;
  /** The frame that the stored documents stand at now. */
  stored: number;
  frames: number;
  records: number;
};
/** `summing`: absent where one thread loads the state, as in tests. */
type Options = { checkpointBytes?: number; progressMs?: number; summing?: Summing };
export type RecoveryProgress = { frame: number; of: number; records: number };

/**
 * Rebuilds the journal's memory. Throws `StateUnusable` or `LogDamaged`; writes only `store`. A state
 * of an earlier version is emptied first, and the whole log is replayed.
 */
export async function recover<S>(
  journal: Journal<S>,
  { log, store }: { log: Log; store: StateStore },
  onProgress: (progress: RecoveryProgress) => void,
  { checkpointBytes = CHECKPOINT_BYTES, progressMs = PROGRESS_MS, summing }: Options = {},
): Promise<Recovered> {
  if (isOutdated(store, journal.stored.tables, log.head.sequence)) await store.clear();
  const from = journal.load(store, summing);
  const recovered: Recovered = { from, stored: from, frames: 0, records: 0 };
  let uncounted = 0;
  let unconfirmed: Batch | undefined;
  const write = async (batch: Batch): Promise<void> => {
    await store.write(batch);
    tellWritten(journal.stored, batch);
    recovered.stored = batch.sequence;
  };
  let saidMs = performance.now();
  for (const { sequence, records, bytes } of journal.replay(from)) {
    if (unconfirmed !== undefined) await write(unconfirmed);
    unconfirmed = undefined;
    recovered.frames++;
    recovered.records += records;
    uncounted += bytes;
    if (uncounted >= checkpointBytes) {
      unconfirmed = journal.drain(sequence);
      uncounted = 0;
    }
    if (recovered.frames % LOOK_FRAMES !== 0 || performance.now() - saidMs < progressMs) continue;
    saidMs = performance.now();
    onProgress({ frame: sequence, of: log.head.sequence, records: recovered.records });
    // The line of progress leaves the process in the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (unconfirmed !== undefined) await write(unconfirmed);
  return recovered;
}
