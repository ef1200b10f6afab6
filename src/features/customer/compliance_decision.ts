/** What follows for a customer access when compliance clears or refuses it. */
import type { Decision, DecisionContext } from "../../contract/declare/operation.ts";
import {
  accessInStatus,
  type CustomerAccessDocument,
  type CustomerAccessStatus,
} from "../customer_access/customer_access_document.ts";
import { customerAccessNotFound } from "../customer_access/customer_access_noun.ts";
import { acceptAccess } from "./customer_access_change.ts";
import type { CustomerState } from "./customer_noun.ts";

type ComplianceDecision = { customerAccessId: string; outcome: "clear" | "refuse" };

/** The status that follows from the present one; in every other status the access stays. */
const FOLLOWING: Readonly<
  Record<ComplianceDecision["outcome"], Partial<Record<CustomerAccessStatus, CustomerAccessStatus>>>
> = {
  clear: { pending_compliance: "pending", rejected: "pending" },
  refuse: { pending_compliance: "rejected", pending: "rejected", active: "suspended" },
};

export function decideCompliance(
  state: CustomerState,
  { customerAccessId, outcome }: ComplianceDecision,
  context: DecisionContext,
): Decision<"customer_access_not_found"> {
  const access = state.customerAccesses.byId(context.realm, customerAccessId);
  if (access === undefined) return customerAccessNotFound(customerAccessId);
  const { nowMs } = context;
  const following = FOLLOWING[outcome][access.status];
  const reached = following === undefined ? access : accessInStatus(access, following, nowMs);
  const after: CustomerAccessDocument = {
    ...reached,
    compliance: { outcome: outcome === "clear" ? "clear" : "refused", checkedAtMs: nowMs },
  };
  return acceptAccess(state, "compliance_changed", access, after, context);
}
