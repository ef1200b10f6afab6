/** How much a payout pays: the amount that its draft names, or all that the account has available when it is decided. */

import type { InputIssue } from "../../contract/refusals/issue_codes.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { Plan } from "../ledger/ledger.ts";
import type { LedgerAccounts } from "../ledger/ledger_accounts.ts";
import type { PayoutDraft } from "./payout_schema.ts";

/** The largest amount that a request and an answer can have: 18 digits, as in `Amount`. */
const AMOUNT_MAX = 10n ** 18n - 1n;

/** What no schema says of a draft: it has `amount`, or `wholeBalance`, and not both. */
export function amountIssues({ amount, wholeBalance = false }: PayoutDraft): InputIssue[] {
  if (amount === undefined && !wholeBalance) {
    const message =
      "amount is required in the body; or wholeBalance, which pays all that is available";
    return [{ code: "required", message, path: ["amount"] }];
  }
  if (amount === undefined || !wholeBalance) return [];
  const message = "amount and wholeBalance both say how much is paid; send one of them";
  return [{ code: "conflict", message, path: ["wholeBalance"] }];
}

/**
 * The amount in minor units after the legs of the plan so far. Of a whole balance it is zero where nothing is available,
 * which `refuseNothing` refuses.
 */
export function amountMinorOf({ amount }: PayoutDraft, plan: Plan, sourceOrdinal: number): bigint {
  return amount === undefined ? plan.available(sourceOrdinal) : BigInt(amount);
}

/** `insufficient_balance` for a whole balance of nothing. No transfer is on record: there is no amount that could have failed. */
export function refuseNothing(
  accounts: LedgerAccounts,
  sourceOrdinal: number,
  amountMinor: bigint,
): Refusal<"insufficient_balance"> | undefined {
  if (amountMinor > 0n) return undefined;
  const accountId = accounts.accountId(sourceOrdinal);
  const currency = accounts.currency(sourceOrdinal);
  const message = `account ${accountId} has nothing available to pay out`;
  return refuse("insufficient_balance", message, {
    ...{ accountId, available: String(amountMinor), amount: "1", currency },
  });
}

/** `exposure_cap_exceeded` for a whole balance that is more than one payout can pay. */
export function refuseTooMuch(amountMinor: bigint): Refusal<"exposure_cap_exceeded"> | undefined {
  if (amountMinor <= AMOUNT_MAX) return undefined;
  const message = `the whole balance is ${amountMinor}; one payout pays at most ${AMOUNT_MAX}`;
  return refuse("exposure_cap_exceeded", message, {
    cap: "amount",
    limit: String(AMOUNT_MAX),
    current: "0",
    requested: String(amountMinor),
  });
}
