/**
 * The operator's calls, which main makes to the platform shard and to the ledger shards. The room
 * `calls` checks their input, finds their place, and sends or reads, as it does for the edges. Whoever
 * may open the socket in the data directory is the operator, so no credential and no budget is
 * checked.
 */
import type { MessagePort } from "node:worker_threads";
import type { Credentials } from "../access/credentials.ts";
import { openCursorCodec } from "../access/cursor.ts";
import type { EntityKeys } from "../access/entity_sealer.ts";
import { type PreparationParts, preparationTools } from "../access/preparation.ts";
import { openRateLimiter } from "../access/rate_limit.ts";
import { createRateLimitMemory } from "../access/rate_window.ts";
import { invariant } from "../base/invariant.ts";
import { checkIdempotencyKey } from "../calls/admission.ts";
import { mergedInput, NO_FIELDS } from "../calls/call_input.ts";
import { type AnyOperation, type Callable, callableOf } from "../calls/callable.ts";
import { Calls } from "../calls/calls.ts";
import type { FaultLog } from "../calls/failure.ts";
import { issuesOf } from "../calls/input_issues.ts";
import { type PreparationView, preparedBy } from "../calls/prepare.ts";
import { viewAt } from "../calls/target.ts";
import type { PlacedProduct } from "../contract/declare/principal.ts";
import type { PrepareTask, Readers, TaskOutcome } from "../contract/declare/reader_task.ts";
import { ShardSignals } from "../contract/messages/envelope.ts";
import { PLATFORM_SHARD } from "../contract/records/platform_realm.ts";
import type { KeyMemory } from "../keys/key_rings.ts";
import { type ApplyAnnouncements, Courier } from "../placement/courier.ts";
import type { ShardView } from "../views/shard_view.ts";
import { type OperatorAnswer, type OperatorAsking, OperatorCall } from "./operator_call.ts";
import { pepperNeeds } from "./pepper_needs.ts";
import { reached, resealEndpoints } from "./resealing.ts";

/** Time between two checks of the deadlines of calls that wait, milliseconds. */
const SWEEP_MS = 1_000;
const NO_LIMITS = {
  credentialLimit: 0,
  ipLimit: 0,
  discoveryLimit: 0,
  identityIpLimit: 0,
};
/** The operator's socket has no address. */
const OF_OPERATOR = { address: "", userAgent: "" };

export type OperatorParts = {
  /** The platform shard and every ledger shard. `signals`: the memory of `ShardSignals`. */
  shards: readonly { shard: number; signals: SharedArrayBuffer; port: MessagePort }[];
  /** Opens the view of each of these shards, which have replayed their logs. */
  openViews(): Iterable<ShardView>;
  operations: readonly AnyOperation[];
  credentials: Credentials;
  /** Where the views are put when the shards may be opened for reading; empty. */
  views: Map<number, ShardView>;
  /** Applies the platform shard's announcements in main. */
  apply: ApplyAnnouncements;
  keys: Pick<KeyMemory, "cursors">;
  /** What preparations are made with. */
  preparation: PreparationParts;
  entityKeys: EntityKeys;
  log: FaultLog;
};

export class Operator {
  readonly #parts: OperatorParts;
  readonly #callables: ReadonlyMap<string, Callable>;
  readonly #couriers: ReadonlyMap<number, Courier>;
  readonly #views: Map<number, ShardView>;
  readonly #calls: Calls;
  readonly #sweep: NodeJS.Timeout;
  /** The calls that are not answered. */
  readonly #asked = new Set<Promise<OperatorAnswer>>();

  constructor(parts: OperatorParts) {
    this.#parts = parts;
    this.#views = parts.views;
    const { shards, operations, credentials, apply, keys, log } = parts;
    this.#callables = new Map(operations.map((operation) => [operation.id, callableOf(operation)]));
    this.#couriers = new Map(
      shards.map(({ shard, port, signals }) => [
        shard,
        new Courier(port as never, new ShardSignals(signals), { apply }),
      ]),
    );
    this.#calls = new Calls({
      credentials,
      limiter: openRateLimiter(createRateLimitMemory(), NO_LIMITS),
      cursors: openCursorCodec(keys.cursors, Date.now),
      shards: { couriers: this.#couriers, views: this.#views },
      readers: readersHere(parts, ({ shard, realmKey }) => {
        const opened = viewAt({ couriers: this.#couriers, views: this.#views }, { shard });
        return { snapshot: opened.refreshed(), realm: opened.realmNumberOf(realmKey) };
      }),
      recorder: undefined,
      requestLog: undefined,
      prove: () => Promise.reject(new Error("an operator's operation proves nothing")),
      log,
      nowMs: Date.now,
    });
    this.#sweep = setInterval(() => this.#expire(), SWEEP_MS).unref();
  }

