/** Takes what a bank says has arrived: exactly once, and always somewhere. */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import { actorText } from "../../contract/records/actor.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { FinancialAddressDocument } from "../financial_address/financial_address_document.ts";
import type { AccountTable } from "../ledger/account_table.ts";
import { Plan } from "../ledger/ledger.ts";
import type { LedgerState } from "../ledger/ledger_state.ts";
import type { RowExtras } from "../ledger/transfer_row.ts";
import { planExternalAccount } from "../sandbox/external_account.ts";
import { landMoney } from "../transfer/arriving_money.ts";
import {
  type CreditFacts,
  isSameCredit,
  type Payer,
  type ReceivedCreditDocument,
  restingStatusOf,
  type SuspenseReason,
} from "./received_credit_document.ts";
import { type ReceivedCreditState, receivedCredits } from "./received_credit_noun.ts";

export type TakingState = LedgerState & ReceivedCreditState;

/** What a bank says of a credit. `reference`: its own name of it. */
export type ToldCredit = CreditFacts & {
  provider: string;
  reference: string;
  payer?: Payer;
  remittance?: string;
  occurredAtMs: number;
  newsId?: string;
};

/** The credit that is made of what a bank says, and the facts by which it is: behind those of its money. */
export type TakenCredit = { credit: ReceivedCreditDocument; facts: readonly Fact[] };

/** A new credit by the address, with its money. The facts of accounts stand before those of the money. */
export function takenCredit(
  { accounts }: TakingState,
  told: ToldCredit,
  address: FinancialAddressDocument,
  context: DecisionContext,
): TakenCredit {
  const { realm, place, nowMs, actor, newId } = context;
  const { provider, currency, remittance } = told;
  const receivedCreditId = newId("rc");
  const plan = new Plan(accounts, place);
  const external = planExternalAccount(accounts, plan, { currency, provider }, context);
  const extras: RowExtras = {
    receivedCreditId,
    ...(remittance !== undefined && { description: remittance }),
  };
  const away = reasonOfAddress(address, currency);
  const meant = away === undefined ? accounts.ordinalOf(realm, address.accountId) : undefined;
  const landed = landMoney(
    accounts,
    plan,
    {
      ...{ transferKind: "funding", sub: 0, currency, extras },
      sourceOrdinal: external.ordinal,
      amountMinor: BigInt(told.amountMinor),
    },
    { meant, accountsBefore: external.facts.length },
    context,
  );
  const suspenseReason = away ?? landed.unfit;
  const reason = suspenseReason === undefined ? {} : { suspenseReason };
  const status = restingStatusOf(reason);
  const customerId = ownerOf(accounts, realm, landed.accountId);
  const credit: ReceivedCreditDocument = {
    realm,
    receivedCreditId,
    ...told,
    accountId: landed.accountId,
    ...(customerId !== undefined && { customerId }),
    status,
    ...reason,
    transferId: landed.transferId,
    createdAtMs: nowMs,
    reachedAtMs: { [status]: nowMs },
    updatedAtMs: nowMs,
    revision: 1,
    changedBy: actorText(actor),
  };
  const made = receivedCredits.fact("created", credit);
  return { credit, facts: [...external.facts, ...landed.facts, ...plan.rows, made] };
}

/** Why money in the currency does not go to the account of the address, by the address alone. One that is pending has been opened, or nobody could have paid to it. */
function reasonOfAddress(
  address: Pick<FinancialAddressDocument, "status" | "currency">,
  currency: string,
): SuspenseReason | undefined {
  const { status } = address;
  if (status !== "active" && status !== "pending") return "address_not_active";
  return address.currency === currency ? undefined : "currency";
}

/** The customer who owns the account; undefined where no customer does, or the record is about to make the account. */
export function ownerOf(
  accounts: AccountTable,
  realm: number,
  accountId: string,
): string | undefined {
  const ordinal = accounts.ordinalOf(realm, accountId);
  const key = ordinal < 0 ? undefined : accounts.customerKeyOf(ordinal);
  return key === undefined ? undefined : `cust_${key}`;
}

/** What is known already of a credit that a bank tells of again. */
export function judgedAgain(known: ReceivedCreditDocument, told: CreditFacts) {
  return isSameCredit(known, told) ? ("twice" as const) : ("contradictory" as const);
}

/**
 * The fact by which a credit keeps that its bank has told otherwise of it; none where it keeps just that. No answer shows it,
 * so the revision stays.
 */
export function contradictedFacts(
  { realm, ...known }: ReceivedCreditDocument,
  told: ToldCredit,
  { realm: here, nowMs }: Pick<DecisionContext, "realm" | "nowMs">,
): readonly Fact[] {
  if (known.contradiction !== undefined && isSameCredit(known.contradiction, told)) return [];
  const { financialAddressId, amountMinor, currency, newsId = "" } = told;
  const contradiction = { financialAddressId, amountMinor, currency, newsId, atMs: nowMs };
  const after = { ...known, contradiction, ...(realm !== here && { ofRealm: realm }) };
  return [receivedCredits.fact("contradicted", after)];
}
