/**
 * The reads of one request: one caller, one snapshot, one time. The context that REST makes for
 * each read is made once for each batch here.
 */
import type { CursorCodecs } from "../access/cursor.ts";
import type { Place } from "../base/id.ts";
import { refusalOfOperation } from "../calls/admission.ts";
import { type AnyRead, actsOnNoShard } from "../calls/callable.ts";
import { readContextOf } from "../calls/read_context.ts";
import type { CallTarget } from "../calls/target.ts";
import type { Caller } from "../contract/declare/caller.ts";
import { type FileAnswer, jsonParts } from "../contract/declare/file_answer.ts";
import type { PastPoint, ReadContext } from "../contract/declare/operation.ts";
import type { Environment } from "../contract/declare/principal.ts";
import type { RequestLogReader } from "../contract/messages/request_log.ts";
import { type Refusal, refuse } from "../contract/refusals/refusal.ts";
import type { Snapshot } from "../contract/tables/snapshot.ts";
import type { Outcome } from "./answers.ts";
import { FILE_CHARS_MAX, refuseLimit } from "./limits.ts";
import type { Reads } from "./load.ts";
import { type AsOf, type ReadInput, refuseFuture } from "./read_field.ts";
import type { SnapshotCache } from "./snapshot_cache.ts";

/** The places of the records of keys that reads name, as the shard has answered (`needs.recordOf`). */
export type Located = ReadonlyMap<AnyRead, ReadonlyMap<string, Place>>;

/** The moments of a realm: the number of its newest event, and the record of each of them. */
export type RealmMoments = {
  newestEvent(snapshot: Snapshot, realmKey: string): number;
  placeOfEvent(snapshot: Snapshot, realmKey: string, number: number): Place;
};

/** Where reads happen: names, the realm, and the Product, of a Product key or of a target that was found. */
export type ReadTarget = Pick<CallTarget, "principal" | "product" | "realmKey">;

/** One caller at one snapshot. `realm` is undefined while the shard has no realm at the target. */
export type ReadingParts = {
  snapshot: Snapshot;
  realm: number | undefined;
  caller: Caller;
  /** Undefined for reads that act on no shard. */
  place: ReadTarget | undefined;
  /** The environment that is asked for. */
  environment: Environment;
  cursors: CursorCodecs;
  located: Located;
  moments: RealmMoments;
  requestLog: RequestLogReader | undefined;
  nowMs: number;
  /** Other shards, for reads that act on no Product. */
  shardAt?: ReadContext["shardAt"];
  /** The files beside the log; only in a reader thread. */
  files?: ReadContext["files"];
  /** The outcomes of earlier reads of Product keys; where it is absent, everything is read. */
  cache?: SnapshotCache;
};

/** How long an outcome may be reused: at this sequence, in this millisecond, or never. */
type Reuse = { validity: "sequence" | "now" | "never" };

/** The reads of one caller at one snapshot. The checks of an operation are made once for all its inputs. */
export function readsOf(parts: ReadingParts): Reads {
  const { caller, environment, place } = parts;
  const { shard, sequence } = parts.snapshot;
  const cached =
    caller.kind === "product_key"
      ? parts.cache?.of(caller, { shard, sequence, nowMs: parts.nowMs })
      : undefined;
  return {
    known: (operation, key) => cached?.get(operation, key),
    batch(operation, inputs, gate) {
      const denied =
        refusalOfOperation(caller, environment, gate, place?.product) ??
        refusalElsewhere(operation, place);
      if (denied !== undefined) return inputs.map(() => denied);
      const reuse: Reuse = { validity: "sequence" };
      const context = contextOf(parts, operation, reuse);
      return inputs.map((input) => {
        restart(reuse);
        const outcome = outcomeOf(operation, input, parts, context);
        const { validity } = reuse;
        const isKept = validity !== "never" && "document" in outcome;
        if (isKept) cached?.set(operation, input.key, outcome, validity);
        return outcome;
      });
    },
  };
}

function restart(reuse: Reuse): void {
  reuse.validity = "sequence";
}

/**
 * Refuses a read that acts elsewhere than where its group of root fields reads: an object of the
 * company never leads into a Product, nor an object of a Product out of it.
 */
