/** For tests: the invoice with its net paid out to a beneficiary, as changes of the worked example. */

const NOUN = "/nouns/invoice";
const ACTIONS = `${NOUN}/actions`;

/** What follows, as a move, a part of a list or a condition has it. */
export function followedBy(what: unknown): object {
  // biome-ignore lint/suspicious/noThenProperty: the word of the language
  return { then: what };
}

export const THEN = { posted: "markPaid", failed: "payLater" };

/** The part of `settle` that is the payout. */
export const PART = `${ACTIONS}/settle/moves/0/to/1`;

export const PAID_OUT: Readonly<Record<string, unknown>> = {
  [`${NOUN}/fields/seller`]: { type: "beneficiary", required: true },
  [`${NOUN}/states/paying`]: {},
  [`${ACTIONS}/settle/to`]: "paying",
  [`${PART}/account`]: "fields.seller",
  [`${PART}/then`]: THEN,
  [`${ACTIONS}/markPaid`]: { from: ["paying"], to: "settled" },
  [`${ACTIONS}/payLater`]: { from: ["paying"], to: "funded" },
  "/ports/operator/allow": [
    ...["invoice.create", "invoice.issue", "invoice.settle", "invoice.refund", "invoice.void"],
    ...["invoice.markPaid", "invoice.payLater", "order.create", "order.finish"],
  ],
  "/ports/clock/allow": ["invoice.settle", "invoice.markPaid", "invoice.payLater"],
};
