/** Work of a thread that must not run longer than somebody waits for it. */
import type { TaskControl } from "../contract/declare/reader_task.ts";
import type { Snapshot } from "../contract/tables/snapshot.ts";

/** Rows between two checks whether the task was cancelled: some milliseconds. */
const ROWS_PER_CHECK = 256;

/** The task was cancelled or is late. */
export class TaskStopped extends Error {
  override readonly name = "TaskStopped";
}

/** The snapshot; every `ROWS_PER_CHECK` rows it checks whether the task was cancelled. */
export function cancellable(snapshot: Snapshot, control: TaskControl): Snapshot {
  let rows = 0;
  const countRow = () => {
    if (++rows % ROWS_PER_CHECK === 0 && isCancelled(control)) throw new TaskStopped();
  };
  function* counted<T>(walk: Iterable<T>): Generator<T> {
    for (const row of walk) {
      countRow();
      yield row;
    }
  }
  return {
    memory: snapshot.memory,
    sequence: snapshot.sequence,
    shard: snapshot.shard,
    get(tableCode, realm, key) {
      countRow();
      return snapshot.get(tableCode, realm, key);
    },
    descend: (tableCode, realm, range) => counted(snapshot.descend(tableCode, realm, range)),
    ascend: (tableCode, realm, range) => counted(snapshot.ascend(tableCode, realm, range)),
    newestRecord: (realm, belowMs) => snapshot.newestRecord(realm, belowMs),
    record(place) {
      countRow();
      return snapshot.record(place);
    },
    pointAt(place, spot) {
      countRow();
      return snapshot.pointAt(place, spot);
    },
    leaf: (place) => snapshot.leaf(place),
  };
}

/** Whether nobody waits for the answer any more. */
export function isCancelled({ stop, deadlineMs }: TaskControl): boolean {
  return Atomics.load(stop, 0) !== 0 || Date.now() >= deadlineMs;
}
