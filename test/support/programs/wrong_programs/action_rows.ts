/** Rows about actions, ports, decisions and references. */
import { invoice, loan, type WrongProgram, warned } from "./wrong_program.ts";

const ACTIONS = "/nouns/invoice/actions";
const ALLOW = "/ports/operator/allow";

export const ACTION_ROWS: readonly WrongProgram[] = [
  invoice("from a state that there is not", { [`${ACTIONS}/issue/from/0`]: "drafts" }, "P02"),
  invoice("to a state that there is not", { [`${ACTIONS}/issue/to`]: "opened" }, "P02"),
  invoice(
    "to a state that there is not, where a condition fails",
    { [`${ACTIONS}/pay/to/else`]: "opened" },
    "P02",
  ),
  invoice("a condition of to that is an amount", { [`${ACTIONS}/pay/to/if`]: "rem.due" }, "P03"),
  invoice(
    "from no state",
    { "/nouns/order/actions/hold": { from: [], to: "confirmed" }, [`${ALLOW}/7`]: "order.hold" },
    "P06",
  ),
  invoice("from a state twice", { [`${ACTIONS}/void/from/2`]: "open" }, "P06"),
  loan(
    "an aggregate's condition that is an amount",
    { "/nouns/loan/actions/close/aggregate/0/that": "agg.repaid" },
    "P03",
  ),
  // Settings and claims.
  invoice("a field that there is not is set", { [`${ACTIONS}/issue/set`]: { feeBbs: "5" } }, "P02"),
  invoice(
    "an immutable field is set",
    { [`${ACTIONS}/issue/set`]: { total: "amount('5')" } },
    "P02",
  ),
  invoice(
    "the subject is set",
    {
      "/nouns/order/actions/finish/input": { buyer: { type: "customer", required: true } },
      "/nouns/order/actions/finish/set": { buyer: "input.buyer" },
    },
    "P02",
  ),
  invoice("a reference is set", { [`${ACTIONS}/issue/set`]: { order: "fields.order" } }, "P02"),
  invoice(
    "a field is set to another type",
    { [`${ACTIONS}/issue/set`]: { feeBps: "fields.total" } },
    "P03",
  ),
  invoice(
    "an enum is set to words that it lacks",
    {
      "/nouns/invoice/fields/size": { type: "enum", values: ["small", "large"] },
      [`${ACTIONS}/issue/input`]: {
        size: { type: "enum", values: ["small", "huge"], required: true },
      },
      [`${ACTIONS}/issue/set`]: { size: "input.size" },
    },
    "P03",
  ),
  invoice(
    "a list is set to one of other items",
    {
      [`${ACTIONS}/issue/input`]: { all: { type: "list", of: { label: "text" } } },
      [`${ACTIONS}/issue/set`]: { lines: "input.all" },
    },
    "P03",
  ),
  invoice(
    "a field is always set out of its bounds",
    { [`${ACTIONS}/issue/set`]: { feeBps: "2000" } },
    "P18",
  ),
  warned(
    invoice(
      "a field may be set out of its bounds",
      {
        [`${ACTIONS}/issue/input`]: { fee: { type: "bps", required: true } },
        [`${ACTIONS}/issue/set`]: { feeBps: "input.fee" },
      },
      "P18",
    ),
  ),
  invoice(
    "a text is set that is too long",
    {
      "/nouns/invoice/fields/code": { type: "text", max: 3 },
      [`${ACTIONS}/issue/set`]: { code: "'four'" },
    },
    "P18",
  ),
  warned(
    invoice(
      "a list may be set that is too long",
      {
        [`${ACTIONS}/issue/input`]: {
          all: { type: "list", of: { label: "text", amount: "amount" } },
        },
        [`${ACTIONS}/issue/set`]: { lines: "input.all" },
      },
      "P18",
    ),
  ),
  warned(
    loan(
      "an amount may have more than 18 digits",
      { "/nouns/loan/actions/repay/consume/outstanding": "input.amount + input.amount" },
      "P18",
    ),
  ),
  invoice(
    "an amount is always below zero",
    { [`${ACTIONS}/pay/consume/due`]: "amount('1') - amount('2')" },
    "P18",
  ),
  invoice(
    "an amount has always more than 18 digits",
    { [`${ACTIONS}/pay/consume/due`]: "amount('999999999999999999') + amount('1')" },
    "P18",
  ),
  loan(
    "an amount is split into no parts",
    { "/nouns/loan/schedules/instalment/collect/amount": "split(let.owed, 0, index)" },
    "P18",
  ),
  warned(
    loan(
      "an amount may be split into no parts",
      { "/nouns/loan/fields/instalments/min": 0 },
      "P18",
    ),
  ),
  invoice("a claim of what is no reference", { [`${ACTIONS}/issue/claim`]: ["total"] }, "P14"),
  invoice("a claim of a field that there is not", { [`${ACTIONS}/issue/claim`]: ["oder"] }, "P02"),
  invoice(
    "a claim of a reference that is not exclusive",
    { "/nouns/invoice/fields/order/exclusive": false, [`${ACTIONS}/void/release`]: ["order"] },
    "P14",
  ),
  invoice(
    "a claim and a release at once",
    { [`${ACTIONS}/void/release`]: ["order"], [`${ACTIONS}/void/claim`]: ["order"] },
    "P14",
  ),
  // Ports.
  invoice("a port to a noun that there is not", { [`${ALLOW}/0`]: "invoices.create" }, "P12"),
  invoice("a port to an action that there is not", { [`${ALLOW}/1`]: "invoice.isue" }, "P12"),
  invoice("an action in no port", { [`${ALLOW}/4`]: undefined }, "P12"),
  invoice("nobody creates", { [`${ALLOW}/0`]: undefined }, "P12"),
  warned(invoice("a permission twice", { [`${ALLOW}/7`]: "invoice.void" }, "P04")),
  invoice(
    "as in a port without customers",
    {
      "/ports/operator/as": "subject",
      [`${ALLOW}`]: [
        "invoice.create",
        "invoice.issue",
        "invoice.settle",
        "invoice.refund",
        "invoice.void",
        "order.create",
        "order.finish",
      ],
    },
    "P12",
  ),
  invoice(
    "as the subject of a noun without one",
    {
      "/nouns/order/subject": undefined,
      "/nouns/invoice/fields/order/congruent": ["currency"],
      "/ports/payer/allow/2": "order.create",
    },
    "P12",
  ),
  invoice(
    "as a field that is no customer",
    { "/ports/payee": { actors: ["customer"], as: "fields.total", allow: ["invoice.void"] } },
    "P12",
  ),
  invoice(
    "the clock alone may call, and nothing tells it to",
    { "/ports/clock/allow/1": "invoice.void", [`${ALLOW}/4`]: undefined },
    "P12",
  ),
  warned(
    invoice(
      "a port of any customer",
      { "/ports/guest": { actors: ["customer"], allow: ["order.create", "order.finish"] } },
      "P12",
    ),
  ),
  // Decisions.
  invoice("a gate that there is not", { [`${ACTIONS}/refund/gate`]: "refund_reviews" }, "P13"),
  invoice(
    "a decision that nothing asks for",
    { [`${ACTIONS}/requestRefund/opens`]: undefined },
    "P13",
  ),
  invoice("a decision that nothing waits for", { [`${ACTIONS}/refund/gate`]: undefined }, "P13"),
  invoice(
    "a decision that cannot come before",
    { [`${ACTIONS}/refund/from`]: ["draft", "funded"] },
    "P13",
  ),
  invoice(
    "an action that waits for itself",
    {
      [`${ACTIONS}/refund/opens`]: "refund_review",
      [`${ACTIONS}/requestRefund`]: undefined,
      "/ports/payer/allow/1": undefined,
    },
    "P13",
  ),
  invoice("auto without a gate", { [`${ACTIONS}/settle/auto`]: true }, "P13"),
  loan(
    "auto with an input that nothing gives",
    { "/nouns/loan/actions/approve/input": { note: { type: "text", required: true } } },
    "P13",
  ),
  {
    title: "a customer decides where there is no subject",
    of: "MINIMAL",
    changes: {
      "/nouns/ticket/decisions": {
        review: { by: ["customer"], timeout: "P1D", onTimeout: "decline" },
      },
      "/nouns/ticket/actions/close/gate": "review",
      "/nouns/ticket/actions/ask": { from: ["open"], to: "open", opens: "review" },
      "/ports/operator/allow/2": "ticket.ask",
    },
    code: "P13",
  },
];
