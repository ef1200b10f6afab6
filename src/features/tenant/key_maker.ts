/** The membership of who has made a key, as a view shows it now. */
import { suffixOf } from "../../base/id.ts";
import type { FoundRow } from "../../contract/tables/document_index.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { type ApiKeyDocument, type IndexRow, PLATFORM_REALM } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { memberText } from "./tenant_nouns.ts";
import type { MEMBER_STATUSES } from "./tenant_schema.ts";

/** A text that sorts after every suffix of an id. */
const AFTER_ALL = "~";

export type KeyMaker = { memberId: string; status: (typeof MEMBER_STATUSES)[number] };
type Made = Pick<ApiKeyDocument, "realm" | "tenantId" | "createdByUserId">;

/** Finds makers of keys, each once; undefined where it is not known who made a key. */
export function makersIn(snapshot: Snapshot): (key: Made) => KeyMaker | undefined {
  const found = new Map<string, KeyMaker | undefined>();
  return (key) => {
    const { createdByUserId: userId } = key;
    if (userId === undefined) return undefined;
    if (!found.has(userId)) found.set(userId, makerIn(snapshot, key, userId));
    return found.get(userId);
  };
}

/** The membership that is in force, or else the newest. */
function makerIn(
  snapshot: Snapshot,
  { tenantId, realm }: Made,
  userId: string,
): KeyMaker | undefined {
  const text = memberText({ tenantId, userId });
  const inForce = text && snapshot.get(PLATFORM_TABLE.memberInForce, PLATFORM_REALM, text);
  if (inForce) {
    return { memberId: `mem_${decodeDocument<FoundRow>(inForce).key}`, status: "active" };
  }
  const own = suffixOf("usr", userId) ?? "";
  const range = { from: own, below: own + AFTER_ALL };
  for (const { value } of snapshot.descend(PLATFORM_TABLE.memberByUser, PLATFORM_REALM, range)) {
    const row = decodeDocument<IndexRow>(value);
    if (row.realm === realm) return { memberId: row.id, status: "removed" };
  }
  return undefined;
}
