/**
 * The index of the calls of agents that a person had to approve, which a shard writes and reads use: by the
 * idempotency key of the call, the record that decided the call. It is of realms of companies and of live, and
 * belongs to the first realm of a name, as keys do. A shard's own table of keys is in its memory alone.
 */
import { decodeIdSuffix, encodeIdSuffix } from "../../base/id.ts";
import { type RealmNames, realmKeyOf } from "../declare/principal.ts";
import type { RealmDocument } from "../records/realm_document.ts";
import type { RecordHead, StoredRecord } from "../records/record.ts";
import { SHARD_TABLE } from "./shard_table_codes.ts";
import type { Snapshot } from "./snapshot.ts";
import { decodeDocument } from "./table.ts";

/** Whether calls of agents in this realm may have been approved. */
export function hasApprovedCalls({ productId, environment }: RealmNames): boolean {
  return productId === "" || environment === "live";
}

/** What the index has of a record: the end of the operation's id, in bytes. */
export function encodeApprovedCall({ timeMs, shard, place }: RecordHead): Uint8Array {
  return Buffer.from(encodeIdSuffix(timeMs, shard, place, 0));
}

/**
 * The record of the call of an agent with this key, as the snapshot shows the realm; undefined where it shows none,
 * which may be because it is behind.
 */
export function approvedCallIn(
  snapshot: Snapshot,
  names: RealmNames,
  idempotencyKey: string,
): StoredRecord | undefined {
  const stored = snapshot.get(SHARD_TABLE.realm, 0, realmKeyOf(names));
  if (stored === undefined) return undefined;
  const { first } = decodeDocument<RealmDocument>(stored);
  const suffix = snapshot.get(SHARD_TABLE.approvedCall, first, idempotencyKey);
  if (suffix === undefined) return undefined;
  const origin = decodeIdSuffix(Buffer.from(suffix).toString());
  return origin === undefined ? undefined : snapshot.record(origin.place);
}
