/** Rows about schedules. */
import { type WrongProgram, warned } from "./wrong_program.ts";

const SCHEDULE = "/nouns/loan/schedules/instalment";
const INVOICE = "/nouns/invoice/schedules/autoSettle";

type Code = WrongProgram["code"];
const loan = (
  title: string,
  changes: Record<string, unknown>,
  code: Code = "P17",
): WrongProgram => ({
  title,
  of: "LOAN",
  changes,
  code,
});
const invoice = (
  title: string,
  changes: Record<string, unknown>,
  code: Code = "P17",
): WrongProgram => ({
  title,
  of: "INVOICE",
  changes,
  code,
});

/** What is called when a bank has taken back what it had collected. */
const back = (action: string) => ({ [`${SCHEDULE}/collect/returned`]: action });

export const SCHEDULE_ROWS: readonly WrongProgram[] = [
  invoice(
    "a beginning in a state that there is not",
    { [`${INVOICE}/on`]: "enter:founded" },
    "P02",
  ),
  invoice("an action that there is not", { [`${INVOICE}/action`]: "setle" }, "P02"),
  invoice("a row that is due at an amount", { [`${INVOICE}/at`]: "fields.total" }, "P03"),
  invoice("a row that is due at a sum", { [`${INVOICE}/at`]: "now() + 3" }, "P20"),
  invoice("an input in a row's time", { [`${INVOICE}/at`]: "input.amount" }, "P02"),
  invoice("a schedule that does nothing", { [`${INVOICE}/action`]: undefined }),
  loan("a schedule that does two things", { [`${SCHEDULE}/action`]: "markOverdue" }),
  loan("a schedule without max", { [`${SCHEDULE}/max`]: undefined }),
  warned(invoice("a max without repeat", { [`${INVOICE}/max`]: 5 })),
  loan("more rows than max", { [`${SCHEDULE}/repeat`]: "37" }),
  warned(loan("rows that may be more than max", { [`${SCHEDULE}/max`]: 35 })),
  loan("a number of rows that is an amount", { [`${SCHEDULE}/repeat`]: "let.owed" }, "P03"),
  loan("a number of rows by their own number", { [`${SCHEDULE}/repeat`]: "index" }, "P02"),
  loan("until a state that there is not", { [`${SCHEDULE}/until/0`]: "repayed" }, "P02"),
  loan("until a state that is not reached", { [`${SCHEDULE}/until/0`]: "declined" }),
  warned(
    loan(
      "until a state twice",
      { [`${SCHEDULE}/until/1`]: "repaid", [`${SCHEDULE}/until/2`]: undefined },
      "P04",
    ),
  ),
  invoice("an action that the clock may not call", { "/ports/clock": undefined }),
  loan("a last action that the clock may not call", {
    "/ports/clock/allow/1": undefined,
    "/ports/operator/allow/7": "loan.markOverdue",
  }),
  loan("an automatic action that the clock may not call", { "/ports/clock/allow/2": undefined }),
  invoice("an action that waits for a decision", {
    [`${INVOICE}/action`]: "refund",
    "/ports/clock/allow/0": "invoice.refund",
  }),
  invoice("an action that cannot be called any more", {
    [`${INVOICE}/action`]: "issue",
    "/ports/clock/allow/1": "invoice.issue",
  }),
  loan("a last action that needs an input", {
    "/nouns/loan/actions/markOverdue/input": { note: { type: "text", required: true } },
  }),
  loan("a last action that there is not", { [`${SCHEDULE}/retry/finally`]: "markOverdu" }, "P02"),
  invoice(
    "an action that needs an input",
    { "/nouns/invoice/actions/settle/input": { note: { type: "text", required: true } } },
    "P02",
  ),
  invoice("an input that the action lacks", { [`${INVOICE}/input`]: { note: "'x'" } }, "P02"),
  invoice(
    "an input of another type",
    {
      "/nouns/invoice/actions/settle/input": { note: { type: "text" } },
      [`${INVOICE}/input`]: { note: "fields.total" },
    },
    "P03",
  ),
  invoice(
    "an input with a word that the action lacks",
    {
      "/nouns/invoice/actions/settle/input": { size: { type: "enum", values: ["small"] } },
      [`${INVOICE}/input`]: { size: "'large'" },
    },
    "P02",
  ),
  loan("what follows money that was taken back, which there is not", back("markOverdu"), "P02"),
  loan("what follows money that was taken back, which the clock may not call", {
    ...back("writeOff"),
  }),
  loan("what follows money that was taken back, which needs an input", {
    ...back("writeOff"),
    "/nouns/loan/actions/writeOff/input": { note: { type: "text", required: true } },
    "/ports/clock/allow/-": "loan.writeOff",
  }),
  loan("what follows money that was taken back, which waits for a decision", back("approve")),
  loan("what follows money that was taken back, which leads to the schedule again", {
    ...back("again"),
    "/nouns/loan/actions/again": { from: ["active", "overdue"], to: "active" },
    "/ports/clock/allow/-": "loan.again",
    [`${SCHEDULE}/once`]: undefined,
    [`${SCHEDULE}/at`]: "now()",
  }),
  loan(
    "what follows money that was taken back, which takes a customer's money",
    {
      ...back("again"),
      "/nouns/loan/actions/again": {
        from: ["active", "overdue"],
        to: "overdue",
        moves: [
          {
            label: "again",
            amount: "fields.interest",
            from: "customer(fields.borrower).customer_balance",
            to: "product.lending",
          },
        ],
      },
      "/ports/clock/allow/-": "loan.again",
    },
    "P11",
  ),
  warned(
    loan("a collection from two accounts", {
      "/nouns/loan/actions/repay/moves/1": {
        label: "more",
        amount: "amount('1')",
        from: "customer(fields.borrower).customer_savings",
        to: "product.lending",
        book: "asset.loans",
      },
    }),
  ),
  loan("an amount beside the collected one", { [`${SCHEDULE}/input`]: { amount: "let.owed" } }),
  loan(
    "a collection for an action without an amount",
    {
      "/nouns/loan/actions/repay/input/amount": undefined,
      "/nouns/loan/actions/repay/consume/outstanding": "let.owed",
      "/nouns/loan/actions/repay/add/repaid": "let.owed",
      "/nouns/loan/actions/repay/moves/0/amount": "let.owed",
    },
    "P02",
  ),
  loan("a collection of a number", { [`${SCHEDULE}/collect/amount`]: "fields.instalments" }, "P03"),
  loan(
    "a collection under a customer",
    { [`${SCHEDULE}/collect/consent`]: "fields.borrower" },
    "P03",
  ),
  {
    title: "a collection where there is no subject",
    of: "MINIMAL",
    changes: {
      "/nouns/ticket/fields/consent": {
        type: "consent",
        consentType: "collection",
        required: true,
      },
      "/nouns/ticket/actions/close/input": { amount: { type: "amount", required: true } },
      "/nouns/ticket/actions/close/require": [{ that: "input.amount > amount('0')", else: "none" }],
      "/nouns/ticket/schedules": {
        due: {
          on: "create",
          at: "now()",
          collect: { consent: "fields.consent", amount: "amount('5')" },
        },
      },
      "/nouns/ticket/schedules/due/collect/then": "close",
      "/ports/operator/actors/1": "clock",
    },
    code: "P17",
  },
  loan("a collection under a consent for terms", {
    "/nouns/loan/fields/consent/consentType": "terms",
  }),
  loan("a collection under a consent of a let", {
    "/nouns/loan/let/given": "fields.consent",
    [`${SCHEDULE}/collect/consent`]: "let.given",
  }),
  invoice("a schedule that makes itself again at once", {
    [`${INVOICE}/at`]: "now()",
    [`${INVOICE}/action`]: "again",
    "/nouns/invoice/actions/again": { from: ["funded", "open"], to: "funded" },
    "/ports/clock/allow/1": "invoice.again",
  }),
  invoice("two schedules that make each other at once", {
    "/nouns/invoice/actions/back": { from: ["funded"], to: "open" },
    "/nouns/invoice/actions/again": { from: ["open"], to: "funded" },
    [INVOICE]: { on: "enter:funded", at: "fields.dueDate", action: "back" },
    "/nouns/invoice/schedules/again": { on: "enter:open", at: "now()", action: "again" },
    "/ports/clock/allow": ["invoice.back", "invoice.again"],
  }),
];
