/**
 * Documents of a company: they stand in the realm of the company, whichever realm has the record that changes them,
 * because memberships and grants of agents are decided in the realm of the platform too.
 */
import { invariant } from "../../base/invariant.ts";
import type { ResourceTable } from "../../contract/declare/resource.ts";
import type { PlatformState } from "./platform_state.ts";

/** A document, and the company that it is of. */
type OfCompany = { realm: number; tenantId: string };

/** The number of the company's realm. The company must be there. */
export function realmOfCompany(
  { tenants }: Pick<PlatformState, "tenants">,
  tenantId: string,
): number {
  const tenant = tenants.find(tenantId);
  invariant(
    tenant !== undefined,
    "what belongs to a company is changed while the company is there",
  );
  return tenant.realm;
}

/** Puts the document with this id into the realm of its company. */
export function putInCompany<D extends OfCompany>(
  state: Pick<PlatformState, "tenants">,
  table: ResourceTable<D>,
  id: string,
  document: Omit<D, "realm">,
): void {
  const { tenantId } = document as Omit<D, "realm"> & Pick<OfCompany, "tenantId">;
  table.set(table.keyOf(id), { ...document, realm: realmOfCompany(state, tenantId) } as D);
}
