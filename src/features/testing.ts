/**
 * For tests: a shard in memory that operations run against as an actor would run them, one record
 * after another, and a snapshot of it that reads run against. Scope 1 is open; time stands still
 * until a test moves it. Facts pass through JSON on their way, as they do on their way to the log.
 */
import { encodeIdSuffix, type Place, placeOf } from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import { actorOfText } from "../contract/actor.ts";
import type { ProductKeyCaller } from "../contract/caller.ts";
import { ERROR_CATALOG, type ErrorCode } from "../contract/error_catalog.ts";
import type { Found } from "../contract/found.ts";
import type {
  Apply,
  Decision,
  DecisionContext,
  ReadContext,
  ReadOperation,
  WriteOperation,
} from "../contract/operation.ts";
import type { ApiKeyView, Principal, ProductView } from "../contract/principal.ts";
import type { Cause, Fact, StoredRecord } from "../contract/record.ts";
import type { Refusal } from "../contract/refusal.ts";
import { type Snapshot, SnapshotMemory, type TableRow } from "../contract/snapshot.ts";
import { applyTransferRow } from "./ledger/ledger.ts";
import { TRANSFER_ROW, type TransferRow } from "./ledger/transfer_row.ts";
import { SHARD_REGISTRY, type ShardState } from "./registry.ts";
import { leafIn, provenIn } from "./testing_proofs.ts";

/** 2026-01-31T09:30:00.000Z. */
export const START_MS = Date.UTC(2026, 0, 31, 9, 30);
export const PRODUCT_ID = `prod_${encodeIdSuffix(START_MS - 1_000, 0, placeOf(1, 0), 0)}`;
export const TENANT_ID = `ten_${encodeIdSuffix(START_MS - 2_000, 0, placeOf(1, 0), 0)}`;
export const PRINCIPAL: Principal = {
  principalId: "key_0000000000000000000001",
  tenantId: TENANT_ID,
  productId: PRODUCT_ID,
  environment: "sandbox",
};

// biome-ignore lint/suspicious/noExplicitAny: runs operations of every input type
type AnyWrite = WriteOperation<ShardState, any, any, any, ErrorCode>;
// biome-ignore lint/suspicious/noExplicitAny: runs operations of every input type
type AnyRead = ReadOperation<any, any, ErrorCode>;

/** What a test says about one request beyond its input. */
export type Asking = {
  scope?: number;
  principal?: Principal;
  cause?: Cause;
  idempotencyKey?: string;
  /** The record that asked for this one. */
  parentPlace?: Place;
  /** Of a step that time asks for: when it is due, and facts beside those that it decides. */
  due?: { atMs: number; facts: readonly Fact[] };
};

/** What came of a write. `reply` is the resource; undefined while what it began is under way. */
export type Outcome = {
  place: Place;
  code: string | undefined;
  details: Record<string, unknown>;
  message: string;
  facts: readonly Fact[];
  reply: unknown;
};

export type TestShard = {
  readonly state: ShardState;
  /** The wall clock that decisions are given, milliseconds UTC. */
  nowMs: number;
  /** Decides, applies the facts as one record and returns what came of it. */
  run(operation: AnyWrite, input: Record<string, unknown>, asking?: Asking): Outcome;
  /** What the write at `place` is answered by now. */
  replyOf(operation: AnyWrite, place: Place, principal?: Principal): unknown;
  /** Applies facts as one record, without an operation. Returns the place it took. */
  apply(facts: readonly Fact[], asking?: Asking): Place;
  /** Id that the next record's `newId` would give. */
  nextId(prefix: string, sub?: number): string;
  /** Runs a read on a snapshot of everything so far; the body parsed, or the refusal. */
  read(
    operation: AnyRead,
    input: Record<string, unknown>,
    context?: Partial<ReadContext>,
  ): { code: string | undefined; reply: unknown; refusal?: Refusal };
  snapshot(): Snapshot;
};

