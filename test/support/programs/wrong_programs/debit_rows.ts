/** Rows about actions that collect by a mandate, and what follows. */
import { AFTER, COLLECTED, DEBIT } from "../collected.ts";
import { followedBy } from "../paid_out.ts";
import { type WrongProgram, warned } from "./wrong_program.ts";

const LOAN = "/nouns/loan";

/** A change of the loan whose fee is collected by a mandate. */
const debit = (
  title: string,
  changes: Record<string, unknown>,
  code: WrongProgram["code"] = "P17",
): WrongProgram => ({
  title: `collected, ${title}`,
  of: "LOAN",
  changes: { ...COLLECTED, ...changes },
  code,
});
const then = (more: object) => ({ [`${DEBIT}/then`]: { ...AFTER, ...more } });

export const DEBIT_ROWS: readonly WrongProgram[] = [
  debit("money to a consent", { [`${DEBIT}/to`]: "fields.consent" }, "P02"),
  debit("the balance of a consent", { [`${DEBIT}/amount`]: "balance(fields.consent)" }, "P02"),
  debit("by a consent for terms", {
    [`${LOAN}/fields/terms`]: { type: "consent", consentType: "terms", required: true },
    [`${DEBIT}/from`]: "fields.terms",
  }),
  debit("an end that only payouts have", then({ posted: "keepFee" })),
  debit("an action after it that there is not", then({ collected: "kepFee" }), "P02"),
  debit("an action after it that no port lets the clock call", then({ failed: "writeOff" })),
  debit("an action that it leads back to", {
    ...then({ failed: "askFee" }),
    "/ports/clock/allow/-": "loan.askFee",
  }),
  debit(
    "for several accounts",
    {
      [`${DEBIT}/to`]: [
        { label: "part", amount: "amount('1')", account: "product.lending", book: "asset.loans" },
        { label: "rest", remaining: true, account: "customer(fields.borrower).customer_balance" },
      ],
      [`${DEBIT}/book`]: "asset.loans",
    },
    "P09",
  ),
  debit(
    "twice in one action",
    {
      [`${LOAN}/actions/askFee/moves/1`]: {
        label: "more",
        amount: "amount('1')",
        from: "fields.consent",
        to: "customer(fields.borrower).customer_balance",
        ...followedBy(AFTER),
      },
    },
    "P19",
  ),
  warned(debit("nothing after a failure", { [`${DEBIT}/then/failed`]: undefined })),
  warned(debit("nothing after a return", { [`${DEBIT}/then/returned`]: undefined })),
];
