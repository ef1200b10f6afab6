/** Rows about nouns: subjects, states, remainders, aggregates, own accounts and limits. */
import { invoice, loan, type WrongProgram, warned } from "./wrong_program.ts";

const INVOICE = "/nouns/invoice";
const LOAN = "/nouns/loan";

const AGGREGATES = `${LOAN}/aggregates`;
const LIMIT = "/limits/0";
const STATES = `${INVOICE}/states`;

export const NOUN_ROWS: readonly WrongProgram[] = [
  // Subjects.
  invoice("a subject that is no field", { [`${INVOICE}/subject/field`]: "payor" }, "P02"),
  invoice("a subject that is no customer", { [`${INVOICE}/subject/field`]: "total" }, "P03"),
  invoice("a subject that may be absent", { [`${INVOICE}/fields/payer/required`]: false }, "P03"),
  warned(
    invoice(
      "a kind of subject twice",
      { [`${INVOICE}/subject/kinds/1`]: "person", [`${INVOICE}/subject/kinds/2`]: undefined },
      "P04",
    ),
  ),
  {
    ...invoice(
      "a subject whose account needs more in live",
      { [`${INVOICE}/subject/minTier`]: "tier_0" },
      "P21",
    ),
    severity: "info",
  },
  // States.
  invoice("no initial state", { [`${STATES}/draft`]: {} }, "P05"),
  invoice("two initial states", { [`${STATES}/open/initial`]: true }, "P05"),
  invoice(
    "no terminal state",
    {
      "/nouns/order/states/done": {},
      "/nouns/order/actions/finish/from": ["confirmed", "done"],
    },
    "P05",
  ),
  invoice("a state that nothing leads to", { [`${STATES}/lost`]: {} }, "P05"),
  invoice("two states behind a missing link", { [`${INVOICE}/actions/issue/to`]: "draft" }, "P05"),
  invoice(
    "a state that nothing leads from",
    {
      "/nouns/order/states/held": {},
      "/nouns/order/actions/hold": { from: ["confirmed"], to: "held" },
      "/ports/operator/allow/7": "order.hold",
    },
    "P05",
  ),
  invoice(
    "an action from a terminal state",
    { [`${INVOICE}/actions/void/from/2`]: "settled" },
    "P05",
  ),
  // Sums.
  invoice(
    "a whole that is no amount",
    { [`${INVOICE}/partitions/lines/whole`]: "fields.feeBps" },
    "P03",
  ),
  invoice(
    "parts that are no path",
    { [`${INVOICE}/partitions/lines/parts`]: "fields.total + fields.total" },
    "P03",
  ),
  invoice(
    "parts that end a call",
    { [`${INVOICE}/partitions/lines/parts`]: "fields.lines[].amount) + (fields.total" },
    "P01",
  ),
  invoice(
    "parts that are no amounts",
    { [`${INVOICE}/partitions/lines/parts`]: "fields.lines[].label" },
    "P03",
  ),
  invoice("parts of no list", { [`${INVOICE}/partitions/lines/parts`]: "fields.total" }, "P02"),
  invoice(
    "a remainder that begins with what changes",
    {
      [`${INVOICE}/fields/total/immutable`]: false,
      [`${INVOICE}/actions/issue/set`]: { total: "amount('5')" },
    },
    "P15",
  ),
  invoice(
    "a remainder that is added to",
    { [`${INVOICE}/actions/pay/add`]: { due: "input.amount" } },
    "P15",
  ),
  invoice(
    "a remainder that there is not",
    { [`${INVOICE}/actions/pay/consume`]: { dues: "input.amount" } },
    "P02",
  ),
  invoice("a remainder of a number", { [`${INVOICE}/remainders/due/start`]: "5" }, "P03"),
  warned(
    invoice(
      "a remainder that nothing uses",
      { [`${INVOICE}/remainders/left`]: { start: "fields.total" } },
      "P04",
    ),
  ),
  loan(
    "an aggregate that there is not",
    { [`${LOAN}/actions/repay/add`]: { repayed: "input.amount" } },
    "P02",
  ),
  loan("an aggregate that counts and sums", { [`${AGGREGATES}/repaid/count`]: true }, "P16"),
  loan("an aggregate that does neither", { [`${AGGREGATES}/openPerBorrower/count`]: false }, "P16"),
  loan("a cap and none", { [`${AGGREGATES}/openPerBorrower/unbounded`]: true }, "P16"),
  loan("no cap over the subject", { [`${AGGREGATES}/openPerBorrower/cap`]: undefined }, "P16"),
  loan("a cap that is no amount", { [`${AGGREGATES}/repaid/cap`]: 5 }, "P16"),
  loan("a cap of another type", { [`${AGGREGATES}/repaid/cap`]: "fields.instalments" }, "P03"),
  loan(
    "a cap that may change",
    {
      [`${LOAN}/fields/most`]: { type: "amount", required: true, max: "500000" },
      [`${LOAN}/actions/submit/set`]: { most: "amount('5')" },
      [`${AGGREGATES}/repaid/cap`]: "fields.most",
    },
    "P16",
  ),
  loan("a sum without a currency", { [`${AGGREGATES}/repaid/currency`]: undefined }, "P16"),
  loan("a sum over states", { [`${AGGREGATES}/repaid/where`]: ["active"] }, "P16"),
  loan("a count with a currency", { [`${AGGREGATES}/openPerBorrower/currency`]: "'EUR'" }, "P16"),
  loan(
    "a count that is added to",
    { [`${LOAN}/actions/repay/add/openPerBorrower`]: "input.amount" },
    "P16",
  ),
  loan("a count of no state", { [`${AGGREGATES}/openPerBorrower/where`]: [] }, "P16"),
  loan(
    "a count of a state that there is not",
    { [`${AGGREGATES}/openPerBorrower/where/0`]: "aproved" },
    "P02",
  ),
  warned(loan("a sum that nothing adds to", { [`${LOAN}/actions/repay/add`]: undefined }, "P04")),
  {
    title: "a count over the subject where there is none",
    of: "MINIMAL",
    changes: { "/nouns/ticket/aggregates": { open: { scope: "subject", count: true, cap: 1 } } },
    code: "P16",
  },
  loan(
    "a sum in another currency",
    { "/currencies/1": "USD", [`${AGGREGATES}/repaid/currency`]: "'USD'" },
    "P08",
  ),
  invoice(
    "a sum over objects of two currencies",
    {
      [`${INVOICE}/aggregates`]: {
        paid: { scope: "subject", sum: true, unbounded: true, currency: "fields.currency" },
      },
      [`${INVOICE}/actions/pay/add`]: { paid: "input.amount" },
    },
    "P08",
  ),
  invoice(
    "a sum in the currency of another field",
    {
      [`${INVOICE}/fields/other`]: { type: "currency", required: true },
      [`${INVOICE}/aggregates`]: { paid: { scope: "self", sum: true, currency: "fields.other" } },
      [`${INVOICE}/actions/pay/add`]: { paid: "input.amount" },
    },
    "P08",
  ),
  {
    title: "a sum of objects without a currency",
    of: "MINIMAL",
    changes: {
      "/nouns/ticket/aggregates": { paid: { scope: "self", sum: true, currency: "'EUR'" } },
      "/nouns/ticket/actions/close/add": { paid: "amount('5')" },
    },
    code: "P08",
  },
  // Currencies and own accounts.
  invoice("a currency that is a text", { [`${INVOICE}/currency`]: "fields.dueDate" }, "P03"),
  invoice("a currency that the program lacks", { "/nouns/order/currency": "'GBP'" }, "P02"),
  invoice(
    "a currency that may be absent",
    { "/nouns/order/fields/currency/required": false },
    "P08",
  ),
  invoice(
    "a currency that changes",
    {
      [`${INVOICE}/fields/currency/immutable`]: false,
      [`${INVOICE}/actions/issue/set`]: { currency: "'EUR'" },
    },
    "P08",
  ),
  invoice(
    "an own account in another currency",
    { [`${INVOICE}/own/escrow/currency`]: "'EUR'" },
    "P08",
  ),
  {
    title: "money without a currency",
    of: "MINIMAL",
    changes: { "/nouns/ticket/own": { box: { currency: "'EUR'" } } },
    code: "P08",
  },
  invoice(
    "an own account that is emptied before no state",
    { [`${INVOICE}/own/escrow/drainBefore/0`]: "setled" },
    "P02",
  ),
  warned(
    invoice(
      "an own account that may have money at the end",
      { [`${INVOICE}/own/escrow/drainBefore`]: ["settled", "refunded"] },
      "P10",
    ),
  ),
  warned(
    invoice(
      "an own account that is not emptied",
      { [`${INVOICE}/actions/settle/moves/0/amount`]: "fields.total" },
      "P10",
    ),
  ),
  warned(
    invoice(
      "an own account that nothing uses",
      { [`${INVOICE}/own/spare`]: { currency: "fields.currency" } },
      "P04",
    ),
  ),
  invoice(
    "an account of the Product in a currency that it lacks",
    { "/accounts/revenue/currency": "CHF" },
    "P08",
  ),
  invoice("a currency that the platform lacks", { "/currencies/2": "XXX" }, "P02"),
  warned(invoice("a currency twice", { "/currencies/2": "EUR" }, "P04")),
  invoice("a role that Products lack", { "/accounts/revenue/role": "product_revenues" }, "P02"),
  warned(
    invoice(
      "an account in no move",
      { "/accounts/spare": { role: "product_reserve", owner: "product" } },
      "P04",
    ),
  ),
  // Limits.
  invoice("a limit that measures nothing", { [`${LIMIT}/measure`]: "fields.total" }, "P02"),
  invoice(
    "a limit of two measures",
    { [`${LIMIT}/measure`]: "sum(rem.invoice.due, rem.invoice.due)" },
    "P02",
  ),
  invoice(
    "a limit with names behind it",
    { [`${LIMIT}/measure`]: "sum(rem.invoice.due).total" },
    "P02",
  ),
  invoice(
    "a limit of a noun that there is not",
    { [`${LIMIT}/measure`]: "sum(rem.invoices.due)" },
    "P02",
  ),
  invoice(
    "a limit of a remainder that there is not",
    { [`${LIMIT}/measure`]: "sum(rem.invoice.dues)" },
    "P02",
  ),
  invoice("a limit without a currency", { [`${LIMIT}/currency`]: undefined }, "P08"),
  invoice("a limit in a currency that the program lacks", { [`${LIMIT}/currency`]: "CHF" }, "P08"),
  loan(
    "a limit in another currency than the objects",
    { "/currencies/1": "USD", [`${LIMIT}/currency`]: "USD" },
    "P08",
  ),
  {
    title: "a limit of objects without a currency",
    of: "MINIMAL",
    changes: {
      "/nouns/ticket/remainders": { due: { start: "amount('5')" } },
      "/limits": [
        {
          name: "due",
          measure: "sum(rem.ticket.due)",
          currency: "EUR",
          cap: "5",
          scope: "product",
        },
      ],
    },
    code: "P08",
  },
  loan("a limit of a count", { [`${LIMIT}/measure`]: "sum(agg.loan.openPerBorrower)" }, "P16"),
  {
    title: "a limit over the subject where there is none",
    of: "INVOICE",
    changes: {
      "/nouns/order/subject": undefined,
      "/nouns/order/fields/total": { type: "amount", required: true },
      "/nouns/order/remainders": { due: { start: "fields.total" } },
      "/nouns/invoice/fields/order/congruent": ["currency"],
      "/limits/0": {
        name: "due",
        measure: "sum(rem.order.due)",
        currency: "EUR",
        cap: "5",
        scope: "subject",
      },
    },
    code: "P16",
  },
  invoice(
    "two limits of one name",
    {
      "/limits/1": {
        name: "escrow_total",
        measure: "sum(rem.invoice.due)",
        currency: "EUR",
        cap: "5",
        scope: "product",
      },
    },
    "P04",
  ),
  invoice(
    "a limit with a fault in its expression",
    { [`${LIMIT}/measure`]: "sum(rem.invoice.due" },
    "P01",
  ),
];
