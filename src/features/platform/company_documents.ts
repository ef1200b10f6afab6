/**
 * Documents of a company: they stand in the realm of the company, whichever realm has the record that changes them,
 * because memberships and grants of agents are decided in the realm of the platform too.
 */
import { invariant } from "../../base/invariant.ts";
import type { PlatformState } from "./platform_state.ts";

/** The number of the realm of the company that the thing is of. The company must be there. */
export function realmOfCompany(
  { tenantId }: { tenantId: string },
  { tenants }: Pick<PlatformState, "tenants">,
): number {
  const tenant = tenants.find(tenantId);
  invariant(
    tenant !== undefined,
    "what belongs to a company is changed while the company is there",
  );
  return tenant.realm;
}
