/** For tests: the loan with a fee that an action collects by a mandate, as changes of the worked example. */
import { followedBy } from "./paid_out.ts";

const ACTIONS = "/nouns/loan/actions";

/** What follows the collection. */
export const AFTER = { collected: "keepFee", failed: "loseFee", returned: "loseFee" };

/** The move that collects. */
export const DEBIT = `${ACTIONS}/askFee/moves/0`;

export const COLLECTED: Readonly<Record<string, unknown>> = {
  [`${ACTIONS}/askFee`]: {
    from: ["approved"],
    to: "approved",
    moves: [
      {
        ...{ label: "fee", amount: "fields.interest" },
        ...{ from: "fields.consent", to: "customer(fields.borrower).customer_balance" },
        ...followedBy(AFTER),
      },
    ],
  },
  [`${ACTIONS}/keepFee`]: { from: ["approved"], to: "approved" },
  [`${ACTIONS}/loseFee`]: { from: ["approved"], to: "declined" },
  "/ports/operator/allow/-": "loan.askFee",
  "/ports/clock/allow": [
    ...["loan.repay", "loan.markOverdue", "loan.approve", "loan.keepFee", "loan.loseFee"],
  ],
};
