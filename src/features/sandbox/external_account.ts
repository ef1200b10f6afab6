/** The platform's side of money that enters a realm: one account a currency, made when needed. */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import { accountCreatedFact } from "../account/account_facts.ts";
import type { AccountTable } from "../ledger/account_table.ts";
import type { Plan } from "../ledger/ledger.ts";
import { EXTERNAL_ROLE, roleCodeOf } from "../ledger/roles.ts";

/**
 * The realm's external account of `currency`; when it has none, one that the plan may use at once
 * and that `facts` create. The facts stand before the plan's rows in the record.
 */
export function planExternalAccount(
  accounts: AccountTable,
  plan: Plan,
  currency: string,
  { realm, principal, newId }: Pick<DecisionContext, "realm" | "principal" | "newId">,
): { ordinal: number; facts: readonly Fact[] } {
  const { productId } = principal;
  for (const ordinal of accounts.ofOwner("platform", productId)) {
    // A Product's sandbox and its live side may share a shard, and so an owner.
    if (accounts.realm(ordinal) === realm && accounts.hasCurrency(ordinal, currency)) {
      return { ordinal, facts: [] };
    }
  }
  const accountId = newId("acct");
  const ordinal = plan.willCreate({ accountId, currency, roleCode: roleCodeOf(EXTERNAL_ROLE) });
  const owner = { type: "platform", id: productId } as const;
  const created = accountCreatedFact({ accountId, role: EXTERNAL_ROLE, currency, owner });
  return { ordinal, facts: [created] };
}
