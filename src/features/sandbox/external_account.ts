/** The platform's side of money that enters or leaves a realm: accounts that are made when they are needed. */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import { accountCreatedFact } from "../account/account_facts.ts";
import type { Plan } from "../ledger/ledger.ts";
import type { OwnedAccounts } from "../ledger/ledger_accounts.ts";
import { EXTERNAL_ROLE, roleCodeOf } from "../ledger/roles.ts";

/** The name of the platform's account for what it collects of a Product. No provider can have the name. */
const REVENUE_NAME = "platform.revenue";

/** The realm's account of the platform for what it collects there, in `currency`; made as `planExternalAccount` says. */
export function planRevenueAccount(
  accounts: OwnedAccounts,
  plan: Plan,
  { currency }: { currency: string },
  context: Pick<DecisionContext, "realm" | "principal" | "newId">,
): ReturnType<typeof planExternalAccount> {
  return planExternalAccount(accounts, plan, { currency, provider: REVENUE_NAME }, context);
}

/**
 * The realm's external account of `currency`, and of `provider` where there is one: what a bank says that it has of the
 * Product's money, to the unit, with the sign turned. When the realm has none, one that the plan may use at once and
 * that `facts` create. The facts stand before the plan's rows in the record.
 */
export function planExternalAccount(
  accounts: OwnedAccounts,
  plan: Plan,
  { currency, provider }: { currency: string; provider?: string },
  { realm, principal, newId }: Pick<DecisionContext, "realm" | "principal" | "newId">,
): { ordinal: number; accountId: string; facts: readonly Fact[] } {
  const { productId } = principal;
  for (const ordinal of accounts.ofOwner("platform", productId)) {
    // A Product's sandbox and its live side may share a shard, and so an owner.
    const isHere = accounts.realm(ordinal) === realm && accounts.hasCurrency(ordinal, currency);
    if (isHere && accounts.extras(ordinal)?.name === provider) {
      return { ordinal, accountId: accounts.accountId(ordinal), facts: [] };
    }
  }
  const accountId = newId("acct");
  const ordinal = plan.willCreate({ accountId, currency, roleCode: roleCodeOf(EXTERNAL_ROLE) });
  const owner = { type: "platform", id: productId } as const;
  const created = accountCreatedFact({
    ...{ accountId, role: EXTERNAL_ROLE, currency, owner },
    ...(provider !== undefined && { name: provider }),
  });
  return { ordinal, accountId, facts: [created] };
}
