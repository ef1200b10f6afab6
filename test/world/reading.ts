/** For tests: runs a read as an edge does, and returns its outcome. */
import assert from "node:assert/strict";
import { createCursorCodec } from "../../src/access/cursor.ts";
import type { Place } from "../../src/base/id.ts";
import { actsOnNoShard } from "../../src/calls/callable.ts";
import { EMPTY_SNAPSHOT, readContextOf } from "../../src/calls/read_context.ts";
import { targetOfKey } from "../../src/calls/target.ts";
import type { ProductKeyCaller } from "../../src/contract/declare/caller.ts";
import type { FileAnswer } from "../../src/contract/declare/file_answer.ts";
import type { FileReader } from "../../src/contract/declare/file_reader.ts";
import type { Found } from "../../src/contract/declare/found.ts";
import type { PastPoint, ReadOperation } from "../../src/contract/declare/operation.ts";
import type { RequestLogReader } from "../../src/contract/messages/request_log.ts";
import { provenBody } from "../../src/contract/records/tree_head.ts";
import type { Refusal } from "../../src/contract/refusals/refusal.ts";
import { type Snapshot, SnapshotMemory } from "../../src/contract/tables/snapshot.ts";
import { refuseIssues } from "../../src/contract/values/page.ts";
import type { ShardView } from "../../src/views/shard_view.ts";
import { type Input, issuesOfInput } from "./input.ts";
import { provenIn } from "./proofs.ts";
import type { Answer } from "./writing.ts";

// biome-ignore lint/suspicious/noExplicitAny: runs operations of every input type
export type AnyRead = ReadOperation<any, any, any, any>;

/** Options of a read besides its input. */
export type Reading = {
  /** The key of the caller; the world's own key when absent. */
  caller?: ProductKeyCaller;
  past?: PastPoint;
  /** The position after which a stream goes on. */
  after?: string | undefined;
  /** Absent when the log of requests is switched off. */
  requestLog?: RequestLogReader | undefined;
  /** The files beside the log; absent where the read has none. */
  files?: FileReader;
  /** Replaces methods of the view, to count reads or to simulate damage. */
  altered?(view: Snapshot): Partial<Snapshot>;
};

/** The outcome of a read. */
export type ReadResult = {
  code: string | undefined;
  reply: Answer;
  refusal?: Refusal;
  file?: FileAnswer | undefined;
};

/** The shard on which a read runs. */
export type ReadAt = {
  view: ShardView;
  nowMs: number;
  /** The place of the record of an idempotency key; 0 when the realm has none. */
  locate(realm: number, idempotencyKey: string): Place;
};

const CURSORS = createCursorCodec(Buffer.alloc(32, 7));

/** Runs a read and returns its outcome. */
export function runRead(
  { view, nowMs, locate }: ReadAt,
  operation: AnyRead,
  input: Input,
  { caller, altered, past, after, requestLog, files }: Reading & { caller: ProductKeyCaller },
): ReadResult {
  const issues = issuesOfInput(operation, input);
  if (issues.length > 0) return outcomeOf(refuseIssues(issues), view);
  const isOfNobody = actsOnNoShard(operation);
  const place = isOfNobody ? undefined : targetOfKey(caller);
  const realm = place === undefined ? undefined : view.realmNumberOf(place.realmKey);
  const key = operation.needs?.recordOf?.(input as never);
  const located = key === undefined || realm === undefined ? 0 : locate(realm, key);
  const { environment } = caller.principal;
  const where = { realm, located, place, environment };
  const how = { past, after, requestLog, files };
  const at = { ...where, nowMs, cursors: CURSORS, ...how, shardAt: () => view };
  const seen = isOfNobody ? EMPTY_SNAPSHOT : view;
  const snapshot = altered === undefined ? seen : alteredView(seen, altered(seen));
  const context = readContextOf(operation, caller, at);
  return outcomeOf(operation.read(snapshot, input as never, context), view);
}

function outcomeOf(answer: Found | Refusal, view: Snapshot): ReadResult {
  if (answer.refused) return { code: answer.code, reply: undefined, refusal: answer };
  const { proving, json, document, file, stream } = answer;
  if (stream !== undefined) return { code: undefined, reply: stream };
  if (document !== undefined) {
    const text = JSON.stringify(document);
    assert.equal(json, text, "the text of an answer is that of its document");
  }
  const body = proving === undefined ? json : provenBody(proving, provenIn(view, proving));
  return { code: undefined, reply: JSON.parse(body), file };
}

/** The view with some of its methods replaced. */
export function alteredView(view: Snapshot, changes: Partial<Snapshot>): Snapshot {
  return {
    memory: new SnapshotMemory(),
    sequence: view.sequence,
    shard: view.shard,
    get: (...of) => view.get(...of),
    descend: (...of) => view.descend(...of),
    ascend: (...of) => view.ascend(...of),
    newestRecord: (...of) => view.newestRecord(...of),
    record: (place) => view.record(place),
    pointAt: (place, spot) => view.pointAt(place, spot),
    leaf: (place) => view.leaf(place),
    ...changes,
  };
}
