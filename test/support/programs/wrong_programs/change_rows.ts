/** Rows of check P24: what a program changes, beside itself as it was in the previous Build. */
import { COLLECTED, DEBIT } from "../collected.ts";
import { PAID_OUT, PART } from "../paid_out.ts";
import { invoice, loan, type WrongProgram } from "./wrong_program.ts";

const INVOICE = "/nouns/invoice";
const LOAN = "/nouns/loan";

const STATES = `${INVOICE}/states`;

export const CHANGE_ROWS: readonly WrongProgram[] = [
  invoice(
    "a noun that is gone",
    {
      "/nouns/order": undefined,
      "/migrations": { invoice: { removedFields: ["order"] } },
      [`${INVOICE}/fields/order`]: undefined,
      "/ports/operator/allow/6": undefined,
      "/ports/operator/allow/5": undefined,
    },
    "P24",
  ),
  invoice(
    "a state that is gone",
    {
      [`${STATES}/refunded`]: undefined,
      [`${INVOICE}/own/escrow/drainBefore/2`]: undefined,
      [`${INVOICE}/actions/refund/to`]: "void",
    },
    "P24",
  ),
  invoice(
    "an action that is gone",
    {
      [`${INVOICE}/actions/void`]: undefined,
      [`${INVOICE}/actions/issue/to`]: { if: "true", else: "void" },
      [`${INVOICE}/actions/issue/to/then`]: "open",
      "/ports/operator/allow/4": undefined,
    },
    "P24",
  ),
  invoice("a field that is gone", { [`${INVOICE}/fields/dueDate`]: undefined }, "P24"),
  invoice("a field of another type", { [`${INVOICE}/fields/dueDate/type`]: "time" }, "P24"),
  invoice("a field with narrower bounds", { [`${INVOICE}/fields/feeBps/max`]: 500 }, "P24"),
  invoice("a field that must now be given", { [`${INVOICE}/fields/order/required`]: true }, "P24"),
  invoice(
    "a required field that is new",
    { [`${INVOICE}/fields/note`]: { type: "text", required: true } },
    "P24",
  ),
  invoice("items with a new field", { [`${INVOICE}/fields/lines/of/note`]: "text" }, "P24"),
  invoice("items without a field", { [`${INVOICE}/fields/lines/of/label`]: undefined }, "P24"),
  invoice(
    "an input that must now be given",
    { [`${INVOICE}/actions/void/input`]: { reason: { type: "text", required: true } } },
    "P24",
  ),
  invoice("another currency of the objects", { "/nouns/order/currency": "'EUR'" }, "P24"),
  loan(
    "an account of the Product that changes its currency",
    {
      "/currencies/1": "USD",
      "/accounts/spare": { role: "product_reserve", owner: "product" },
      "/accounts/lending/currency": undefined,
    },
    "P24",
  ),
  invoice(
    "an input that is gone",
    {
      [`${INVOICE}/actions/pay/input`]: {},
      [`${INVOICE}/actions/pay/consume/due`]: "amount('5')",
      [`${INVOICE}/actions/pay/moves/0/amount`]: "amount('5')",
    },
    "P24",
  ),
  invoice(
    "a reference to another noun",
    {
      "/nouns/order/fields/total": { type: "amount" },
      [`${INVOICE}/fields/order`]: { type: "ref", kind: "invoice" },
    },
    "P24",
  ),
  invoice("items of another type", { [`${INVOICE}/fields/lines/of/label`]: "int" }, "P24"),
  invoice(
    "an own account that is gone",
    {
      "/limits": [],
      [`${INVOICE}/own`]: {
        box: { currency: "fields.currency", drainBefore: ["settled", "void", "refunded"] },
      },
      [`${INVOICE}/actions/pay/moves/0/to`]: "own.box",
      [`${INVOICE}/actions/settle/moves/0/from`]: "own.box",
      [`${INVOICE}/actions/settle/moves/0/amount`]: "balance(own.box)",
      [`${INVOICE}/actions/refund/moves/0/from`]: "own.box",
      [`${INVOICE}/actions/refund/moves/0/amount`]: "balance(own.box)",
    },
    "P24",
  ),
  invoice("an account of the Product that is gone", { "/accounts/reserve": undefined }, "P24"),
  invoice("a currency that is gone", { "/currencies/1": undefined, "/currencies/2": "GBP" }, "P24"),
  loan(
    "a remainder that begins elsewhere",
    { [`${LOAN}/remainders/outstanding/start`]: "fields.principal" },
    "P24",
  ),
  invoice(
    "another subject",
    { [`${INVOICE}/subject/field`]: "payee", "/ports/payer/as": "fields.payer" },
    "P24",
  ),
  invoice(
    "a migration of a noun that was not there",
    { "/migrations": { receipt: { retired: true } } },
    "P24",
  ),
  invoice(
    "a migration of a state that was not there",
    { "/migrations": { invoice: { states: { lost: "void" } } } },
    "P24",
  ),
  invoice(
    "a migration to a state that there is not",
    { "/migrations": { invoice: { states: { open: "opened" } } } },
    "P24",
  ),
  invoice(
    "a migration of a field that there is not",
    { "/migrations": { invoice: { fields: { note: "'x'" } } } },
    "P24",
  ),
  invoice(
    "a removal of a field that is there",
    { "/migrations": { invoice: { removedFields: ["total"] } } },
    "P24",
  ),
  invoice(
    "a removal of a field that was not there",
    { "/migrations": { invoice: { removedFields: ["note"] } } },
    "P24",
  ),
  invoice(
    "a removal of an action that was not there",
    { "/migrations": { invoice: { removedActions: ["close"] } } },
    "P24",
  ),
  invoice(
    "a noun that is retired and there",
    { "/migrations": { order: { retired: true } } },
    "P24",
  ),
  {
    ...invoice(
      "an end of a payout that calls nothing",
      { [`${PART}/then/posted`]: undefined },
      "P24",
    ),
    previous: PAID_OUT,
  },
  {
    ...invoice("a payout that is gone", { [`${PART}/label`]: "rest" }, "P24"),
    previous: PAID_OUT,
    errors: 2,
  },
  {
    ...invoice(
      "an action after a payout that cannot be called there",
      { [`${INVOICE}/actions/payLater/from`]: ["funded"] },
      "P24",
    ),
    previous: PAID_OUT,
  },
  {
    ...loan(
      "an end of a collection that calls nothing",
      { [`${DEBIT}/then/returned`]: undefined },
      "P24",
    ),
    previous: COLLECTED,
  },
  {
    ...loan(
      "money taken back after which a schedule calls nothing",
      { [`${LOAN}/schedules/instalment/collect/returned`]: undefined },
      "P24",
    ),
    previous: { [`${LOAN}/schedules/instalment/collect/returned`]: "markOverdue" },
  },
];
