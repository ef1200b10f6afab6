/**
 * The revisions of resources as a snapshot shows them, by their ids: what the approval of an agent's call binds.
 * The shard that decides the call compares them (`ShardRegistry.revisionOf`).
 */
import type { BoundRevision } from "../../contract/declare/approval.ts";
import type { DocumentResource, Resource } from "../../contract/declare/resource.ts";
import { PLATFORM_SHARD } from "../../contract/records/platform_realm.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { blueprints } from "../blueprint/blueprint_noun.ts";
import type { ProductDocument } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";

// biome-ignore lint/suspicious/noExplicitAny: of a document nothing but its revision is read
type AnyResource = DocumentResource<any, any>;

const OF_PLATFORM = byPrefix([blueprints]);

/** The revision of the resource with the id in the realm; undefined where there is none. */
export type SeenRevision = (
  snapshot: Snapshot,
  realm: number,
  id: string,
) => BoundRevision | undefined;

/** `resources`: of ledger shards; those whose things are records of the log have no revision. */
export function seenRevisionOf(resources: readonly Resource[]): SeenRevision {
  const ofLedger = byPrefix(resources.filter(isOfDocuments));
  return (snapshot, realm, id) => {
    const prefix = id.slice(0, Math.max(0, id.lastIndexOf("_")));
    const isOfPlatform = snapshot.shard === PLATFORM_SHARD;
    if (isOfPlatform && prefix === "prod") return seenProduct(snapshot, realm, id);
    const resource = (isOfPlatform ? OF_PLATFORM : ofLedger).get(prefix);
    const revision: unknown = resource?.find(snapshot, realm, id)?.document.revision;
    if (resource === undefined || typeof revision !== "number") return undefined;
    return { type: resource.noun, id, revision };
  };
}

/** A Product is a document of its company. */
function seenProduct(snapshot: Snapshot, realm: number, id: string): BoundRevision | undefined {
  const value = snapshot.get(PLATFORM_TABLE.product, realm, id);
  if (value === undefined) return undefined;
  return { type: "product", id, revision: decodeDocument<ProductDocument>(value).revision };
}

function isOfDocuments(resource: Resource): resource is AnyResource {
  return "find" in resource;
}

function byPrefix(resources: readonly AnyResource[]): ReadonlyMap<string, AnyResource> {
  return new Map(resources.map((resource) => [resource.prefix, resource]));
}
