/** Why an actor does not start, as text for the operator: which actor, which files, what to do. */
import { LogDamaged } from "../../wal/errors.ts";
import { StateUnusable } from "../actor/checkpoint.ts";
import { PLATFORM_SHARD } from "../contract/platform_scope.ts";

/** The data cannot be served as it is. The message is shown to the operator unchanged. */
export class StartRefused extends Error {
  override readonly name = "StartRefused";
}

export type RefusedActor = { shard: number; dataPath: string; logPath: string; statePath: string };

/** The text for `cause`; undefined when neither the log nor the state is the cause. */
export function startRefusedText(cause: unknown, actor: RefusedActor): string | undefined {
  const isPlatform = actor.shard === PLATFORM_SHARD;
  const name = isPlatform ? "the platform actor" : `shard ${actor.shard}`;
  const flags = `--data ${actor.dataPath} --shard ${isPlatform ? "platform" : actor.shard}`;
  const head = `${name} does not start, so the server does not:`;
  const verify = `  npm run log -- verify ${flags}`;
  const rebuild = `  npm run log -- rebuild ${flags}`;
  if (cause instanceof LogDamaged) {
    return [
      `${head} ${cause.message}`,
      `The log is ${actor.logPath}. Nothing was changed. To see what is still sound:`,
      verify,
      "Then restore the data directory from a backup; records after the backup are lost.",
    ].join("\n");
  }
  if (!(cause instanceof StateUnusable)) return undefined;
  const what = `${head} ${cause.message}`;
  if (!cause.isAhead) {
    return [
      what,
      `The state is ${actor.statePath}. It can be made again from the log, without loss:`,
      rebuild,
    ].join("\n");
  }
  return [
    what,
    `The log is ${actor.logPath}, the state ${actor.statePath}. Nothing was changed.`,
    "If the log was exchanged or cut back, put the right one in its place. If it is the right one:",
    verify,
    rebuild,
  ].join("\n");
}
