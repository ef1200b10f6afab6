/** Why a shard does not start, as text for the operator: which shard, which files, what to do. */
import { LogDamaged, SegmentUnmounted } from "../../wal/errors.ts";
import { PLATFORM_SHARD } from "../contract/records/platform_realm.ts";
import { FileUnfit } from "../files/named_files.ts";
import { StateUnusable } from "../shard/checkpoint.ts";

/** The data cannot be served as it is. The message is shown to the operator unchanged. */
export class StartRefused extends Error {
  override readonly name = "StartRefused";
}

export type RefusedShard = { shard: number; dataPath: string; logPath: string; statePath: string };

/** The text for `cause`; undefined when neither log, state nor a file beside the log is the cause. */
export function startRefusedText(cause: unknown, refused: RefusedShard): string | undefined {
  const isPlatform = refused.shard === PLATFORM_SHARD;
  const name = isPlatform ? "the platform shard" : `shard ${refused.shard}`;
  const flags = `--data ${refused.dataPath} --shard ${isPlatform ? "platform" : refused.shard}`;
  const head = `${name} does not start, so the server does not:`;
  const verify = `  npm run log -- verify ${flags}`;
  const rebuild = `  npm run log -- rebuild ${flags}`;
  if (cause instanceof LogDamaged) {
    return [
      `${head} ${cause.message}`,
      `The log is ${refused.logPath}. Nothing was changed. To see what is still sound:`,
      verify,
      "Then restore the data directory from a backup; records after the backup are lost.",
    ].join("\n");
  }
  if (cause instanceof SegmentUnmounted) {
    return [
      `${head} ${cause.message}`,
      `Its state in ${refused.statePath} is older than these frames, or lost, so the start replays them.`,
      "Nothing was changed. Mount the segment, then start again.",
    ].join("\n");
  }
  if (cause instanceof FileUnfit) {
    return [
      `${head} ${cause.message}`,
      "Nothing was changed. Put the file back from a backup, then start again. To see whether others lack:",
      verify,
    ].join("\n");
  }
  if (!(cause instanceof StateUnusable)) return undefined;
  const what = `${head} ${cause.message}`;
  if (!cause.isAhead) {
    return [
      what,
      `The state is ${refused.statePath}. It can be made again from the log, without loss:`,
      rebuild,
    ].join("\n");
  }
  return [
    what,
    `The log is ${refused.logPath}, the state ${refused.statePath}. Nothing was changed.`,
    "If the log was exchanged or cut back, put the right one in its place. If it is the right one:",
    verify,
    rebuild,
  ].join("\n");
}
