/**
 * Files that the preparation of one write keeps beside a shard's log. Guarantees: a file stays only if
 * somebody still waits for the write when it is prepared, and none is written while the shard takes no
 * writes; so callers who go away, and a disk that is nearly full, leave no files that nothing names.
 */
import { invariant } from "../base/invariant.ts";
import type { PreparationTools } from "../contract/declare/preparation.ts";
import type { TaskAnswer, TaskControl } from "../contract/declare/reader_task.ts";
import { ShardSignals } from "../contract/messages/envelope.ts";
import { keepFile, removeFiles } from "../files/named_files.ts";
import { isCancelled, TaskStopped } from "./cancellable.ts";
import type { ShardFiles } from "./worker_data.ts";

type KeepFor = (shard: number) => PreparationTools["keepFile"];

/** Runs the preparation, which may keep files of a shard by `keepFor`. */
export async function keepingFiles(
  task: TaskControl,
  shards: readonly Pick<ShardFiles, "shard" | "filesPath" | "signals">[],
  prepare: (keepFor: KeepFor) => Promise<TaskAnswer>,
): Promise<TaskAnswer> {
  const kept: { folder: string; file: string }[] = [];
  const forget = () => {
    for (const { folder, file } of kept) removeFiles(folder, [file]);
  };
  try {
    const answer = await prepare((number) => (owner, bytes) => {
      const shard = shards.find((one) => one.shard === number);
      invariant(shard !== undefined, "a preparation reads a shard that there is");
      const { filesPath: folder, signals } = shard;
      if (isCancelled(task) || !new ShardSignals(signals).takesWrites) throw new TaskStopped();
      const named = keepFile(folder, { owner, bytes });
      kept.push({ folder, file: named.file });
      return named;
    });
    if (kept.length === 0 || !isCancelled(task)) return answer;
    // Whoever might still take the answer must not: it names what is deleted now.
    forget();
    return { kind: "stopped" };
  } catch (cause) {
    forget();
    if (cause instanceof TaskStopped) return { kind: "stopped" };
    throw cause;
  }
}
