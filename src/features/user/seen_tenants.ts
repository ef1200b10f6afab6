/** The companies of a person, as a snapshot shows them. */
import { suffixOf } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { type IndexRow, PLATFORM_REALM, type TenantDocument } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { members } from "../tenant/tenant_nouns.ts";
import type { User } from "./user_schema.ts";

/** Oldest membership first; those that ended are left out. */
export function tenantsSeen(snapshot: Snapshot, userId: string): User["tenants"] {
  const from = suffixOf("usr", userId);
  invariant(from !== undefined, "a person has an id of the platform");
  const range = { from, below: `${from}~` };
  const rows = [...snapshot.ascend(PLATFORM_TABLE.memberByUser, PLATFORM_REALM, range)];
  return rows.flatMap(({ value }) => {
    const { id, realm } = decodeDocument<IndexRow>(value);
    const member = members.find(snapshot, realm, id)?.document;
    if (member?.status !== "active") return [];
    const { tenantId, memberId, role } = member;
    const tenant = snapshot.get(PLATFORM_TABLE.tenant, realm, tenantId);
    const name = tenant === undefined ? "" : decodeDocument<TenantDocument>(tenant).name;
    return [{ tenantId, name, memberId, role }];
  });
}
