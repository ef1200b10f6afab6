/**
 * The edge of a simulated server without sockets: it uses the real room `calls`, so admission,
 * validation, couriers, views and the declared reads are real. Its answers are what a real edge would
 * write to a socket.
 */
import { checkIdempotencyKey } from "../../src/calls/admission.ts";
import type { Call } from "../../src/calls/call.ts";
import { type Callable, callableOf } from "../../src/calls/callable.ts";
import type { CallTarget } from "../../src/calls/target.ts";
import { type Caller as AnyCaller, PUBLIC_CALLER } from "../../src/contract/declare/caller.ts";
import type { Found } from "../../src/contract/declare/found.ts";
import type { PlacedProduct, Principal } from "../../src/contract/declare/principal.ts";
import {
  REPLY_BARE_REFUSAL,
  REPLY_REPLAYED,
  REPLY_UNRECORDED,
} from "../../src/contract/messages/envelope.ts";
import { ERROR_CATALOG } from "../../src/contract/refusals/error_catalog.ts";
import type { Refusal } from "../../src/contract/refusals/refusal.ts";
import { allScopes } from "../../src/features/operation_ids.ts";
import { OPERATOR_OPERATIONS, operations } from "../../src/features/registry.ts";
import { inputOf } from "../../src/http/read/request_input.ts";
import { keyCaller, tokenCaller } from "../world/callers.ts";
import { isBrowserKey } from "./early_refusals.ts";
import type { Sent } from "./model/validity.ts";
import type { EdgeSide } from "./server.ts";

/** The credential of a client, and the shard of its Product. */
export type Caller = { principal: Principal; shard: number };

export type WriteRequest = Sent & { requestId: string; idempotencyKey: string };
export type ReadRequest = {
  operation: string;
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
};

/** `suffix`: the suffix of the record's ids, when there is a record. */
export type Response = {
  status: number;
  code: string | undefined;
  suffix: string | undefined;
  isReplayed: boolean;
  body: string;
};
/**
 * The answer of a read, the frame of its snapshot, and the newest acknowledged frame at its
 * arrival.
 */
export type ReadResponse = {
  code: string | undefined;
  body: string;
  frame: number;
  sinceFrame: number;
};

const CALLABLES = new Map<string, Callable>(
  [...operations, ...OPERATOR_OPERATIONS].map((operation) => [operation.id, callableOf(operation)]),
);
const SCOPES = allScopes();

