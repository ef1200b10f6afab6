/**
 * A protocol with a path of its own, such as GraphQL: it has the same framing, body limit and
 * admission as the operations, and decides itself what a request may hold and costs.
 */
import type { Gate } from "../access/gate.ts";
import type { Audience } from "../access/people_table.ts";
import type { ProtocolCall } from "../calls/call.ts";

export type ProtocolRoute = {
  /** Which tokens are taken: those that were granted for this interface. */
  audience: Audience;
  /** What the admission checks. The gate's id is the protocol's name in logs and metrics. */
  gate: Gate;
  /** The path below the base path. Only POST is taken; any other method gets 405. */
  path: string;
  /**
   * Takes one admitted call and answers it, at once or later. The call's address has paid from the
   * discovery budget, its credential has not paid yet.
   */
  answer(call: ProtocolCall, body: string): void;
};
