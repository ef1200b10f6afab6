/**
 * customer.close: closes a customer for ever and, in the same record, the customer's accounts that
 * are still open and empty, and revokes the customer's access.
 */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { closedFact, refuseUndrained } from "../account/account_lifecycle.ts";
import {
  REVOCABLE,
  refuseLifecycle,
  revokedAccess,
} from "../customer_access/customer_access_lifecycle.ts";
import { customerAccesses } from "../customer_access/customer_access_noun.ts";
import { accessOf } from "../customer_access/used_access.ts";
import { refuseActiveAddresses } from "../financial_address/address_account.ts";
import type { FinancialAddressState } from "../financial_address/financial_address_noun.ts";
import type { AccountTable } from "../ledger/account_table.ts";
import { inStatus, refuseCustomerStatus } from "./customer_lifecycle.ts";
import { customerNotFound, customers } from "./customer_noun.ts";
import { Customer } from "./customer_schema.ts";

export const customerClose = declareWrite<FinancialAddressState>()({
  id: "customer.close",
  summary: "Close a customer and its empty accounts",
  description:
    "For ever. Every account of the customer must be open, or closed already, with no money on it and nothing " +
    "reserved from or for it, and no financial address that takes money; the open ones are closed in the same step. So a closed customer has closed " +
    "accounts only, which neither pay nor receive. Its access is revoked in the same step, and it gets no other.",
  http: { method: "POST", path: "/customers/{customerId}/close" },
  principals: PRODUCT_CALLERS,
  scope: "customers:write",
  path: customers.path,
  output: Customer,
  refusals: [
    "customer_not_found",
    "customer_status_forbidden",
    "account_close_balance_nonzero",
    "state_conflict",
    "state_constraint_failed",
    "ledger_unavailable",
  ],
  events: ["account.closed", "customer_access.revoked", "customer.closed"],
  decide(state, { customerId }, context) {
    const { accounts } = state;
    const customer = state.customers.byId(context.realm, customerId);
    if (customer === undefined) return customerNotFound(customerId);
    const ordinals = [...accounts.ofOwner("customer", customerId)].filter(
      (ordinal) => accounts.status(ordinal) !== "closed",
    );
    const refusal =
      refuseCustomerStatus(customer, ["active", "suspended"]) ??
      refuseAnyUndrained(accounts, ordinals) ??
      refuseAnyFrozen(accounts, ordinals) ??
      refuseAnyReached(state, context.realm, ordinals);
    if (refusal !== undefined) return refusal;
    const closings = ordinals.map((ordinal) => closedFact(accounts, ordinal, context));
    const closed = inStatus(customer, "closed", context.nowMs);
    const access = accessOf(state, customer);
    if (access === undefined || refuseLifecycle(access, REVOCABLE) !== undefined) {
      return customers.acceptChange("closed", customer, closed, context, closings);
    }
    const revoked = revokedAccess(access, context.nowMs);
    const { customerAccessId, status } = revoked;
    const after = { ...closed, access: { customerAccessId, status } };
    const revocation = customerAccesses.changeFact("revoked", access, revoked, context);
    return customers.acceptChange("closed", customer, after, context, [...closings, revocation]);
  },
});

function refuseAnyUndrained(
  accounts: AccountTable,
  ordinals: readonly number[],
): Refusal<"account_close_balance_nonzero"> | undefined {
  for (const ordinal of ordinals) {
    const refusal = refuseUndrained(accounts, ordinal);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** A frozen account must not be closed, not even together with its owner. */
function refuseAnyFrozen(
  accounts: AccountTable,
  ordinals: readonly number[],
): Refusal<"state_conflict"> | undefined {
  const frozen = ordinals.find((ordinal) => !accounts.isOpen(ordinal));
  if (frozen === undefined) return undefined;
  const accountId = accounts.accountId(frozen);
  const status = accounts.status(frozen);
  return refuse("state_conflict", `account ${accountId} is ${status}`, {
    accountId,
    status,
    expected: "open",
    actual: status,
  });
}

/** Money that is sent to an address of a closed account would reach nobody. */
function refuseAnyReached(
  state: FinancialAddressState,
  realm: number,
  ordinals: readonly number[],
): Refusal<"state_constraint_failed"> | undefined {
  for (const ordinal of ordinals) {
    const accountId = state.accounts.accountId(ordinal);
    const refusal = refuseActiveAddresses(state, realm, accountId);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}
