/** Whether the access of a customer may be used, by whatever acts for the customer in this Product. */
import { invariant } from "../../base/invariant.ts";
import type { Principal } from "../../contract/declare/principal.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { CustomerAccessDocument } from "./customer_access_document.ts";
import { complianceForbidden } from "./customer_access_lifecycle.ts";
import type { CustomerAccessState } from "./customer_access_noun.ts";

/** A customer whose access is looked at; `access` names the newest one. */
type AccessedCustomer = {
  realm: number;
  customerId: string;
  access?: { customerAccessId: string };
};

/** The newest access of a customer; undefined while there was never one. */
export function accessOf(
  { customerAccesses }: CustomerAccessState,
  { realm, access }: AccessedCustomer,
): CustomerAccessDocument | undefined {
  if (access === undefined) return undefined;
  const found = customerAccesses.byId(realm, access.customerAccessId);
  invariant(found !== undefined, "the access that a customer names exists");
  return found;
}

/** Refuses the use of an access that there is not, or not any more, or that is not active. */
export function refuseInactiveAccess(
  state: CustomerAccessState,
  customer: AccessedCustomer,
  { productId }: Pick<Principal, "productId">,
): Refusal<"customer_access_required" | "customer_access_status_forbidden"> | undefined {
  const access = accessOf(state, customer);
  const { customerId } = customer;
  if (access === undefined || access.status === "revoked") {
    const message = `customer ${customerId} has no access to Product ${productId}`;
    return refuse("customer_access_required", message, { customerId, productId });
  }
  const { customerAccessId, status } = access;
  if (status === "active") return undefined;
  const message = `customer access ${customerAccessId} is ${status}, must be active`;
  return refuse("customer_access_status_forbidden", message, { customerAccessId, status });
}

/**
 * Refuses as `refuseInactiveAccess` does, for operations that also say when compliance has refused the access: 403
 * `customer_access_compliance_forbidden`, which comes before the access's status.
 */
export function refuseAccess(
  state: CustomerAccessState,
  customer: AccessedCustomer,
  principal: Pick<Principal, "productId">,
):
  | Refusal<
      | "customer_access_required"
      | "customer_access_compliance_forbidden"
      | "customer_access_status_forbidden"
    >
  | undefined {
  const access = accessOf(state, customer);
  if (access?.compliance.outcome === "refused") return complianceForbidden(access.customerAccessId);
  return refuseInactiveAccess(state, customer, principal);
}
