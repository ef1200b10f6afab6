/** Random reads of beneficiaries and payouts, and the answers that the model expects. */
import type { ReadRequest } from "./edge.ts";
import { RESERVED_ID } from "./model/beneficiaries.ts";
import { beneficiaryAnswer } from "./model/beneficiary_shown.ts";
import { asOf, type Realm } from "./model/model.ts";
import { payoutAnswer } from "./model/payout_subject.ts";
import type { Random } from "./random.ts";

type Weighted = readonly [number, () => ReadRequest];

/** With the weight of each, which is nothing where there is nothing to read. */
export function bankReads(random: Random, { bank }: Realm): readonly Weighted[] {
  const { beneficiaries, payouts } = bank;
  const idOf = (ids: Iterable<string>, unknown: string) => random.pick([...ids, unknown]);
  return [
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
  "beneficiary.retrieve": ({ bank }, { path }, frame) => {
    const { beneficiaryId = "" } = path;
    if (beneficiaryId === RESERVED_ID) return { beneficiaryId, reserved: true, rail: "book" };
    const beneficiary = asOf(bank.beneficiaries.get(beneficiaryId), frame);
    return beneficiary === undefined ? "resource_not_found" : beneficiaryAnswer(beneficiary);
  },
};
