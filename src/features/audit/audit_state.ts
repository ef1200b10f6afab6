/** The audit feeds of companies: for each note a row in the realm of each company that it is for. */
import { encodeIdSuffix } from "../../base/id.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import { PLATFORM_SHARD } from "../../contract/records/platform_realm.ts";
import { EntryTable } from "../../contract/tables/entry_table.ts";
import { encodeDocument } from "../../contract/tables/table.ts";
import type { PlatformState } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { AUDIT_NOTED, type AuditNoted } from "./audit_note.ts";

export type AuditState = PlatformState & {
  /** By the suffix of the record's ids, which is that of the audit event too. */
  auditIndex: EntryTable;
};

/** The value of a row: the place of the record that has the note. */
export type AuditRow = { place: number };

export function createAuditState() {
  return { auditIndex: new EntryTable("audit_index", PLATFORM_TABLE.auditIndex) };
}

export const auditFacts: Record<string, Apply<AuditState>> = {
  [AUDIT_NOTED]: (state, fact, { timeMs, place }) => {
    const { tenantIds } = fact as AuditNoted;
    const row: AuditRow = { place };
    for (const tenantId of tenantIds) {
      const tenant = state.tenants.find(tenantId);
      if (tenant === undefined) continue;
      const suffix = encodeIdSuffix(timeMs, PLATFORM_SHARD, place, 0);
      state.auditIndex.add(tenant.realm, suffix, encodeDocument(row));
    }
  },
};
