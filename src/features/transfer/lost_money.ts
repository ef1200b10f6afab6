/**
 * Where money comes from that a bank has taken: from the account that had it, or from one of the Product for losses. A bank does
 * not ask, so nothing is refused.
 */
import { invariant } from "../../base/invariant.ts";
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { AccountTable } from "../ledger/account_table.ts";
import { namedFreeze } from "../ledger/freeze_wording.ts";
import type { Leg, Plan } from "../ledger/ledger.ts";
import { PRODUCT_LOSSES_ROLE } from "../ledger/roles.ts";
import { type Landed, planProductAccount, productAccounts } from "./arriving_money.ts";

/** One amount that was taken: a posted leg without its source. */
export type TakenMoney = Pick<
  Leg,
  "transferKind" | "sub" | "destinationOrdinal" | "amountMinor" | "extras"
> & { currency: string };

/** An account that has the money, which may be one that the plan makes. */
export type Holder = Pick<Landed, "ordinal" | "accountId">;

/**
 * Debits the money from the account `had`; where that is closed, is frozen or has too little, from an account of the Product of the
 * role `product_losses` in the currency, which may then be below zero and is made where there is none. `had`: undefined where no account
 * is to be debited but that one. `accountsBefore`: how many accounts earlier facts of the record make.
 */
export function takeBack(
  accounts: AccountTable,
  plan: Plan,
  money: TakenMoney,
  { had, accountsBefore = 0 }: { had: Holder | undefined; accountsBefore?: number },
  context: Pick<DecisionContext, "realm" | "principal" | "newId">,
): Pick<Landed, "facts" | "transferId" | "accountId"> {
  const { currency, ...given } = money;
  const legFrom = (sourceOrdinal: number): Leg => ({
    ...given,
    step: "posted",
    sourceOrdinal,
    reservedMinor: 0n,
  });
  const role = PRODUCT_LOSSES_ROLE;
  const transferId = context.newId("tr", money.sub);
  if (had !== undefined && paysDebits(accounts, had.ordinal)) {
    const refused = plan.add(legFrom(had.ordinal));
    if (refused === undefined) return { facts: [], transferId, accountId: had.accountId };
  }
  for (const payer of productAccounts(accounts, { role, currency }, context)) {
    if (!paysDebits(accounts, payer) || plan.add(legFrom(payer)) !== undefined) continue;
    return { facts: [], transferId, accountId: accounts.accountId(payer) };
  }
  const made = planProductAccount(plan, { role, currency, sub: accountsBefore }, context);
  const refused = plan.add(legFrom(made.ordinal));
  invariant(refused === undefined, "an account of losses pays whatever was taken back");
  return { facts: made.facts, transferId, accountId: made.accountId };
}

/** Whether money that the platform itself moves can be debited from an account. One that the plan makes is open. */
export function paysDebits(accounts: AccountTable, ordinal: number): boolean {
  if (ordinal >= accounts.count) return true;
  if (accounts.status(ordinal) === "closed") return false;
  return namedFreeze(accounts.extras(ordinal)) === undefined;
}
