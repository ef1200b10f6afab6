/** A thread that main has started: when it is ready, when it ends, and how it is asked. */
import type { Worker } from "node:worker_threads";
import { invariant } from "../base/invariant.ts";
import { type Handlers, openRpc, type Rpc } from "./rpc.ts";
import type { ShardReady } from "./shard_start.ts";
import { StartRefused } from "./start_refused.ts";

/** `ready`: what a shard tells when it has replayed its log; undefined of an edge, which listens then. */
export type Thread = {
  name: string;
  worker: Worker;
  rpc: Rpc;
  ready: Promise<ShardReady | undefined>;
};

/**
 * Notices when a thread has started, which it says by the call `signal`, and when it ends. `onEnd` is called
 * once.
 */
export function supervised(
  { name, worker, signal }: { name: string; worker: Worker; signal: string },
  handlers: Handlers,
  onEnd: (error: Error) => void,
): Thread {
  let hasEnded = false;
  let resolveReady: (ready: ShardReady | undefined) => void = () => {};
  let rejectReady: (error: Error) => void = () => {};
  const ready = new Promise<ShardReady | undefined>((resolve, reject) => {
    resolveReady = resolve;
    rejectReady = reject;
  });
  ready.catch(() => {});
  const refused = (text: string) => rejectReady(new StartRefused(text));
  const rpc = openRpc(worker, { ...handlers, [signal]: resolveReady, refused });
  const end = (error: Error) => {
    rejectReady(error);
    rpc.end(error);
    if (hasEnded) return;
    hasEnded = true;
    onEnd(error);
  };
  worker.on("error", end);
  worker.on("exit", (code) => end(new Error(`thread ${name} ended with code ${code}`)));
  return { name, worker, rpc, ready };
}

/** Calls a method of a shard when the shard has replayed its log. */
export async function askWhenReady(shard: Thread | undefined, method: string, argument: unknown) {
  invariant(shard !== undefined, "who asks a shard names one that is there");
  await shard.ready;
  return await shard.rpc.call<unknown>(method, argument);
}
