/** The common parts of the operations that change a customer: refusing and replying. */
import { invariant } from "../../base/invariant.ts";
import { actorText } from "../../contract/actor.ts";
import { type Acceptance, accept, type DecisionContext } from "../../contract/operation.ts";
import type { Fact } from "../../contract/record.ts";
import { type Refusal, refuse } from "../../contract/refusal.ts";
import type { EntityDocument } from "../entity/entity_document.ts";
import { previousFields } from "../previous_fields.ts";
import type { CustomerDocument, CustomerStatus } from "./customer_document.ts";
import type { CustomerEvent, CustomerFact } from "./customer_facts.ts";
import { customerResource } from "./customer_resource.ts";
import type { CustomerState } from "./customer_state.ts";

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

/** The fact of a change of `before` to `after`; sets revision, time and actor. */
export function changedCustomerFact(
  event: Exclude<CustomerEvent, "created">,
  before: CustomerDocument,
  { realm: _realm, ...after }: CustomerDocument,
  { nowMs, principal, actor }: DecisionContext,
): CustomerFact {
  const customer: CustomerFact["customer"] = {
    ...after,
    revision: after.revision + 1,
    updatedAtMs: nowMs,
    changedBy: actorText(actor),
  };
  const previous = previousFields(
    customerResource(before, principal),
    customerResource(customer, principal),
  );
  return { kind: `customer.${event}.1`, customer, previous };
}

/**
 * Accepts a change of `before` to `after`. The reply is the customer as `customer.retrieve` shows it right
 * afterwards. `alongside` are facts about other things that change in the same record.
 */
export function acceptCustomer(
  event: Exclude<CustomerEvent, "created">,
  before: CustomerDocument,
  after: CustomerDocument,
  context: DecisionContext,
  alongside: readonly Fact[] = [],
): Acceptance {
  const fact = changedCustomerFact(event, before, after, context);
  return accept([...alongside, fact], customerResource(fact.customer, context.principal));
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
