/**
 * A protocol of its own on one path, such as GraphQL: behind the same framing, body limit and
 * credential as the operations, with its own idea of what a request is and costs.
 */
import type { Authenticated } from "../access/credential_table.ts";
import type { ErrorCode } from "../contract/error_catalog.ts";
import type { Refusal } from "../contract/operation.ts";
import type { Answer } from "./answer.ts";
import type { Edge } from "./edge.ts";
import { runInPool } from "./pool_answer.ts";
import type { RequestHeaders } from "./request_headers.ts";

export type ProtocolRoute = {
  /** Names it in logs and metrics, as an operation's id does. */
  id: string;
  /** Below the base path. It takes POST; any other method gets 405. */
  path: string;
  /** Takes one admitted request and answers it, at once or later. */
  answer(call: ProtocolCall, body: string): void;
};

/** One request: its address has paid from the discovery budget, its credential nothing yet. */
export interface ProtocolCall {
  readonly requestId: string;
  readonly accept: string;
  readonly contentType: string;
  readonly caller: Authenticated;
  /** Nothing can be answered any more. */
  readonly isFinished: boolean;
  /** Takes units from the credential's budget; false when it answered that there are too few. */
  charge(units: number): boolean;
  /** Answers a refusal as operations do. */
  refuse(refusal: Refusal, headers?: string, status?: number): void;
  answer(status: number, contentType: string, body: string, code: ErrorCode | undefined): void;
  /** Runs a task in the read pool and answers with its body; a refusal is handed to `refused`. */
  runInPool(kind: string, task: object, refused: (refusal: Refusal) => void): void;
  fail(cause: unknown): void;
}

export function protocolCall(
  edge: Edge,
  answer: Answer,
  { accept, contentType }: RequestHeaders,
  caller: Authenticated,
): ProtocolCall {
  const { parts } = edge;
  return {
    requestId: answer.requestId,
    accept,
    contentType,
    caller,
    get isFinished() {
      return answer.isFinished;
    },
    charge(units) {
      const ticket = parts.limiter.takeCredential(caller.slot, units, parts.nowMs());
      answer.showBudget(ticket);
      if (!ticket.allowed) answer.refuseRate(ticket, "credential");
      return ticket.allowed;
    },
    refuse: (refusal, headers, status) => answer.refuse(refusal, headers, status),
    answer: (status, contentType, body, code) => answer.respond(status, contentType, body, code),
    runInPool: (kind, task, refused) => runInPool(answer, edge, kind, task, refused),
    fail: (cause) => answer.fail(cause),
  };
}
