/**
 * How an operation is declared: once. Routing, validation, the OpenAPI document, scopes, idempotency
 * and refusals are all read from the declaration; nothing about an operation stands anywhere else.
 * Guarantees: a refusal that `refusals` does not list does not compile.
 */
import type { Static, TObject, TSchema } from "@sinclair/typebox";
import type { Place } from "../base/id.ts";
import type { Caller } from "./caller.ts";
import type { Effect } from "./effect.ts";
import type { ErrorCode } from "./error_catalog.ts";
import type { FileForm } from "./file_answer.ts";
import type { Actor } from "./formats.ts";
import type { Found } from "./found.ts";
import type { PreparationTools } from "./preparation.ts";
import type {
  Environment,
  Principal,
  PrincipalKind,
  ProductView,
  ScopeNames,
} from "./principal.ts";
import type { Cause, Fact, RecordHead, StoredRecord } from "./record.ts";
import type { Issue, Refusal } from "./refusal.ts";
import type { RequestLogReader } from "./request_log.ts";
import type { Snapshot } from "./snapshot.ts";

export type HttpMethod = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** A "yes": facts to apply and log. `reply` is absent where `respond` derives it from the facts. */
export type Acceptance = {
  refused: false;
  facts: readonly Fact[];
  reply?: unknown;
  /** What is to be carried out after the commit, outside of the process. */
  effects?: readonly Effect[];
  /**
   * A fresh scope takes the place of the one that the request acts in, which is retired. The record
   * is the first of the fresh scope.
   */
  renewsScope?: true;
};

export type Decision<C extends ErrorCode> = Acceptance | Refusal<C>;

/** Everything a decision may know beyond state and input. Time and ids reach it only here. */
export type DecisionContext<M = unknown> = {
  /** Milliseconds UTC, never smaller than that of the record before. */
  nowMs: number;
  /** Of a step that time asked for: when it was due. The Product's clock stands there meanwhile. */
  dueMs?: number | undefined;
  /** Number of the scope (Product and environment) that the request acts in. */
  scope: number;
  principal: Principal;
  /** Who stands behind the principal. */
  actor: Actor;
  cause: Cause;
  /** What the operation's `prepare` gave; undefined where it has none. */
  prepared: M;
  /** Where this record will stand. */
  place: Place;
  /** A new id with this prefix; `sub` tells several of one record apart (0 to 1,023). */
  newId(prefix: string, sub?: number): string;
  /** An earlier record of this shard, durable or not yet. */
  record(place: Place): StoredRecord | undefined;
};

/** Everything a read may know. */
export type ReadContext = {
  nowMs: number;
  /** Number of the scope; undefined while the shard has none for this Product and environment. */
  scope: number | undefined;
  /** Who asks, and in which Product and environment the read happens. */
  principal: Principal;
  /** The Product of the credential, as the platform actor last announced it; none for the public. */
  product: ProductView | undefined;
  /** Who asks, with all that is known of the credential; never its secret. */
  caller: Caller;
  /** Where the record of `locate`'s key stands; 0 when no record has it. */
  located: Place;
  /** The log of requests; absent where it is switched off. */
  requestLog?: RequestLogReader | undefined;
  /** Signs and checks cursors; bound to operation, filters, Product and environment. */
  cursors: CursorCodec;
  /** Set where a read that declares `readsPast` is asked about the past. */
  past?: PastPoint;
  /** Of a stream: the position that it goes on from; undefined at its beginning. */
  after?: string;
};

/** A moment of the past: everything up to a frame of the shard, or up to a time. */
export type PastPoint = { sequence: number } | { timeMs: number };

export interface CursorCodec {
  /** Opaque text that resumes after `position` in exactly this walk. */
  encode(filters: unknown, position: string): string;
  /** The position, or undefined when the text is not ours or belongs to another walk. */
  decode(filters: unknown, cursor: string): string | undefined;
}

/**
 * Where an operation acts: in one environment of a Product, on a company, on the platform itself, or
 * nowhere, which is a read that answers from the contract. `by` is the field of the input that the
 * place is found by for a caller that the place does not follow from; where it is absent a Product is
 * found by `productId`, or else by the one id in the path. A path such as `items.0.accountId` leads
 * into a list.
 */
export type Acts =
  | { on: "product"; by: string }
  | { on: "tenant"; by?: string }
  | { on: "platform" | "nothing"; by?: never };

type Declared = {
  /** `noun.verb`; also the file's name, the log line's, the tool's. */
  id: string;
  summary: string;
  description?: string;
  /** Tag of the OpenAPI document. */
  tag: string;
  http: { method: HttpMethod; path: string; status: number };
  principals: readonly PrincipalKind[];
  /** Undefined: any valid credential may. */
  scope: string | undefined;
  /** Where it acts; in one environment of one Product where it is absent. */
  acts?: Acts;
  /** Only in this environment; the other gets `operation_environment_invalid`. */
  environment?: Environment;
  /** Of Product keys, only one that was made in a browser may. */
  browserKeyOnly?: true;
  /** False keeps it out of the published contract. */
  inContract?: false;
  /** How its body is written; JSON where it is absent. A form's fields are texts, each given once. */
  takes?: "json" | "form";
  /** What it answers; a JSON document where it is absent. */
  answers?: AnswerForm;
};

/**
 * `page`: a document for people, as HTML. `redirect`: an address where the browser goes next. `events`:
 * server-sent events for as long as the client listens; `output` is then what one event holds.
 */
export type AnswerForm = "page" | "redirect" | "events";

