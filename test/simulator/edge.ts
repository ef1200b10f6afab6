/**
 * The edge of a simulated server: the real admission and validation, the courier, the view and the
 * declared reads; without sockets. What it answers is what the exchange would write to one.
 */
import type { Principal, ReadContext, ReadOperation } from "../../src/contract/operation.ts";
import {
  REPLY_BARE_REFUSAL,
  REPLY_REPLAYED,
  REPLY_UNRECORDED,
  scopeKeyOf,
} from "../../src/contract/envelope.ts";
import { createCursorCodec } from "../../src/access/cursor.ts";
import { operations } from "../../src/features/registry.ts";
import { refuseEnvironment, refuseIdempotencyKey } from "../../src/http/admission.ts";
import { type CompiledOperation, compileOperation } from "../../src/http/compiled_operation.ts";
import type { RequestHeaders } from "../../src/http/request_headers.ts";
import { inputOf } from "../../src/http/request_input.ts";
import type { Sent } from "./model/validity.ts";
import type { EdgeSide } from "./server.ts";

/** Who asks, and on which shard its Product is. */
export type Caller = { principal: Principal; shard: number };

export type WriteRequest = Sent & { requestId: string; idempotencyKey: string };
export type ReadRequest = {
  operation: string;
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
};

/** `suffix`: of the record's ids, when there is a record. */
export type Response = {
  status: number;
  code: string | undefined;
  suffix: string | undefined;
  isReplayed: boolean;
  body: string;
};
/** What a read found, the frame that it is true of, and the newest acknowledged when it arrived. */
export type ReadResponse = {
  code: string | undefined;
  body: string;
  frame: number;
  sinceFrame: number;
};

const COMPILED = new Map<string, CompiledOperation>(
  operations.map((operation) => [operation.id, compileOperation(operation)]),
);
const CURSORS = createCursorCodec(Buffer.alloc(32, 7));

/** Answers once; never when the server is gone before. */
export function write(
  edge: EdgeSide,
  { principal, shard }: Caller,
  request: WriteRequest,
  nowMs: number,
  answer: (response: Response) => void,
): void {
  const compiled = COMPILED.get(request.operation) as CompiledOperation;
  const headers = { idempotencyKey: request.idempotencyKey } as RequestHeaders;
  const refusal =
    refuseEnvironment(compiled.operation, principal.environment) ?? refuseIdempotencyKey(headers);
  if (refusal !== undefined) {
    answer(unrecorded(400, refusal.code));
    return;
  }
  const { contentType, body } = request;
  const pathValues = request.path.map(encodeURIComponent);
  const input = inputOf(compiled, { pathValues, query: "", contentType, body });
  if ("issues" in input) {
    answer(unrecorded(400, "invalid_request"));
    return;
  }
  if (compiled.isSystem) {
    answer(unrecorded(403, "operation_not_allowed"));
    return;
  }
  const { productId, environment, principalId } = principal;
  const envelope =
    `"o":"${request.operation}","r":"${request.requestId}",` +
    `"c":"${scopeKeyOf(productId, environment)}","p":"${principalId}",` +
    `"k":"${headers.idempotencyKey}","i":${input.text}}`;
  const taker = {
    onReply: (status: number, flags: number, suffix: string, text: string) =>
      answer(responseOf(status, flags, suffix, text)),
    onSilence: () => answer(unrecorded(503, "ledger_unavailable")),
  };
  if (edge.couriers[shard]?.send(envelope, taker, nowMs) === true) return;
  answer(unrecorded(503, "ledger_unavailable"));
}

/** Answers from one moment that holds everything acknowledged when the request arrived. */
export function read(
  edge: EdgeSide,
  { principal, shard }: Caller,
  request: ReadRequest,
  nowMs: () => number,
  answer: (response: ReadResponse) => void,
): void {
  const courier = edge.couriers[shard] as EdgeSide["couriers"][number];
  const { operation } = COMPILED.get(request.operation) as CompiledOperation;
  const unavailable = () =>
    answer({ code: "resource_reader_unavailable", body: "", frame: 0, sinceFrame: 0 });
  if (operation.type !== "read") throw new Error(`${operation.id} is not a read`);
  if (!courier.serving) {
    unavailable();
    return;
  }
  const input = { ...request.path, ...request.query };
  const needed = courier.acknowledged;
  const whenLocated = (located: number) => {
    const settle = (isReached: boolean) => {
      if (!isReached) unavailable();
      else {
        const result = found(edge, { principal, shard }, operation, input, located, nowMs());
        answer({ ...result, sinceFrame: needed });
      }
    };
    if (courier.isViewed(needed)) settle(true);
    else courier.awaitView(needed, nowMs(), settle);
  };
  if (operation.locate === undefined) {
    whenLocated(0);
    return;
  }
  const scope = scopeKeyOf(principal.productId, principal.environment);
  courier.locate(scope, operation.locate(input), nowMs(), (place) => {
    if (place === undefined) unavailable();
    else whenLocated(place);
  });
}

function found(
  edge: EdgeSide,
  { principal, shard }: Caller,
  operation: ReadOperation,
  input: Record<string, string>,
  located: number,
  nowMs: number,
): Omit<ReadResponse, "sinceFrame"> {
  const view = edge.views[shard] as EdgeSide["views"][number];
  const snapshot = view.refreshed();
  const { productId, environment } = principal;
  const context = {
    nowMs,
    scope: view.scopeNumberOf(scopeKeyOf(productId, environment)),
    principal,
    located,
    cursors: CURSORS.forWalk({ operation: operation.id, productId, environment }),
  } as unknown as ReadContext;
  const result = operation.read(snapshot, input, context);
  const frame = view.sequence;
  if (result.refused) return { code: result.code, body: "", frame };
  return { code: undefined, body: result.json, frame };
}

function responseOf(status: number, flags: number, suffix: string, body: string): Response {
  const isRecorded = (flags & REPLY_UNRECORDED) === 0;
  const bare = (flags & REPLY_BARE_REFUSAL) !== 0;
  const refusal = status < 400 ? undefined : (JSON.parse(body) as Refused);
  return {
    status,
    code: bare ? refusal?.code : refusal?.error?.code,
    suffix: isRecorded ? suffix : undefined,
    isReplayed: (flags & REPLY_REPLAYED) !== 0,
    body,
  };
}

type Refused = { code?: string; error?: { code: string } };

function unrecorded(status: number, code: string): Response {
  return { status, code, suffix: undefined, isReplayed: false, body: "" };
}
