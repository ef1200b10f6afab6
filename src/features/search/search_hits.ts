/** What a search finds: first the things that the text names exactly, then by a part of their names. */
import type { ReadContext } from "../../contract/declare/operation.ts";
import type { Resource, Titled } from "../../contract/declare/resource.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { suffixOfExternalId } from "../external_id.ts";
import { suffixOfRecord } from "../record_walk.ts";

/** How many things of each resource with names one search looks at; the newest come first. */
export const SEARCH_SCAN_MAX = 10_000;

export type SearchHit = Titled & { type: string };
/** `resources`: the types that the caller asked for and may read. */
type Asked = { text: string; resources: readonly Resource[]; itemsMax: number };
type Finding = { items: SearchHit[]; complete: boolean };

/** Hits of the resources that are asked for, at most `itemsMax`, each thing once. */
export function hitsOf(snapshot: Snapshot, context: ReadContext, asked: Asked): Finding {
  const { realm } = context;
  const { resources, text, itemsMax } = asked;
  const finding: Finding = { items: [], complete: true };
  if (realm === undefined) return finding;
  const seen = new Set<string>();
  const add = ({ noun }: Resource, hit: Titled | undefined): boolean => {
    if (hit === undefined || seen.has(hit.id)) return true;
    if (finding.items.length === itemsMax) {
      finding.complete = false;
      return false;
    }
    seen.add(hit.id);
    finding.items.push({ type: noun, ...hit });
    return true;
  };
  for (const id of namedIds(snapshot, context, realm, asked)) {
    const resource = resources.find(({ prefix }) => id.startsWith(`${prefix}_`));
    if (resource !== undefined && !add(resource, resource.titled(snapshot, realm, id))) {
      return finding;
    }
  }
  const part = text.toLowerCase();
  for (const resource of resources) {
    let scanned = 0;
    for (const hit of resource.named?.(snapshot, realm, part) ?? []) {
      if (!add(resource, hit)) return finding;
      if (++scanned < SEARCH_SCAN_MAX) continue;
      finding.complete = false;
      break;
    }
  }
  return finding;
}

/**
 * Ids that the text names exactly: the text itself; of each resource, the thing with this external id;
 * the operation and the receipt of the request with this idempotency key.
 */
function* namedIds(
  snapshot: Snapshot,
  { located }: ReadContext,
  realm: number,
  { text, resources }: Asked,
): Generator<string> {
  yield text;
  for (const resource of resources) {
    const suffix = suffixOfExternalId(resource, snapshot, realm, text);
    if (suffix !== undefined) yield `${resource.prefix}_${suffix}`;
  }
  const record = located === 0 ? undefined : snapshot.record(located);
  if (record?.realm !== realm || record.idempotencyKey !== text.toLowerCase()) return;
  yield `op_${suffixOfRecord(record)}`;
  yield `rcpt_${suffixOfRecord(record)}`;
}