type Strings = TObject | undefined;
type Input<P extends Strings, Q extends Strings, B extends TSchema | undefined> = (P extends TObject
  ? Static<P>
  : unknown) &
  (Q extends TObject ? Static<Q> : unknown) &
  (B extends TSchema ? Static<B> : unknown);

/** A mutation: decided by the actor of its scope, logged, acknowledged after the fsync. */
export type WriteOperation<
  S,
  P extends Strings = Strings,
  Q extends Strings = Strings,
  B extends TSchema | undefined = TSchema | undefined,
  C extends ErrorCode = ErrorCode,
  M = unknown,
> = Declared & {
  type: "write";
  path: P;
  query: Q;
  body: B;
  output: TSchema;
  /** Own codes in order of precedence; the groups that every operation shares are added. */
  refusals: readonly C[];
  events: readonly string[];
  /** What the schema cannot say and no state is needed for; its issues are `invalid_request`. */
  check?(input: Input<P, Q, B>): Issue[];
  /**
   * What needs chance, secrets or much time, done before the actor is asked and outside of its thread.
   * Its result is JSON and stands in no record: `decide` takes out of it what the facts are to hold.
   */
  prepare?(input: Input<P, Q, B>, tools: PreparationTools): Promise<M>;
  /** Pure. May refuse, never writes. After it accepts, nothing can fail. */
  decide(state: S, input: Input<P, Q, B>, context: DecisionContext<M>): Decision<C>;
  /** A `redirect` goes where the field `location` of its reply says. */
  answers?: "redirect";
  /**
   * JSON text of the reply, from the record and what it led to; for ever the same for the same
   * record. Undefined only while the scope's clock is on its way to where the record told it to go:
   * the caller then waits until the clock has arrived.
   */
  respond?(record: StoredRecord, scope: ScopeNames, state: S): string | undefined;
  /**
   * What `respond` looks at in `state`, as a snapshot shows it: reads show the reply too. Absent where
   * `respond` needs the record alone.
   */
  replyState?(snapshot: Snapshot): object;
};

/** A read: runs against one snapshot, on an edge or in a reader thread. */
export type ReadOperation<
  P extends Strings = Strings,
  Q extends Strings = Strings,
  C extends ErrorCode = ErrorCode,
  B extends TSchema | undefined = TSchema | undefined,
> = Declared & {
  type: "read";
  path: P;
  query: Q;
  /** Of a read by POST, which changes nothing and so takes no idempotency key. */
  body: B;
  output: TSchema;
  refusals: readonly C[];
  /** Heavy: it may pass thousands of rows, so it runs in the read pool and not on an edge. */
  runsIn?: "pool";
  /** It answers a file; `output` is then the JSON form of it. Only of what runs in the pool. */
  file?: FileForm;
  /** Its body needs the log's tree (`Found.proving`), which REST alone waits for. */
  proves?: true;
  check?(input: Input<P, Q, B>): Issue[];
  /** It answers as of `context.past` where that is set. */
  readsPast?: true;
  /** The idempotency key whose record `context.located` shall name; the actor's table knows it. */
  locate?(input: Input<P, Q, B>): string;
  /**
   * True when it reads the log of requests: it then waits until that shows every request that ended
   * before. Not together with `locate`.
   */
  needsRequestLog?(input: Input<P, Q, B>): boolean;
  /** Pure over the snapshot. `invalid_request` is every read's: a cursor may not be ours. */
  read(
    snapshot: Snapshot,
    input: Input<P, Q, B>,
    context: ReadContext,
  ): Found | Refusal<C | "invalid_request">;
};

/** Any operation: a registry holds them side by side. */
export type Operation<S> =
  // biome-ignore lint/suspicious/noExplicitAny: a registry holds operations of every input type
  WriteOperation<S, any, any, any, any, any> | ReadOperation<any, any, any, any>;

/** Fixes the state type once, so that a declaration states it nowhere else. */
export function declareWrite<S>() {
  return <
    C extends ErrorCode,
    P extends Strings = undefined,
    Q extends Strings = undefined,
    B extends TSchema | undefined = undefined,
    M = unknown,
  >(
    declaration: Omit<WriteOperation<S, P, Q, B, C, M>, "type" | "path" | "query" | "body"> & {
      path?: P;
      query?: Q;
      body?: B;
      refusals: readonly C[];
    },
  ): WriteOperation<S, P, Q, B, C, M> => ({
    ...declaration,
    type: "write",
    path: declaration.path as P,
    query: declaration.query as Q,
    body: declaration.body as B,
  });
}

export function declareRead<
  C extends ErrorCode,
  P extends Strings = undefined,
  Q extends Strings = undefined,
  B extends TSchema | undefined = undefined,
>(
  declaration: Omit<ReadOperation<P, Q, C, B>, "type" | "path" | "query" | "body"> & {
    path?: P;
    query?: Q;
    body?: B;
    refusals: readonly C[];
  },
): ReadOperation<P, Q, C, B> {
  return {
    ...declaration,
    type: "read",
    path: declaration.path as P,
    query: declaration.query as Q,
    body: declaration.body as B,
  };
}

export function accept(facts: readonly Fact[], reply?: unknown): Acceptance {
  return { refused: false, facts, reply };
}

/**
 * How a feature changes its state: never refuses. `head` is the record that holds the fact. `opened`
 * is the number of the scope that the fact has opened, undefined where it opens none.
 */
export type Apply<S, F extends Fact = Fact> = (
  state: S,
  fact: F,
  head: RecordHead,
  opened?: number,
) => void;