/** A shard whose features are the given maps of facts; money rows are always understood. */
export function createTestShard(features: readonly Record<string, Apply<ShardState>>[]): TestShard {
  const state = SHARD_REGISTRY.createState();
  const stored = new Map<string, TableRow & { code: number; scope: number }>();
  const records: StoredRecord[] = [];
  const place = () => placeOf(1 + records.length, 0);
  const newId = (prefix: string, sub = 0) =>
    `${prefix}_${encodeIdSuffix(shard.nowMs, 0, place(), sub)}`;

  const commit = (
    facts: readonly Fact[],
    { operation, status, refusalCode, reply }: Committed,
    asking: Asking,
  ) => {
    const scope = asking.scope ?? 1;
    const { principalId } = asking.principal ?? PRINCIPAL;
    const actor = actorOfText(principalId);
    const record: StoredRecord = {
      place: place(),
      shard: 0,
      timeMs: shard.nowMs,
      operation,
      requestId: "",
      scope,
      principalId,
      actorType: actor.type,
      actorId: actor.id,
      cause: asking.cause ?? "api",
      previousPlace: records.findLast((earlier) => earlier.scope === scope)?.place ?? 0,
      parentPlace: asking.parentPlace ?? 0,
      requestDigest: "00000000000000000000000000000000",
      status,
      firstEvent: 0,
      facts: facts.map(throughJson),
    };
    if (refusalCode !== undefined) record.refusalCode = refusalCode;
    if (reply !== undefined) record.reply = reply;
    if (asking.idempotencyKey !== undefined) record.idempotencyKey = asking.idempotencyKey;
    for (const fact of record.facts) applyFact(state, features, fact, record);
    records.push(record);
    return record;
  };

  const shard: TestShard = {
    state,
    nowMs: START_MS,
    nextId: newId,
    apply: (facts, asking = {}) => commit(facts, { operation: "test", status: 200 }, asking).place,
    run(operation, input, asking = {}) {
      const principal = asking.principal ?? PRINCIPAL;
      const context: DecisionContext = {
        nowMs: shard.nowMs,
        dueMs: asking.due?.atMs,
        scope: asking.scope ?? 1,
        principal,
        actor: actorOfText(principal.principalId),
        cause: asking.cause ?? "api",
        prepared: undefined,
        place: place(),
        newId,
        record: (at) => records.find((record) => record.place === at),
      };
      const decision: Decision<ErrorCode> = operation.decide(state, input as never, context);
      const { facts } = decision;
      const written = [...facts, ...(asking.due?.facts ?? [])];
      const { place: at } = commit(written, committedOf(operation, decision), asking);
      if (decision.refused) {
        const { code, details, message } = decision as Refusal;
        return { place: at, code, details, message, facts, reply: undefined };
      }
      const reply = shard.replyOf(operation, at, principal);
      return { place: at, code: undefined, details: {}, message: "", facts, reply };
    },
    replyOf(operation, at, principal = PRINCIPAL) {
      const record = records.find((one) => one.place === at);
      invariant(record !== undefined, "a reply is asked for where a record is");
      const text = record.reply ?? operation.respond?.(record, principal, state);
      return text === undefined ? undefined : JSON.parse(text);
    },
    read(operation, input, context = {}) {
      const answer: Found | Refusal = operation.read(shard.snapshot(), input as never, {
        ...readContext(shard.nowMs),
        ...context,
      });
      if (answer.refused) return { code: answer.code, reply: undefined, refusal: answer };
      const { proving, json, document } = answer;
      if (document !== undefined) {
        invariant(
          json === JSON.stringify(document),
          "the text of an answer is that of its document",
        );
      }
      const body = proving === undefined ? json : proving.bodyOf(provenIn(records, proving));
      return { code: undefined, reply: JSON.parse(body) };
    },
    snapshot() {
      for (const table of SHARD_REGISTRY.tables(state)) {
        table.drain((scope, key, value) => {
          const id = `${table.code}:${scope}:${key}`;
          if (value === undefined) stored.delete(id);
          else stored.set(id, { code: table.code, scope, key, value: value.slice() });
          return 0;
        });
      }
      return snapshotOf([...stored.values()], records);
    },
  };
  return shard;
}

/** What a record keeps of its outcome beside the facts. */
type Committed = { operation: string; status: number; refusalCode?: ErrorCode; reply?: string };

