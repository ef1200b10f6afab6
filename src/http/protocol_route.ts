/**
 * A protocol of its own on one path, such as GraphQL: behind the same framing, body limit and
 * admission as the operations, with its own idea of what a request is and costs.
 */
import type { Gate } from "../access/gate.ts";
import type { ProtocolCall } from "../calls/call.ts";

export type ProtocolRoute = {
  /** What of it the admission looks at; its id names it in logs and metrics. */
  gate: Gate;
  /** Below the base path. It takes POST; any other method gets 405. */
  path: string;
  /**
   * Takes one admitted call and answers it, at once or later: its address has paid from the discovery
   * budget, its credential nothing yet.
   */
  answer(call: ProtocolCall, body: string): void;
};
