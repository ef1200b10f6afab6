/** Rows about payouts to beneficiaries, and what follows them. */
import { followedBy, PAID_OUT, PART, THEN } from "../paid_out.ts";
import { type WrongProgram, warned } from "./wrong_program.ts";

const NOUN = "/nouns/invoice";
const ACTIONS = `${NOUN}/actions`;
const MOVE = `${ACTIONS}/settle/moves/0`;
const CLOCK = "/ports/clock/allow";

/** A change of the invoice whose net is paid out. */
const paid = (
  title: string,
  changes: Record<string, unknown>,
  code: WrongProgram["code"] = "P17",
): WrongProgram => ({
  title: `paid out, ${title}`,
  of: "INVOICE",
  changes: { ...PAID_OUT, ...changes },
  code,
});
const then = (more: object) => ({ [`${PART}/then`]: { ...THEN, ...more } });

export const PAYOUT_ROWS: readonly WrongProgram[] = [
  paid("money from a beneficiary", { [`${MOVE}/from`]: "fields.seller" }, "P02"),
  paid("the balance of a beneficiary", { [`${MOVE}/amount`]: "balance(fields.seller)" }, "P02"),
  paid(
    "a beneficiary among the fields of an item",
    { [`${NOUN}/fields/lines/of/payee`]: "beneficiary" },
    "P01",
  ),
  paid(
    "a default of a beneficiary",
    { [`${NOUN}/fields/seller`]: { type: "beneficiary", default: "ben_1" } },
    "P01",
  ),
  paid("an end that there is not", then({ bounced: "payLater" }), "P01"),
  paid("an action after it that there is not", then({ posted: "markPayed" }), "P02"),
  paid("an action after it that no port lets the clock call", {
    [CLOCK]: ["invoice.settle", "invoice.payLater"],
  }),
  paid("an action after it that waits for a decision", {
    [`${ACTIONS}/markPaid`]: { from: ["paying"], to: "settled", gate: "refund_review" },
  }),
  paid("an action after it that needs input", {
    [`${ACTIONS}/markPaid`]: {
      from: ["paying"],
      to: "settled",
      input: { note: { type: "text", required: true } },
    },
  }),
  paid("an action that it leads back to", then({ failed: "settle" })),
  paid("an action that leads back to it by another", {
    [`${ACTIONS}/payLater`]: {
      from: ["paying"],
      to: "paying",
      moves: [
        {
          label: "again",
          amount: "balance(own.escrow)",
          from: "own.escrow",
          to: "fields.seller",
          ...followedBy({ failed: "settle" }),
        },
      ],
    },
    [`${ACTIONS}/settle/from`]: ["funded", "paying"],
  }),
  paid("a schedule that it leads back to at once", {
    [`${NOUN}/schedules/autoSettle/at`]: "now()",
  }),
  paid("what follows a part that is paid at once", {
    [`${PART}/account`]: "customer(fields.payee).customer_balance",
    [`${ACTIONS}/settle/to`]: "settled",
    [`${ACTIONS}/markPaid/from`]: ["funded"],
    [`${ACTIONS}/payLater/from`]: ["funded"],
    [`${NOUN}/states/paying`]: undefined,
  }),
  paid("what follows a whole list", { [`${MOVE}/then`]: THEN }),
  warned(paid("nothing after a failure", { [`${PART}/then`]: { posted: "markPaid" } })),
  paid(
    "a state that wants the account empty",
    {
      [`${ACTIONS}/settle/to`]: {
        if: "fields.total > amount('500')",
        ...followedBy("paying"),
        else: "settled",
      },
    },
    "P10",
  ),
  warned(
    paid(
      "a part of the money, and then a state that wants the account empty",
      { [`${MOVE}/amount`]: "min(balance(own.escrow), amount('100'))" },
      "P10",
    ),
  ),
  paid(
    "a customer's money after it",
    {
      "/ports/operator/allow": [
        ...["invoice.create", "invoice.issue", "invoice.refund", "order.create", "order.finish"],
      ],
      "/ports/payer/allow/-": "invoice.void",
      [`${ACTIONS}/payLater/moves`]: [
        {
          label: "more",
          amount: "fields.total",
          from: "customer(fields.payer).customer_balance",
          to: "own.escrow",
        },
      ],
    },
    "P11",
  ),
];