/** Runs a write. `answer` is called once, or never if the server stops before. */
export function write(
  edge: EdgeSide,
  caller: Caller,
  request: WriteRequest,
  answer: (response: Response) => void,
): void {
  const callable = CALLABLES.get(request.operation) as Callable;
  const call = new SimulatedCall(edge, caller, {
    requestId: request.requestId,
    isOfMember: callable.gate.needsSession,
    idempotencyKey: request.idempotencyKey,
    onReply: answer,
    onRefusal: ({ code }) => answer(unrecorded(ERROR_CATALOG[code].httpStatus, code)),
    onFound() {},
  });
  const refusal = callable.gate.principals.includes("operator")
    ? callAsOperator(edge, call, caller)
    : undefined;
  if (refusal !== undefined) call.refuse(refusal);
  else if (call.caller.kind !== "operator" && !edge.calls.admit(call, callable.gate)) return;
  if (call.isFinished) return;
  const { contentType, body } = request;
  const names = [...callable.operation.http.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const pathValues = request.path.map(encodeURIComponent);
  const parts = { pathValues, query: "", contentType, body };
  edge.calls.run(call, callable, inputOf(callable, names as string[], parts));
}

/**
 * What main's `Operator` does before it runs a call: the operator has no credential, and only the key of
 * the call is checked.
 */
function callAsOperator(edge: EdgeSide, call: SimulatedCall, { principal, shard }: Caller) {
  call.caller = { kind: "operator", user: "simulator" };
  place(edge, principal, shard);
  return checkIdempotencyKey(call);
}

/** Makes known where the Product's environment is; of the other environment nothing is forgotten. */
function place({ products }: EdgeSide, principal: Principal, shard: number): void {
  const { productId, environment } = principal;
  const product = products.get(productId) ?? productOf(principal, shard);
  const placement = { ...product.placement, [environment]: shard };
  products.set(productId, { ...product, placement });
}

/** Runs a read on a snapshot with every frame that was acknowledged when the request arrived. */
export function read(
  edge: EdgeSide,
  caller: Caller,
  request: ReadRequest,
  answer: (response: ReadResponse) => void,
): void {
  const callable = CALLABLES.get(request.operation) as Callable;
  const { shards } = edge.calls.parts;
  const sinceFrame = shards.couriers.get(caller.shard)?.acknowledged ?? 0;
  const frame = () => shards.views.get(caller.shard)?.sequence ?? 0;
  const call = new SimulatedCall(edge, caller, {
    requestId: "",
    isOfMember: callable.gate.needsSession,
    idempotencyKey: "",
    onReply() {},
    onRefusal: ({ code }) => answer({ code, body: "", frame: frame(), sinceFrame }),
    onFound: ({ json }) => answer({ code: undefined, body: json, frame: frame(), sinceFrame }),
  });
  if (!edge.calls.admit(call, callable.gate)) return;
  edge.calls.run(call, callable, { value: { ...request.path, ...request.query }, text: "" });
}

/** A call's request id and key, and the handlers of its answer. */
type CallParts = {
  requestId: string;
  /** The caller is a member of the company, because the operation takes no Product key. */
  isOfMember: boolean;
  idempotencyKey: string;
  onReply(response: Response): void;
  onRefusal(refusal: Refusal): void;
  onFound(found: Found): void;
};

class SimulatedCall implements Call {
  readonly requestId: string;
  readonly audience = "api";
  readonly authorization: string;
  readonly environment: string;
  readonly csrfToken = "";
  readonly sessionText = "";
  readonly isCrossSite = false;
  readonly tenant = "";
  readonly userAgent = "";
  readonly address = new Uint8Array(4);
  idempotencyKey: string;
  caller: AnyCaller = PUBLIC_CALLER;
  targets: readonly CallTarget[] | undefined;
  isFinished = false;
  onGone: (() => void) | undefined;
  readonly #parts: CallParts;

  /** Adds the credential of the caller to the edge. */
  constructor(edge: EdgeSide, { principal, shard }: Caller, parts: CallParts) {
    const { isOfMember } = parts;
    this.requestId = parts.requestId;
    this.idempotencyKey = parts.idempotencyKey;
    this.authorization = isOfMember ? `pat_${principal.tenantId}` : principal.principalId;
    this.environment = principal.environment;
    this.#parts = parts;
    const caller = isOfMember ? memberOf(principal) : keyCallerOf(principal, shard);
    edge.callers.set(this.authorization, caller);
    place(edge, principal, shard);
  }
  wantsFile(): boolean {
    return false;
  }
  reportBudget(): void {}
  refuse(refusal: Refusal): void {
    this.#finish(() => this.#parts.onRefusal(refusal));
  }
  found(found: Found): void {
    this.#finish(() => this.#parts.onFound(found));
  }
  readonly lastEventId = "";
  openStream(): never {
    throw new Error("the simulation reads no streams");
  }
  deliver(): void {
    throw new Error("the simulation has no read pool");
  }
  onReply(status: number, flags: number, suffix: string, body: string, bytes?: Uint8Array): void {
    const text = bytes === undefined ? body : Buffer.from(bytes).toString();
    this.#finish(() => this.#parts.onReply(responseOf(status, flags, suffix, text)));
  }
  onNoReply(): void {
    this.#finish(() => this.#parts.onReply(unrecorded(503, "ledger_unavailable")));
  }
  #finish(tell: () => void): void {
    this.isFinished = true;
    tell();
  }
}

/** The caller of an API key with every scope, of a Product that is activated for live. */
function keyCallerOf({ principalId: apiKeyId, ...names }: Principal, shard: number): AnyCaller {
  const origin = isBrowserKey({ principalId: apiKeyId, ...names }) ? "browser" : "cli";
  const caller = keyCaller({ apiKeyId, ...names, scopes: SCOPES, origin });
  return { ...caller, shard, product: { ...caller.product, liveActivated: true } };
}

/** A member's token with every scope. */
function memberOf({ tenantId }: Principal): AnyCaller {
  const [tokenId, userId] = [`pat_${tenantId}`, "user_1"];
  return tokenCaller({ tokenId, userId, tenantId, scopes: new Set(SCOPES) });
}

/** The Product as a call of a member or of the operator finds it, activated for live. */
function productOf({ productId, tenantId }: Principal, shard: number): PlacedProduct {
  const { product } = keyCaller({ productId, tenantId });
  return { ...product, liveActivated: true, placement: { sandbox: shard, live: shard } };
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
