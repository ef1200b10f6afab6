/** The money of payouts: it is reserved, then settled or released; what comes back is credited by a transfer of its own. */
import { invariant } from "../../base/invariant.ts";
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import { accountCreatedFact } from "../account/account_facts.ts";
import type { AccountTable } from "../ledger/account_table.ts";
import type { Leg, Plan } from "../ledger/ledger.ts";
import type { LedgerState } from "../ledger/ledger_state.ts";
import { PRODUCT_SUSPENSE_ROLE, roleCodeOf } from "../ledger/roles.ts";
import { refuseUnusable } from "../transfer/transfer_party.ts";
import type { PayoutDocument } from "./payout_document.ts";

type Context = Pick<DecisionContext, "realm" | "place" | "principal" | "newId">;

/** Settles all that the payout has reserved, or releases it, in the plan. */
export function endReservation(
  { accounts }: LedgerState,
  plan: Plan,
  payout: PayoutDocument,
  step: "cleared" | "released",
): void {
  const { realm, payoutId } = payout;
  const reservedMinor = BigInt(payout.amountMinor);
  const refused = plan.add({
    step,
    transferKind: "payout",
    sub: 0,
    sourceOrdinal: accounts.ordinalOf(realm, payout.sourceAccountId),
    destinationOrdinal: accounts.ordinalOf(realm, payout.destinationAccountId),
    amountMinor: step === "cleared" ? reservedMinor : 0n,
    reservedMinor,
    extras: { payoutId },
  });
  invariant(refused === undefined, "what is reserved can settle and can be released");
}

/** What a return changes: facts that stand before the plan's rows, the transfer, and where the money went. */
export type ReturnedMoney = { facts: readonly Fact[]; transferId: string; accountId: string };

/**
 * Credits the money of a payout that came back: to its source account; where that is closed, takes no credits or would
 * have more than an account may, to an account of the Product for such money, which is made where there is none.
 */
export function giveBack(
  { accounts }: LedgerState,
  plan: Plan,
  payout: PayoutDocument,
  context: Context,
): ReturnedMoney {
  const { realm } = payout;
  const sub = plan.rows.length;
  const sourceOrdinal = accounts.ordinalOf(realm, payout.destinationAccountId);
  const leg = (destinationOrdinal: number): Leg => ({
    step: "posted",
    transferKind: "payout",
    sub,
    sourceOrdinal,
    destinationOrdinal,
    amountMinor: BigInt(payout.amountMinor),
    reservedMinor: 0n,
    extras: { payoutId: payout.payoutId },
  });
  const transferId = context.newId("tr", sub);
  for (const ordinal of takers(accounts, payout, sourceOrdinal, context)) {
    if (plan.add(leg(ordinal)) !== undefined) continue;
    return { facts: [], transferId, accountId: accounts.accountId(ordinal) };
  }
  const accountId = context.newId("acct");
  const { currency } = payout;
  const role = PRODUCT_SUSPENSE_ROLE;
  const ordinal = plan.willCreate({ accountId, currency, roleCode: roleCodeOf(role) });
  const owner = { type: "product", id: context.principal.productId } as const;
  const refused = plan.add(leg(ordinal));
  invariant(refused === undefined, "a new account takes the money of one payout");
  return {
    facts: [accountCreatedFact({ accountId, role, currency, owner, madeBy: "platform" })],
    transferId,
    accountId,
  };
}

/** The accounts that may take money that came back, in their order: the payout's own, and the Product's for such money. */
function* takers(
  accounts: AccountTable,
  { realm, sourceAccountId, currency }: PayoutDocument,
  externalOrdinal: number,
  { principal }: Context,
): Generator<number> {
  const own = accounts.ordinalOf(realm, sourceAccountId);
  if (refuseUnusable(accounts, externalOrdinal, own) === undefined) yield own;
  const roleCode = roleCodeOf(PRODUCT_SUSPENSE_ROLE);
  for (const ordinal of accounts.ofOwner("product", principal.productId)) {
    const isHere = accounts.realm(ordinal) === realm && accounts.hasCurrency(ordinal, currency);
    if (!isHere || accounts.roleCode(ordinal) !== roleCode) continue;
    if (refuseUnusable(accounts, externalOrdinal, ordinal) === undefined) yield ordinal;
  }
}
