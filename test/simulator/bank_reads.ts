/** Random reads of beneficiaries and payouts, and the answers that the model expects. */
import type { ReadRequest } from "./edge.ts";
import { addressAnswer } from "./model/addresses.ts";
import { RESERVED_ID } from "./model/beneficiaries.ts";
import { beneficiaryAnswer } from "./model/beneficiary_shown.ts";
import { creditAnswer } from "./model/credits.ts";
import { asOf, type Realm } from "./model/model.ts";
import { payoutAnswer } from "./model/payout_subject.ts";
import type { Random } from "./random.ts";

type Weighted = readonly [number, () => ReadRequest];

/** With the weight of each, which is nothing where there is nothing to read. */
export function bankReads(random: Random, { bank }: Realm): readonly Weighted[] {
  const { beneficiaries, payouts, addresses, credits } = bank;
  const idOf = (ids: Iterable<string>, unknown: string) => random.pick([...ids, unknown]);
  return [
    [
      addresses.size === 0 ? 0 : 2,
      () => ({
        operation: "financial_address.retrieve",
        path: { financialAddressId: idOf(addresses.keys(), "fa_unknown") },
        query: {},
      }),
    ],
    [
      credits.size === 0 ? 0 : 4,
      () => ({
        operation: "received_credit.retrieve",
        path: { receivedCreditId: idOf(credits.keys(), "rc_unknown") },
        query: {},
      }),
    ],
    [
      payouts.size === 0 ? 0 : 6,
      () => ({
        operation: "payout.retrieve",
        path: { payoutId: idOf(payouts.keys(), "po_unknown") },
        query: {},
      }),
    ],
    [
      beneficiaries.size === 0 ? 0 : 2,
      () => ({
        operation: "beneficiary.retrieve",
        path: { beneficiaryId: idOf([...beneficiaries.keys(), RESERVED_ID], "ben_unknown") },
        query: {},
      }),
    ],
  ];
}

type Wanted = (
  realm: Realm,
  request: ReadRequest,
  frame: number,
) => Record<string, unknown> | string;

export const BANK_WANTED: Readonly<Record<string, Wanted>> = {
  "payout.retrieve": ({ bank }, { path }, frame) => {
    const payout = asOf(bank.payouts.get(path["payoutId"] as string), frame);
    return payout === undefined ? "resource_not_found" : payoutAnswer(payout);
  },
  "financial_address.retrieve": ({ bank }, { path }, frame) => {
    const address = asOf(bank.addresses.get(path["financialAddressId"] as string), frame);
    return address === undefined ? "financial_address_not_found" : addressAnswer(address);
  },
  "received_credit.retrieve": ({ bank }, { path }, frame) => {
    const credit = asOf(bank.credits.get(path["receivedCreditId"] as string), frame);
    return credit === undefined ? "resource_not_found" : creditAnswer(credit);
  },
  "beneficiary.retrieve": ({ bank }, { path }, frame) => {
    const { beneficiaryId = "" } = path;
    if (beneficiaryId === RESERVED_ID) return { beneficiaryId, reserved: true, rail: "book" };
    const beneficiary = asOf(bank.beneficiaries.get(beneficiaryId), frame);
    return beneficiary === undefined ? "resource_not_found" : beneficiaryAnswer(beneficiary);
  },
};
