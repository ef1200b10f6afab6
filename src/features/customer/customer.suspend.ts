/**
 * customer.suspend: suspends an active customer, who then pays nothing new; the customer's accounts
 * keep their money.
 */
import { Type } from "@sinclair/typebox";
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { inStatus, refuseCustomerStatus } from "./customer_lifecycle.ts";
import type { CustomerState } from "./customer_noun.ts";
import { customerNotFound, customers } from "./customer_noun.ts";
import { Customer, SuspensionReasonDraft } from "./customer_schema.ts";

export const customerSuspend = declareWrite<CustomerState>()({
  id: "customer.suspend",
  summary: "Suspend a customer",
  description:
    "While the customer is suspended, its accounts pay nothing new: a transfer, an item of a batch and a new hold " +
    "that would debit one of them are refused with `customer_status_forbidden`, and no account is opened for it. " +
    "Its accounts go on to receive credits. A hold that was reserved before can be cleared, cancelled and expire. " +
    "A reversal may debit its accounts, because it corrects what has happened. Its accounts can be renamed, " +
    "frozen, unfrozen and closed. To stop these movements too, freeze the accounts.",
  http: { method: "POST", path: "/customers/{customerId}/suspend" },
  principals: PRODUCT_CALLERS,
  scope: "customers:write",
  path: customers.path,
  body: Type.Object(
    { reason: SuspensionReasonDraft },
    {
      title: "CustomerSuspension",
      description: "Why a customer is to be suspended.",
      additionalProperties: false,
    },
  ),
  output: Customer,
  refusals: ["customer_not_found", "customer_status_forbidden", "ledger_unavailable"],
  events: ["customer.suspended"],
  decide(state, { customerId, reason }, context) {
    const customer = state.customers.byId(context.realm, customerId);
    if (customer === undefined) return customerNotFound(customerId);
    const refusal = refuseCustomerStatus(customer, ["active"]);
    if (refusal !== undefined) return refusal;
    const after = inStatus(customer, "suspended", context.nowMs);
    return customers.acceptChange(
      "suspended",
      customer,
      { ...after, suspensionReason: reason },
      context,
    );
  },
});
