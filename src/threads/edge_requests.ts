/** The log of requests at an edge: what the edge writes into it, over main, and reads of it. */
import { BatchRecorder } from "../request_log/recorder.ts";
import { RequestLogView } from "../request_log/view.ts";
import type { Rpc } from "./rpc.ts";

export type EdgeRequests = {
  recorder: BatchRecorder;
  view: RequestLogView;
  /** Hands over the last entries. */
  close(): Promise<void>;
};

/** Undefined where the log of requests is switched off. */
export function openRequests(path: string | undefined, rpc: Rpc): EdgeRequests | undefined {
  if (path === undefined) return undefined;
  const view = new RequestLogView(path);
  const recorder = new BatchRecorder({
    write: (batch) => rpc.call("requests", batch, [batch.buffer as ArrayBuffer]),
    writeAll: () => rpc.call("requestsOfAll"),
  });
  return {
    recorder,
    view,
    async close() {
      await rpc.call("requests", recorder.take());
      await view.close();
    },
  };
}
