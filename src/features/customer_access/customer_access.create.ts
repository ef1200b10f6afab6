/** customer_access.create: enrols a customer in the Product. */
import { type DecisionContext, declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { actorText } from "../../contract/records/actor.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { parseTimestamp } from "../../contract/values/timestamp_text.ts";
import { acceptNewAccess } from "../customer/customer_access_change.ts";
import type { CustomerDocument } from "../customer/customer_document.ts";
import { refuseCustomerStatus } from "../customer/customer_lifecycle.ts";
import type { CustomerState } from "../customer/customer_noun.ts";
import { customerNotFound } from "../customer/customer_noun.ts";
import { entityOf, refuseEntityStatus } from "../entity/entity_lifecycle.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { refuseAccessTier } from "./access_tier.ts";
import { CUSTOMER_PORT, type CustomerAccessDocument } from "./customer_access_document.ts";
import { refuseRefused } from "./customer_access_lifecycle.ts";
import type { CustomerAccessFact } from "./customer_access_noun.ts";
import { CustomerAccess, CustomerAccessDraft } from "./customer_access_schema.ts";
import { accessOf } from "./used_access.ts";

export const customerAccessCreate = declareWrite<CustomerState>()({
  id: "customer_access.create",
  summary: "Create a customer access",
  description:
    "A customer has one access at a time; a new one may follow one that was revoked. A test customer (sandbox) is cleared by compliance at once, so its access is `pending` and can be activated; any other waits in `pending_compliance`.",
  http: { method: "POST", path: "/customer-accesses", status: 201 },
  principals: PRODUCT_CALLERS,
  scope: "customer_access:write",
  body: CustomerAccessDraft,
  output: CustomerAccess,
  refusals: [
    "resource_not_found",
    "customer_not_found",
    "customer_status_forbidden",
    "entity_status_forbidden",
    "customer_access_compliance_forbidden",
    "kyc_tier_insufficient",
    "state_conflict",
    "ledger_unavailable",
  ],
  events: ["customer_access.created", "customer.updated"],
  decide(state, draft, context) {
    const { realm, principal } = context;
    const otherProduct = refuseOtherProduct(principal, draft.productId);
    if (otherProduct !== undefined) return otherProduct;
    const customer = state.customers.byId(realm, draft.customerId);
    if (customer === undefined) return customerNotFound(draft.customerId);
    const entity = entityOf(state, realm, customer);
    const earlier = accessOf(state, customer);
    const refusal =
      refuseCustomerStatus(customer, ["pending", "active", "suspended"]) ??
      refuseEntityStatus(entity) ??
      (earlier && refuseRefused(earlier)) ??
      refuseAccessTier(entity, principal) ??
      (earlier && refuseUnrevoked(earlier));
    if (refusal !== undefined) return refusal;
    return acceptNewAccess(customer, newAccessOf(customer, draft, context), context);
  },
});

/** A customer has one access that is not revoked. */
function refuseUnrevoked({
  customerAccessId,
  status,
  customerId,
}: CustomerAccessDocument): Refusal<"state_conflict"> | undefined {
  if (status === "revoked") return undefined;
  const message = `customer ${customerId} has customer access ${customerAccessId}, which is ${status}`;
  return refuse("state_conflict", message, {
    customerAccessId,
    status,
    expected: "revoked",
    actual: status,
  });
}

function newAccessOf(
  { customerId, test }: CustomerDocument,
  { ports = [CUSTOMER_PORT], terms, metadata }: CustomerAccessDraft,
  { nowMs, actor, newId }: DecisionContext,
): CustomerAccessFact["customerAccess"] {
  const status = test ? "pending" : "pending_compliance";
  return {
    customerAccessId: newId("cacc"),
    customerId,
    ports,
    ...(terms !== undefined && { terms: termsOf(terms) }),
    compliance: test ? { outcome: "clear", checkedAtMs: nowMs } : { outcome: "pending" },
    status,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    reachedAtMs: { [status]: nowMs },
    revision: 1,
    changedBy: actorText(actor),
    ...(metadata !== undefined && { metadata }),
  };
}

function termsOf({ version, acceptedAt, evidence }: NonNullable<CustomerAccessDraft["terms"]>) {
  const acceptedAtMs = parseTimestamp(acceptedAt) as number;
  return { version, acceptedAtMs, ...(evidence !== undefined && { evidence }) };
}
