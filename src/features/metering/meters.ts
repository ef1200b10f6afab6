/**
 * What the platform counts of a Product, and the one way in which it counts: by the facts of accepted operations. A refused
 * operation has no such fact, a batch has one for each of its parts, and an operation of time or of an object counts as one
 * that a caller has sent. The prices stand in `product/price_list.ts`.
 */
import type { Fact } from "../../contract/records/record.ts";
import { TRANSFER_ROW, type TransferRow } from "../ledger/transfer_row.ts";

/** `transfer` is a fee: it is charged each time. All others are charged by the count of a month. */
export type Meter = {
  meter: string;
  /** What one of them is, for the line of a statement. */
  description: string;
  /** Each fact of these kinds is one. Of `transfer` the step of the row decides. */
  facts: readonly string[];
};

/** In the order of the lines of a statement. A meter that is added or changed raises the version of `MeterTable`. */
export const METERS = [
  {
    meter: "transfer",
    description:
      "Amounts that moved posted money: transfers, each one of a batch, settled holds, and what actions, payouts and collections moved.",
    facts: [TRANSFER_ROW],
  },
  {
    meter: "payouts",
    description: "Payouts that were made: each one of a batch, and those of actions.",
    facts: ["payout.created.1", "payout.accepted.1"],
  },
  {
    meter: "collections",
    description: "Collections whose money was taken.",
    facts: ["collection.collected.1", "collection.corrected.1"],
  },
  {
    meter: "received_credits",
    description: "Credits that arrived by a financial address.",
    facts: ["received_credit.created.1"],
  },
  {
    meter: "financial_addresses",
    description: "Financial addresses that were made.",
    facts: ["financial_address.created.1"],
  },
  {
    meter: "verifications",
    description: "Verifications of entities that a provider was asked for.",
    facts: ["entity.kyc.verification_started.1"],
  },
  {
    meter: "object_actions",
    description: "Objects that were made, and actions that changed one.",
    facts: ["object.created.1", "object.acted.1"],
  },
] as const satisfies readonly Meter[];

export type MeterName = (typeof METERS)[number]["meter"];

/** The index of `transfer` in `METERS`. */
export const TRANSFER_METER = 0;
/** What counts nothing. */
export const NO_METER = -1;

const BY_KIND: ReadonlyMap<string, number> = new Map(
  METERS.flatMap(({ facts }, index) => facts.map((kind) => [kind, index] as const)),
);

/** The index in `METERS` of the meter that the fact counts one of; `NO_METER` where it counts nothing. */
export function meterOf(fact: Fact): number {
  if (fact.kind === TRANSFER_ROW) {
    const { step, transferKind } = fact as TransferRow;
    const isMoved = step === "posted" || step === "cleared";
    // What the platform collects for itself is not charged again.
    return isMoved && transferKind !== "fee" ? TRANSFER_METER : NO_METER;
  }
  return BY_KIND.get(fact.kind) ?? NO_METER;
}

/** How many of each meter the facts of one record count; only meters with any, in the order of `METERS`. */
export function quantitiesIn(facts: readonly Fact[]): { meter: MeterName; quantity: number }[] {
  const counts = METERS.map(({ meter }) => ({ meter, quantity: 0 }));
  for (const fact of facts) {
    const counted = counts[meterOf(fact)];
    if (counted !== undefined) counted.quantity++;
  }
  return counts.filter(({ quantity }) => quantity > 0);
}