function refusalElsewhere(
  operation: AnyRead,
  place: ReadTarget | undefined,
): Refusal<"operation_not_allowed"> | undefined {
  if (actsOnNoShard(operation)) return undefined;
  const on = operation.acts?.on ?? "product";
  if (place !== undefined && on === onOf(place)) return undefined;
  const message = `${operation.id} acts elsewhere than the object that leads to it: ask for it as a root field`;
  return refuse("operation_not_allowed", message, { reason: "no_product" });
}

function onOf({
  principal: { productId, tenantId },
}: ReadTarget): "product" | "tenant" | "platform" {
  if (productId !== "") return "product";
  return tenantId === "" ? "platform" : "tenant";
}

/**
 * The context of the reads of one operation. It changes `reuse` when a read asks for something
 * outside of the snapshot: for the time, so that the outcome holds in this millisecond only, or for
 * the log of requests, so that it holds for this request only.
 */
function contextOf(
  {
    snapshot,
    realm,
    caller,
    place,
    environment,
    cursors,
    requestLog,
    nowMs,
    ...more
  }: ReadingParts,
  operation: AnyRead,
  reuse: Reuse,
): ReadContext {
  // Where the target is a Product, whose shard is a ledger shard, an answer holds at that one sequence.
  const shardAt = place?.principal.productId ? () => snapshot : more.shardAt;
  const at = { nowMs, realm, located: 0, place, environment, cursors, requestLog, shardAt };
  const context = readContextOf(operation, caller, at);
  const { files } = more;
  if (files !== undefined) {
    Object.defineProperty(context, "files", {
      enumerable: true,
      get() {
        // A file may be lost at any time, whatever the shard's sequence is.
        reuse.validity = "never";
        return files;
      },
    });
  }
  Object.defineProperty(context, "nowMs", {
    enumerable: true,
    get() {
      if (reuse.validity === "sequence") reuse.validity = "now";
      return nowMs;
    },
  });
  if (requestLog === undefined) return context;
  // The log of requests grows at any time, whatever the shard's sequence is.
  return Object.defineProperty(context, "requestLog", {
    enumerable: true,
    get() {
      reuse.validity = "never";
      return requestLog;
    },
  });
}

function outcomeOf(
  operation: AnyRead,
  { key, value, past }: ReadInput,
  parts: ReadingParts,
  context: ReadContext,
): Outcome {
  const { snapshot, located } = parts;
  const point = past && pointOf(past, parts);
  if (point !== undefined && "refused" in point) return point;
  const place = located.get(operation)?.get(key);
  // Copying the context reads its time, so an outcome that rests on the shard's answer holds in
  // this millisecond only.
  const own =
    place === undefined && point === undefined
      ? context
      : {
          ...context,
          ...(place !== undefined && { located: place }),
          ...(point !== undefined && { past: point }),
        };
  const answer = operation.read(snapshot, value, own);
  if (answer.refused) return answer;
  if (answer.file !== undefined) return fileOutcome(answer.file);
  return { document: answer.document ?? JSON.parse(answer.json) };
}

/** The moment that `asOf` names, as reads take it; or the refusal of one that has not come. */
function pointOf(
  past: AsOf,
  { snapshot, realm, place, moments, nowMs }: ReadingParts,
): PastPoint | Refusal<"invalid_request"> {
  const realmKey = place?.realmKey ?? "";
  const newestEvent = moments.newestEvent(snapshot, realmKey);
  const future = refuseFuture(past, { snapshot, realm, newestEvent, nowMs });
  if (future !== undefined) return future;
  if ("timeMs" in past) return past;
  return { place: moments.placeOfEvent(snapshot, realmKey, past.sequence) };
}

/** The outcome of a read that answers a file: the file in its JSON form. */
function fileOutcome(file: FileAnswer): Outcome {
  let text = "";
  for (const part of jsonParts(file)) {
    text += part;
    if (text.length > FILE_CHARS_MAX) {
      const message = `a file of the answer is larger than ${FILE_CHARS_MAX} characters: use REST`;
      return refuseLimit("fileChars", FILE_CHARS_MAX, message);
    }
  }
  return { document: JSON.parse(text) };
}