function committedOf(operation: AnyWrite, decision: Decision<ErrorCode>): Committed {
  if (decision.refused) {
    const { code } = decision;
    return { operation: operation.id, status: ERROR_CATALOG[code].httpStatus, refusalCode: code };
  }
  const committed: Committed = { operation: operation.id, status: operation.http.status };
  if (operation.respond === undefined) committed.reply = JSON.stringify(decision.reply);
  return committed;
}

function applyFact(
  state: ShardState,
  features: readonly Record<string, Apply<ShardState>>[],
  fact: Fact,
  record: StoredRecord,
): void {
  let understood = false;
  if (fact.kind === TRANSFER_ROW && !features.some((feature) => TRANSFER_ROW in feature)) {
    applyTransferRow(state, fact as TransferRow, record);
    understood = true;
  }
  for (const feature of features) {
    const apply = feature[fact.kind];
    if (apply === undefined) continue;
    apply(state, fact, record);
    understood = true;
  }
  if (!understood) throw new Error(`no feature of this test understands ${fact.kind}`);
}

/** Rows of money have an encoding of their own; everything else is JSON in the log. */
function throughJson<T>(value: T): T {
  if ((value as Fact | undefined)?.kind === TRANSFER_ROW) return value;
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T);
}

/** A Product key as a caller; `key` says what is special about it. */
export function keyCaller(key: Partial<ApiKeyView> = {}): ProductKeyCaller {
  const view: ApiKeyView = {
    apiKeyId: PRINCIPAL.principalId,
    tenantId: TENANT_ID,
    productId: PRODUCT_ID,
    environment: "sandbox",
    name: "Test key",
    prefix: "service_test_000",
    scopes: [],
    status: "active",
    origin: "cli",
    createdAtMs: START_MS,
    ...key,
  };
  const { apiKeyId: principalId, environment, scopes } = view;
  return {
    kind: "product_key",
    principal: { ...PRINCIPAL, principalId, environment },
    key: view,
    product: PRODUCT,
    scopes: new Set(scopes),
    slot: 0,
    shard: 0,
  };
}

const PRODUCT: ProductView = {
  productId: PRODUCT_ID,
  tenantId: TENANT_ID,
  name: "Test",
  status: "active",
  createdAtMs: START_MS,
  updatedAtMs: START_MS,
  revision: 1,
  liveActivated: false,
};

function readContext(nowMs: number): ReadContext {
  return {
    nowMs,
    scope: 1,
    principal: PRINCIPAL,
    product: PRODUCT,
    caller: keyCaller(),
    located: 0,
    cursors: {
      encode: (filters, position) => JSON.stringify([filters, position]),
      decode: (filters, cursor) => {
        const [walked, position] = JSON.parse(cursor) as [unknown, string];
        return JSON.stringify(walked) === JSON.stringify(filters) ? position : undefined;
      },
    },
  };
}

function snapshotOf(
  stored: readonly (TableRow & { code: number; scope: number })[],
  records: readonly StoredRecord[],
): Snapshot {
  const seen = records.slice();
  const rows = stored.slice().sort((a, b) => (a.key < b.key ? -1 : 1));
  const between = (code: number, scope: number, range: { from?: string; below?: string }) =>
    rows.filter(
      (row) =>
        row.code === code &&
        row.scope === scope &&
        (range.from === undefined || row.key >= range.from) &&
        (range.below === undefined || row.key < range.below),
    );
  return {
    memory: new SnapshotMemory(),
    sequence: seen.length,
    shard: 0,
    get: (code, scope, key) =>
      rows.find((row) => row.code === code && row.scope === scope && row.key === key)?.value,
    descend: (code, scope, range) => between(code, scope, range).reverse(),
    ascend: between,
    newestRecord: (scope, belowMs = Number.POSITIVE_INFINITY) =>
      seen.findLast((record) => record.scope === scope && record.timeMs < belowMs)?.place ?? 0,
    record: (place) => seen.find((record) => record.place === place),
    leaf: (place) => leafIn(seen, place),
  };
}