  /** Opens the shards' stores for reading; to be called after every shard has replayed. */
  open(): void {
    for (const view of this.#parts.openViews()) this.#views.set(view.shard, view);
  }

  /** Calls an operation for `user`, who said so; resolves with its answer. Throws `OperatorRefused`. */
  async ask(
    id: string,
    input: Record<string, unknown>,
    asking: OperatorAsking,
  ): Promise<OperatorAnswer> {
    const callable = this.#callables.get(id);
    if (callable === undefined) throw new Error(`the operator has no operation ${id}`);
    const call = new OperatorCall(asking);
    const refusal = callable.gate.isMutation ? checkIdempotencyKey(call) : undefined;
    if (refusal === undefined) this.#calls.run(call, callable, inputOf(callable, input));
    else call.refuse(refusal);
    const { answer } = call;
    this.#asked.add(answer);
    try {
      return await answer;
    } finally {
      this.#asked.delete(answer);
    }
  }

  /** Resolves when every call that was asked for is answered. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#asked);
  }

  /**
   * Seals the secrets of every webhook endpoint anew that are not sealed under the key; resolves with
   * how many endpoints that were.
   */
  async reseal(keyId: string, user: string): Promise<number> {
    const { operations, preparation, entityKeys } = this.#parts;
    const tools = preparationTools(preparation, entityKeys);
    const byId = new Map(operations.map((operation) => [operation.id, operation]));
    return await resealEndpoints({
      shards: [...this.#views].flatMap(([shard, view]) =>
        shard === PLATFORM_SHARD
          ? []
          : { shard, view, courier: this.#couriers.get(shard) as Courier },
      ),
      async prepare(operation, input) {
        const caller = { kind: "operator", user } as const;
        const at = { from: OF_OPERATOR, environment: "sandbox", nowMs: Date.now() } as const;
        const task = { operation, input, caller, ...at };
        const answer = await preparedBy(byId, tools, task, noView);
        invariant(answer.kind === "prepared", "a preparation in main is not interrupted");
        return answer.text;
      },
      keyId,
      user,
    });
  }

  /** The views of the ledger shards, in their order; none before `open`. */
  viewsOfLedgers(): ShardView[] {
    const views = [...this.#views.values()].filter(({ shard }) => shard !== PLATFORM_SHARD);
    return views.sort((a, b) => a.shard - b.shard);
  }

  /** The views of the ledger shards, once each shows all that its shard has acknowledged now. */
  async ledgerViews(): Promise<readonly ShardView[]> {
    const views = this.viewsOfLedgers();
    for (const { shard } of views) await reached(this.#couriers.get(shard) as Courier);
    return views;
  }

  /** The view of the platform shard, once it shows all that is acknowledged now. */
  async platformView(): Promise<ShardView> {
    return await this.viewOf(PLATFORM_SHARD);
  }

  /** The view of the shard, once it shows all that is acknowledged now. */
  async viewOf(shard: number): Promise<ShardView> {
    await reached(this.#couriers.get(shard) as Courier);
    return this.#views.get(shard) as ShardView;
  }

  /** What still needs a pepper that was the current one until a time, a sentence for each kind of thing. */
  async pepperNeeds(untilMs: number): Promise<readonly string[]> {
    return await pepperNeeds(await this.platformView(), untilMs, Date.now());
  }

  /** The last acknowledged frame of each log, by the id of the log. */
  heads(): Record<string, number> {
    const heads = [...this.#views].map(([shard, { logId }]) => {
      const { acknowledged } = this.#couriers.get(shard) as Courier;
      return [logId, acknowledged] as const;
    });
    return Object.fromEntries(heads);
  }

  /** The Product, if there is one. */
  productOf(productId: string): PlacedProduct | undefined {
    return this.#parts.credentials.productOf(productId);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    for (const courier of this.#couriers.values()) courier.close();
    for (const view of this.#views.values()) await view.close();
  }

  #expire(): void {
    for (const courier of this.#couriers.values()) courier.expire(Date.now());
    for (const view of this.#views.values()) view.release();
  }
}

/** Puts each field into the part of the input whose schema names it; all others into the body. */
function inputOf(callable: Callable, input: Record<string, unknown>) {
  const { operation, pathCheck, queryCheck, bodyCheck } = callable;
  const fieldsOf = (schema: AnyOperation["path"]) => Object.keys(schema?.properties ?? {});
  const path = pick(input, fieldsOf(operation.path));
  const query = pick(input, fieldsOf(operation.query));
  const taken = new Set([...Object.keys(path), ...Object.keys(query)]);
  const body = pick(
    input,
    Object.keys(input).filter((field) => !taken.has(field)),
  );
  const issues = [
    ...issuesOf(pathCheck, path, "path"),
    ...issuesOf(queryCheck, query, "query"),
    ...(bodyCheck === undefined ? [] : issuesOf(bodyCheck, body)),
  ];
  if (issues.length > 0) return { issues };
  const bodyText = operation.body === undefined ? "" : JSON.stringify(body);
  return mergedInput(callable, {
    path: operation.path === undefined ? NO_FIELDS : (path as Record<string, string>),
    query: operation.query === undefined ? NO_FIELDS : (query as Record<string, string>),
    body,
    bodyText,
  });
}

function pick(input: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => (field in input ? [[field, input[field]]] : [])),
  );
}

/**
 * Readers for main, which has no read pool: it runs preparations itself, and refuses other tasks.
 */
function readersHere(
  { operations, preparation, entityKeys }: OperatorParts,
  view: (reads: NonNullable<PrepareTask["reads"]>) => PreparationView,
): Readers {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const tools = preparationTools(preparation, entityKeys);
  return {
    run(kind, task, settle: (outcome: TaskOutcome) => void) {
      if (kind !== "prepare") return undefined;
      preparedBy(byId, tools, task as PrepareTask, view).then(settle, (error: Error) =>
        settle({ kind: "failed", error }),
      );
      return () => {};
    },
  };
}

function noView(): never {
  throw new Error("the preparation of sealing anew reads nothing");
}
