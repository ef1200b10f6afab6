/** Where money goes that has arrived from outside: to the account that is meant, or to one of the Product for such money. */
import { invariant } from "../../base/invariant.ts";
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import { accountCreatedFact } from "../account/account_facts.ts";
import type { AccountTable } from "../ledger/account_table.ts";
import { namedFreeze } from "../ledger/freeze_wording.ts";
import type { Leg, Plan } from "../ledger/ledger.ts";
import type { LedgerAccounts } from "../ledger/ledger_accounts.ts";
import { PRODUCT_SUSPENSE_ROLE, type RoleName, roleCodeOf } from "../ledger/roles.ts";

/** Why an account does not take money that arrives for it. */
export const UNFIT_REASONS = ["account_closed", "account_frozen", "balance_too_large"] as const;
export type UnfitReason = (typeof UNFIT_REASONS)[number];

/** One amount that has arrived: a posted leg without its destination. */
export type ArrivedMoney = Pick<
  Leg,
  "transferKind" | "sub" | "sourceOrdinal" | "amountMinor" | "extras"
> & { currency: string };

/**
 * What the arrival changes beside the rows of the plan: `facts` stand before them. `accountId`, `ordinal`: where the money is now.
 * `unfit`: why it is not the account that was meant; absent where it is, or where none was meant.
 */
export type Landed = {
  facts: readonly Fact[];
  transferId: string;
  accountId: string;
  ordinal: number;
  unfit?: UnfitReason;
};

type Context = Pick<DecisionContext, "realm" | "principal" | "newId">;

/**
 * Credits money that has arrived, which always finds a place: the account `meant`; where there is none, or that takes no
 * credits or would have more than an account may, an account of the Product of the role `product_suspense` in the currency.
 * That is made where none can take it. `accountsBefore`: how many accounts earlier facts of the record make.
 */
export function landMoney(
  accounts: AccountTable,
  plan: Plan,
  money: ArrivedMoney,
  { meant, accountsBefore = 0 }: { meant?: number | undefined; accountsBefore?: number },
  context: Context,
): Landed {
  const { currency, ...given } = money;
  const legTo = (destinationOrdinal: number): Leg => ({
    ...given,
    step: "posted",
    destinationOrdinal,
    reservedMinor: 0n,
  });
  const transferId = context.newId("tr", money.sub);
  const unfit = meant === undefined ? undefined : creditedOrUnfit(accounts, plan, legTo(meant));
  if (meant !== undefined && unfit === undefined) {
    return { facts: [], transferId, accountId: accounts.accountId(meant), ordinal: meant };
  }
  const why = unfit === undefined ? {} : { unfit };
  const named = { role: PRODUCT_SUSPENSE_ROLE, currency } as const;
  for (const ordinal of productAccounts(accounts, named, context)) {
    if (creditedOrUnfit(accounts, plan, legTo(ordinal)) !== undefined) continue;
    return { facts: [], transferId, accountId: accounts.accountId(ordinal), ordinal, ...why };
  }
  const role = PRODUCT_SUSPENSE_ROLE;
  const made = planProductAccount(plan, { role, currency, sub: accountsBefore }, context);
  const refused = plan.add(legTo(made.ordinal));
  invariant(refused === undefined, "a new account takes one amount that has arrived");
  return { ...made, transferId, ...why };
}

/**
 * Why the account takes no money that arrives: it is closed, or frozen for all movements. A freeze for debits does not
 * matter, nor does any freeze of the other side: the money is there already.
 */
export function unfitStatus(accounts: LedgerAccounts, ordinal: number): UnfitReason | undefined {
  if (accounts.status(ordinal) === "closed") return "account_closed";
  return namedFreeze(accounts.extras(ordinal))?.mode === "all" ? "account_frozen" : undefined;
}

/** Adds the leg; where its destination cannot take the money, says why, and the plan is as it was. */
function creditedOrUnfit(accounts: AccountTable, plan: Plan, leg: Leg): UnfitReason | undefined {
  const unfit = unfitStatus(accounts, leg.destinationOrdinal);
  if (unfit !== undefined) return unfit;
  const refused = plan.add(leg);
  invariant(refused?.reason !== "insufficient", "money that has arrived is there");
  return refused === undefined ? undefined : "balance_too_large";
}

/** The Product's accounts of a role in the realm and currency, the oldest first. */
export function* productAccounts(
  accounts: AccountTable,
  { role, currency }: { role: RoleName; currency: string },
  { realm, principal }: Pick<Context, "realm" | "principal">,
): Generator<number> {
  const roleCode = roleCodeOf(role);
  for (const ordinal of accounts.ofOwner("product", principal.productId)) {
    // A Product's sandbox and its live side may share a shard, and so an owner.
    const isHere = accounts.realm(ordinal) === realm && accounts.hasCurrency(ordinal, currency);
    if (isHere && accounts.roleCode(ordinal) === roleCode) yield ordinal;
  }
}

/**
 * An account of the Product that the plan may use at once and that `facts` create; they stand before the plan's rows. `sub`: how
 * many accounts earlier facts of the record make.
 */
export function planProductAccount(
  plan: Plan,
  { role, currency, sub }: { role: RoleName; currency: string; sub: number },
  { principal, newId }: Pick<Context, "principal" | "newId">,
): { ordinal: number; accountId: string; facts: readonly Fact[] } {
  const accountId = newId("acct", sub);
  const ordinal = plan.willCreate({ accountId, currency, roleCode: roleCodeOf(role) });
  const owner = { type: "product", id: principal.productId } as const;
  const created = accountCreatedFact({ accountId, role, currency, owner, madeBy: "platform" });
  return { ordinal, accountId, facts: [created] };
}
