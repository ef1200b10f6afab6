/**
 * The reads of one request: one caller, one snapshot, one time. What REST hands to a read, made once
 * for each batch instead of once for each read.
 */
import type { Authenticated } from "../access/credential_table.ts";
import type { CursorCodecs } from "../access/cursor.ts";
import type { Place } from "../base/id.ts";
import { scopeKeyOf } from "../contract/envelope.ts";
import type { ReadContext } from "../contract/operation.ts";
import type { Snapshot } from "../contract/snapshot.ts";
import type { ShardView } from "../views/shard_view.ts";
import type { Outcome } from "./answers.ts";
import { denialOf } from "./field_access.ts";
import type { ReadBatch } from "./load.ts";
import type { AnyRead, ReadInput } from "./read_field.ts";

/** Where the keys that reads ask the actor about stand, as `locate` told before the snapshot. */
export type Located = ReadonlyMap<AnyRead, ReadonlyMap<string, Place>>;

export type ReadingParts = {
  view: ShardView;
  caller: Authenticated;
  cursors: CursorCodecs;
  located: Located;
  nowMs: number;
};

/** Reads of the newest snapshot, which stays as it is until control returns to the event loop. */
export function readsOf({ view, caller, cursors, located, nowMs }: ReadingParts): {
  snapshot: Snapshot;
  readBatch: ReadBatch;
} {
  const snapshot = view.refreshed();
  const { principal, product, key: apiKey } = caller;
  const { productId, environment } = principal;
  const scope = view.scopeNumberOf(scopeKeyOf(productId, environment));

  function contextOf(operation: AnyRead): ReadContext {
    const isPublic = operation.principals.includes("public");
    // The walk of a public list is nobody's, as over REST: cursors of one open in the other.
    const walk = isPublic
      ? { operation: operation.id, productId: "", environment: "sandbox" as const }
      : { operation: operation.id, productId, environment };
    return {
      nowMs,
      scope,
      principal,
      product,
      apiKey,
      located: 0,
      cursors: cursors.forWalk(walk),
    };
  }

  return {
    snapshot,
    readBatch(operation, inputs) {
      const denied = denialOf(caller, operation);
      if (denied !== undefined) return inputs.map(() => denied);
      const context = contextOf(operation);
      return inputs.map((input) => outcomeOf(operation, input, snapshot, context, located));
    },
  };
}

function outcomeOf(
  operation: AnyRead,
  { key, value, past }: ReadInput,
  snapshot: Snapshot,
  context: ReadContext,
  located: Located,
): Outcome {
  const place = located.get(operation)?.get(key);
  const own = {
    ...context,
    ...(place !== undefined && { located: place }),
    ...(past !== undefined && { past }),
  };
  const answer = operation.read(snapshot, value, own);
  if (answer.refused) return answer;
  return { document: answer.document ?? JSON.parse(answer.json) };
}
