/**
 * How an operation is declared. Routing, validation, the OpenAPI document, scopes, idempotency and
 * refusals are all derived from this one declaration.
 * Guarantees: a refusal that `refusals` does not list does not compile.
 */
import type { Static, TObject, TSchema } from "@sinclair/typebox";
import type { Place } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { RequestLogReader } from "../messages/request_log.ts";
import type { Cause, Fact, RecordHead, StoredRecord } from "../records/record.ts";
import type { ErrorCode } from "../refusals/error_catalog.ts";
import type { Issue, Refusal } from "../refusals/refusal.ts";
import type { Snapshot } from "../tables/snapshot.ts";
import type { Actor } from "../values/formats.ts";
import type { Acts } from "./acts.ts";
import type { Admitted, OfItself } from "./admitted.ts";
import type { AnswerForm } from "./aspects/answer_form.ts";
import type { AnswerHead } from "./aspects/answer_head.ts";
import type { FileForm } from "./aspects/file.ts";
import type { GuessLimit } from "./aspects/guess_limit.ts";
import type { LastingWork } from "./aspects/lasting.ts";
import type { ReadNeeds } from "./aspects/needs.ts";
import type { OauthForm } from "./aspects/oauth.ts";
import type { PlainRequests } from "./aspects/plain.ts";
import type { PreparesWith } from "./aspects/prepares_with.ts";
import type { Recording } from "./aspects/recording.ts";
import type { SecretInput } from "./aspects/secret_input.ts";
import type { StreamForm } from "./aspects/stream.ts";
import type { Caller } from "./caller.ts";
import type { Effect } from "./effect.ts";
import type { FileReader } from "./file_reader.ts";
import type { Found } from "./found.ts";
import type { PlainItems } from "./plain_items.ts";
import type { PreparationTools } from "./preparation.ts";
import type {
  Environment,
  Principal,
  PrincipalKind,
  ProductView,
  RealmNames,
} from "./principal.ts";

export type HttpMethod = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** Accepts a request: the facts to apply and log. Without `reply`, `respond` derives the reply from them. */
export type Acceptance = {
  refused: false;
  facts: readonly Fact[];
  reply?: unknown;
  /** Effects, to be carried out after the commit and outside of the process. */
  effects?: readonly Effect[];
  /**
   * True: a new realm replaces the realm that the request acts in, which is retired. The record of
   * the request is the first record of the new realm.
   */
  renewsRealm?: true;
  /** True: it is there already and was not made again; the answer has `http.existingStatus`. */
  isExisting?: true;
};

export type Decision<C extends ErrorCode> = Acceptance | Refusal<C>;

/** Everything that a decision may know beyond state and input. Time and ids come only from here. */
export type DecisionContext<M = unknown> = {
  /** Milliseconds UTC; never smaller than the time of the record before. */
  nowMs: number;
  /** When the step was due; only of a step that time caused. The Product's clock shows this. */
  dueMs?: number | undefined;
  /** Number of the realm (Product and environment) that the request acts in. */
  realm: number;
  principal: Principal;
  /** Who stands behind the principal. */
  actor: Actor;
  cause: Cause;
  /** The list of a plain input as bytes, which says the same as the input; absent on all others. */
  items?: PlainItems | undefined;
  /** The `X-Request-Id` of the answer; of a step that no caller sent, its cause. */
  requestId: string;
  /** The result of the operation's `prepare`; undefined where the operation has no `prepare`. */
  prepared: M;
  /** The place of the record that the decision will have. */
  place: Place;
  /** A new id with this prefix. `sub` (0 to 1,023) distinguishes several ids of one record. */
  newId(prefix: string, sub?: number): string;
  /** An earlier record of this shard, durable or not yet. */
  record(place: Place): StoredRecord | undefined;
  /** The same, if it stands in the caller's realm, or in one that a reset of the sandbox has retired. */
  ownRecord(place: Place): StoredRecord | undefined;
};

