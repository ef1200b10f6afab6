/**
 * Rebuilds the memory of a shard when it starts: loads the stored documents, then replays every
 * frame of the log after them. A long replay writes the state from time to time, so that memory holds
 * a bounded number of unwritten documents, and a start that is interrupted continues from there.
 * Guarantees: the documents of a frame are written only after the next frame, if there is one, has
 * confirmed its hash, so a log that is refused leaves none of its damage in the state.
 */
import type { Log } from "../../wal/log.ts";
import type { StateStore } from "../../wal/state_store.ts";
import { isOutdated } from "./checkpoint.ts";
import type { Batch } from "./drain.ts";
import type { Journal } from "./journal.ts";

/** Records replayed between two writes of the state: less than a second of work, some 20 MB. */
export const CHECKPOINT_RECORDS = 100_000;
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
export type RecoveryProgress = { frame: number; of: number; records: number };

/**
 * Rebuilds the journal's memory. Throws `StateUnusable` or `LogDamaged`; writes only `store`. A state
 * of an earlier version is emptied first, and the whole log is replayed.
 */
export async function recover<S>(
  journal: Journal<S>,
  { log, store }: { log: Log; store: StateStore },
  onProgress: (progress: RecoveryProgress) => void,
  { checkpointRecords = CHECKPOINT_RECORDS, progressMs = PROGRESS_MS } = {},
): Promise<Recovered> {
  if (isOutdated(store, journal.stored.tables, log.head.sequence)) await store.clear();
  const from = journal.load(store);
  const recovered: Recovered = { from, stored: from, frames: 0, records: 0 };
  let uncounted = 0;
  let unconfirmed: Batch | undefined;
  const write = async (batch: Batch): Promise<void> => {
    await store.write(batch);
    recovered.stored = batch.sequence;
  };
  let saidMs = performance.now();
  for (const { sequence, records } of journal.replay(from)) {
    if (unconfirmed !== undefined) await write(unconfirmed);
    unconfirmed = undefined;
    recovered.frames++;
    recovered.records += records;
    uncounted += records;
    if (uncounted >= checkpointRecords) {
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
