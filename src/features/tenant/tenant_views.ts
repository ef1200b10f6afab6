/** The company and its rules as answers show them, and their change. Old companies lack later fields. */
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import type { DecisionContext, ReadContext } from "../../contract/declare/operation.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { UTC } from "../../rails/zone_offsets.ts";
import { ofTenants, type TenantChanged } from "../platform/platform_facts.ts";
import type { PlatformState, TenantDocument } from "../platform/platform_state.ts";
import { SESSION_LASTS_MS } from "../session/session_document.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import type { SecurityPolicy, Tenant } from "./tenant_schema.ts";

type Stored = Omit<TenantDocument, "realm">;

/** The company that a read is for. */
export function tenantIn(snapshot: Snapshot, { realm, principal }: ReadContext): TenantDocument {
  const value =
    realm === undefined
      ? undefined
      : snapshot.get(PLATFORM_TABLE.tenant, realm, principal.tenantId);
  invariant(value !== undefined, "a member's company is there");
  return decodeDocument<TenantDocument>(value);
}

/** The company that a write is for. */
export function tenantFor(
  { tenants }: PlatformState,
  { realm, principal }: Pick<DecisionContext, "realm" | "principal">,
): TenantDocument {
  const tenant = tenants.get(realm, principal.tenantId);
  invariant(tenant !== undefined, "a member's company is there");
  return tenant;
}

export function revisionOf({ revision = 1 }: Stored): number {
  return revision;
}

export function tenantResource(tenant: Stored): Tenant {
  const { tenantId, name, country, createdAtMs, updatedAtMs = createdAtMs } = tenant;
  const { name: timeZone } = tenant.timeZone ?? UTC;
  return {
    tenantId,
    name,
    ...(country !== undefined && { country }),
    timeZone,
    status: "active",
    revision: revisionOf(tenant),
    createdAt: isoTime(createdAtMs),
    updatedAt: isoTime(updatedAtMs),
  };
}

export function securityResource(tenant: Stored): SecurityPolicy {
  const { tenantId, requireMfa = false, allowedCidrs = [] } = tenant;
  return {
    tenantId,
    requireMfa,
    sessionMaxAge: SESSION_LASTS_MS / 1_000,
    allowedCidrs: [...allowedCidrs],
    revision: revisionOf(tenant),
  };
}

/** The company with changed fields: the next revision. */
export function changedTenant(
  before: TenantDocument,
  change: Partial<Pick<TenantDocument, "requireMfa" | "allowedCidrs">>,
  nowMs: number,
): TenantChanged {
  const revision = revisionOf(before) + 1;
  return ofTenants.fact("changed", { ...before, ...change, revision, updatedAtMs: nowMs });
}