/** Everything that a read may know beyond snapshot and input. */
export type ReadContext = {
  nowMs: number;
  /** Number of the realm; undefined while the shard has none for this Product and environment. */
  realm: number | undefined;
  /** The caller's credential, and the Product and environment in which the read happens. */
  principal: Principal;
  /** The environment that is asked for; also of a read that acts on nothing. */
  environment: Environment;
  /** The credential's Product, as the platform shard last announced it; none for the public. */
  product: ProductView | undefined;
  /** The caller, with all that is known of the credential except its secret. */
  caller: Caller;
  /** The place of the record with the key that `needs.recordOf` returned; 0 when no record has it. */
  located: Place;
  /** The log of requests; absent where the log is switched off. */
  requestLog?: RequestLogReader | undefined;
  /** Signs and checks cursors. A cursor is bound to operation, filters, Product and environment. */
  cursors: CursorCodec;
  /** The moment that the request names; only for a read that declares `readsPast`. */
  past?: PastPoint;
  /** The digests of a short secret (`PreparationTools.digests`); only of a read that declares `limitsGuesses`. */
  digests?: PreparationTools["digests"] | undefined;
  /**
   * Opens what was sealed for its owner under a key that is in memory alone; undefined where the key is gone. Absent
   * where nobody decides about what agents ask for.
   */
  openPassing?: ((sealed: string, owner: string) => string | undefined) | undefined;
  /** Makes a challenge for a proof of work; only of a read that acts on no shard. */
  newChallenge?: (nowMs: number) => Promise<unknown>;
  /** The files beside the log; only where a read runs in the pool. */
  files?: FileReader | undefined;
  /** Any shard as its view is now, which may be behind it: for what reads show besides. */
  shardAt?: ((shard: number) => Snapshot | undefined) | undefined;
  /** Only of a stream: the position after which it continues; undefined at its beginning. */
  after?: string;
};

/** A moment of the past: the state after the record at a place, or the state at a time. */
export type PastPoint = { place: Place } | { timeMs: number };

export interface CursorCodec {
  /** An opaque text that resumes exactly this walk after `position`. */
  encode(filters: unknown, position: string): string;
  /** The position; undefined when the text is not one of the server's or is of another walk. */
  decode(filters: unknown, cursor: string): string | undefined;
}

/** `existingStatus`: of a write that may accept with `isExisting`. */
type Route = { method: HttpMethod; path: string; status: number; existingStatus?: number };
/** A route as a declaration has it. Without `status` it is 200. */
type DeclaredRoute = Omit<Route, "status"> & { status?: number };

type Declared = {
  /** `noun.verb`; also the name of the file, of the tool, and in log lines. */
  id: string;
  summary: string;
  description?: string;
  /** The operation's tag in the OpenAPI document, where it is not the tag of the operation's feature. */
  tag?: string;
  http: Route;
  principals: readonly PrincipalKind[];
  /** The scope that the credential needs, or why a credential needs none: see `Admitted`. */
  scope: string | undefined;
  ofItself?: OfItself | undefined;
  /**
   * What the role of a member must permit, whose session or token calls: a scope, or a permission on
   * the company (`roles.ts`). The operation's scope where it is absent; with neither any member may, and
   * with `EVERYBODY`. `<scope>@<environment>`: the environment is the operation's own, whatever the
   * request's header says.
   */
  permission?: string;
  /**
   * Of sessions and tokens. `always`: one that completed TOTP at its login. `never`: any, whatever the
   * company asks for. By default as the company asks.
   */
  mfa?: "always" | "never";
  /** `never`: an agent's own status; every other call of an agent in live waits for the approval of a person. */
  approval?: "never";
  /** Where the operation acts; by default in one environment of one Product. */
  acts?: Acts;
  /** The only environment of the operation; the other gets `operation_environment_invalid`. */
  environment?: Environment;
  /** True: of all Product keys, only those made in a browser may call the operation. */
  browserKeyOnly?: true;
  /**
   * Of an operation that takes what can be guessed, a password or a code: what counts its wrong guesses. An
   * operation without it cannot compare a password or a code (`PreparationTools.guessing`).
   */
  limitsGuesses?: GuessLimit;
  /** False: the published contract leaves the operation out. */
  inContract?: false;
  /** The form of the body; JSON by default. The fields of a form are texts, each given once. */
  takes?: "json" | "form";
  // What few operations need. The file of each type says what holds without it, and what follows from it.
  answers?: AnswerForm;
  stream?: StreamForm;
  oauth?: OauthForm;
  head?: AnswerHead;
};

type Strings = TObject | undefined;
type Input<P extends Strings, Q extends Strings, B extends TSchema | undefined> = (P extends TObject
  ? Static<P>
  : unknown) &
  (Q extends TObject ? Static<Q> : unknown) &
  (B extends TSchema ? Static<B> : unknown);

