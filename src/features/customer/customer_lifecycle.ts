/** The common parts of the operations that change a customer: refusing and replying. */
import { invariant } from "../../base/invariant.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { EntityDocument } from "../entity/entity_document.ts";
import type { CustomerDocument, CustomerStatus } from "./customer_document.ts";
import type { CustomerState } from "./customer_noun.ts";

/** `customer_status_forbidden` unless the customer is in one of the `allowed` statuses. */
export function refuseCustomerStatus(
  { customerId, status }: CustomerDocument,
  allowed: readonly CustomerStatus[],
): Refusal<"customer_status_forbidden"> | undefined {
  if (allowed.includes(status)) return undefined;
  const message = `customer ${customerId} is ${status}; allowed is ${allowed.join(" or ")}`;
  return refuse("customer_status_forbidden", message, { customerId, status, allowed });
}

/** The customer in a new status, which must differ from the present one. */
export function inStatus(
  { suspensionReason: _ended, ...before }: CustomerDocument,
  status: CustomerStatus,
  nowMs: number,
): CustomerDocument {
  return { ...before, status, reachedAtMs: { ...before.reachedAtMs, [status]: nowMs } };
}

/** The customer that an entity is; every entity is one's. */
export function customerOf(
  { customers }: CustomerState,
  { realm, customerId }: Pick<EntityDocument, "realm" | "customerId">,
): CustomerDocument {
  const customer = customers.byId(realm, customerId);
  invariant(customer !== undefined, "an entity is a customer's");
  return customer;
}
