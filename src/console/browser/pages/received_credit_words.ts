/** Received credits in words: how much, and why one is in suspense. */
import type { components } from "../api.ts";
import { moneyWords } from "../money.ts";

export type ReceivedCredit = components["schemas"]["ReceivedCredit"];

export function amountOf({ amount, currency }: ReceivedCredit): string {
  return moneyWords(amount, currency) ?? `${amount} ${currency}`;
}

/** Why money is in suspense, as a whole sentence. */
export const SUSPENSE: Readonly<Record<NonNullable<ReceivedCredit["suspenseReason"]>, string>> = {
  address_not_active: "The address was not active.",
  currency: "The address takes another currency.",
  account_closed: "The account was closed.",
  account_frozen: "The account was frozen for all movements.",
  balance_too_large: "The account would have more than an account may.",
};