/** A mutation: decided by the shard of its realm, logged, and acknowledged after the fsync. */
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
  /** The operation's own codes in order of precedence; `codesOf` adds those of all operations. */
  refusals: readonly C[];
  events: readonly string[];
  /** True: it may emit an event of any type, marked as synthetic, besides its `events`. */
  emitsSynthetic?: true;
  /** Checks what the schemas cannot express, without state; its issues are `invalid_request`. */
  check?(input: Input<P, Q, B>): Issue[];
  /**
   * Work that needs randomness, secrets or much time; done before the shard gets the request, and
   * outside of the shard's thread. The result is JSON and is in no record: `decide` takes from it
   * what the facts must hold.
   */
  prepare?(input: Input<P, Q, B>, tools: PreparationTools): Promise<M>;
  /** Pure. May refuse, and never writes. After `decide` accepts, nothing can fail. */
  decide(state: S, input: Input<P, Q, B>, context: DecisionContext<M>): Decision<C>;
  /** JSON text of the reply, derived from the record and what stands since then; always the same. */
  respond?(record: StoredRecord, realm: RealmNames, state: S): string;
  /**
   * The place of the record, in the same realm, whose ending this command may have made known. Whoever waits for it
   * is answered after the command, when the command is durable.
   */
  continues?(input: Input<P, Q, B>): Place | undefined;
  /**
   * True: its work tells somebody outside, such as whoever receives webhooks. Not needed where a refusal
   * `provider_egress_…` says already that somebody is asked.
   */
  reachesOutside?: true;
  /**
   * The parts of `state` that `respond` or `endOf` reads, from a snapshot; reads show the reply too. Absent
   * where it needs only the record.
   */
  replyState?(snapshot: Snapshot): object;
  // What few writes need, as above.
  answers?: "redirect";
  lasting?: LastingWork<S, C>;
  plain?: PlainRequests<Input<P, Q, B>>;
  preparesWith?: PreparesWith<Input<P, Q, B>>;
  recording?: Recording;
  secrets?: SecretInput<M>;
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
  /** The body of a read by POST. Such a read changes nothing, so it takes no idempotency key. */
  body: B;
  output: TSchema;
  refusals: readonly C[];
  /** Set for a read that may pass thousands of rows: it runs in the read pool, not on an edge. */
  runsIn?: "pool";
  /**
   * True: the body needs a proof of the log's tree (`Found.proving`). Only REST waits for it, so the
   * contract leaves such a read out: what the contract has, GraphQL has too.
   */
  proves?: true;
  check?(input: Input<P, Q, B>): Issue[];
  /** True: the read answers as of `context.past`, where that is set. */
  readsPast?: true;
  /** Pure over the snapshot. Every read may refuse an invalid cursor with `invalid_request`. */
  read(
    snapshot: Snapshot,
    input: Input<P, Q, B>,
    context: ReadContext,
  ): Found | Refusal<C | "invalid_request">;
  // What few reads need, as above.
  file?: FileForm;
  needs?: ReadNeeds<Input<P, Q, B>>;
};

/** Any operation, whatever its input is. */
export type Operation<S> =
  // biome-ignore lint/suspicious/noExplicitAny: a registry holds operations of every input type
  WriteOperation<S, any, any, any, any, any> | ReadOperation<any, any, any, any>;

/** What the two functions below set themselves, or take in a narrower form. */
type Derived = "type" | "http" | "path" | "query" | "body" | keyof Admitted;

/** Declares a write. The first call fixes the type of the state; the others are inferred. */
export function declareWrite<S>() {
  return <
    C extends ErrorCode,
    P extends Strings = undefined,
    Q extends Strings = undefined,
    B extends TSchema | undefined = undefined,
    M = unknown,
  >(
    declaration: Omit<WriteOperation<S, P, Q, B, C, M>, Derived> & {
      http: DeclaredRoute;
      path?: P;
      query?: Q;
      body?: B;
      refusals: readonly C[];
    } & Admitted,
  ): WriteOperation<S, P, Q, B, C, M> => ({
    ...declaration,
    type: "write",
    http: routeOf(declaration.http),
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
  declaration: Omit<ReadOperation<P, Q, C, B>, Derived> & {
    http: DeclaredRoute;
    path?: P;
    query?: Q;
    body?: B;
    refusals: readonly C[];
  } & Admitted,
): ReadOperation<P, Q, C, B> {
  return {
    ...declaration,
    type: "read",
    http: routeOf(declaration.http),
    path: declaration.path as P,
    query: declaration.query as Q,
    body: declaration.body as B,
  };
}

function routeOf(declared: DeclaredRoute): Route {
  return { status: 200, ...declared };
}

/** The tag of an operation that a document shows; `everyOperationOf` gives an operation that of its feature. */
export function tagOf({ id, tag }: Pick<Operation<never>, "id" | "tag">): string {
  invariant(tag !== undefined, `${id} or its feature has a tag`);
  return tag;
}

export function accept(facts: readonly Fact[], reply?: unknown): Acceptance {
  return { refused: false, facts, reply };
}

/**
 * How a feature changes its state for a fact; never refuses. `head` is the head of the record that
 * holds the fact. `opened` is the number of the realm that the fact opened, undefined where it
 * opens none.
 */
export type Apply<S, F extends Fact = Fact> = (
  state: S,
  fact: F,
  head: RecordHead,
  opened?: number,
) => void;
