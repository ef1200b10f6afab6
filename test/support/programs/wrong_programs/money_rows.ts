/** Rows about money: split lists, accounts, whose money it is, books, transfers. */
import { invoice, loan, type WrongProgram, warned } from "./wrong_program.ts";

const ACTIONS = "/nouns/invoice/actions";
const PAY = `${ACTIONS}/pay/moves/0`;
const PARTS = `${ACTIONS}/settle/moves/0/to`;
const RATIO = "/nouns/loan/actions/repay/moves/0/to/0/ratio";
const PAYER = "customer(fields.payer).customer_balance";

const part = (label: string, bps: number) => ({
  label,
  bps,
  round: "down",
  account: "product.revenue",
  book: "revenue.invoice_fee",
});
const rest = { label: "rest", remaining: true, account: "product.reserve" };
const parts = (count: number, bps: number) => [
  ...Array.from({ length: count - 1 }, (_, index) => part(`p${index}`, bps)),
  rest,
];
/** Another object's account, that it exports. */
const EXPORTED = {
  "/nouns/order/own": { box: { currency: "fields.currency", export: true } },
  "/nouns/invoice/fields/order/required": true,
};

export const MONEY_ROWS: readonly WrongProgram[] = [
  // Split lists.
  invoice(
    "the last part is not what remains",
    { [`${PARTS}/1`]: { ...part("net", 5), label: "net" } },
    "P07",
  ),
  invoice(
    "what remains is not last",
    { [`${PARTS}/2`]: { label: "late", remaining: true, account: "product.reserve" } },
    "P07",
  ),
  invoice(
    "a part without a size",
    { [`${PARTS}/0`]: { label: "fee", account: "product.revenue", book: "revenue.invoice_fee" } },
    "P07",
  ),
  invoice("a part with two sizes", { [`${PARTS}/0/amount`]: "amount('5')" }, "P07"),
  invoice("a part that is not rounded", { [`${PARTS}/0/round`]: undefined }, "P07"),
  invoice("a rounding of what remains", { [`${PARTS}/1/round`]: "down" }, "P07"),
  invoice("a cap of what remains", { [`${PARTS}/1/cap`]: "amount('5')" }, "P07"),
  invoice("parts of more than all", { [PARTS]: parts(3, 6_000) }, "P07"),
  warned(
    invoice(
      "parts that may be more than all",
      {
        [`${PARTS}/0/bps`]: 9_500,
        [`${PARTS}/2`]: { ...rest, label: "net" },
        [`${PARTS}/1`]: {
          label: "more",
          bps: "fields.feeBps",
          round: "down",
          account: "product.reserve",
        },
      },
      "P07",
    ),
  ),
  invoice("two transfers of one label", { [`${PARTS}/1/label`]: "fee" }, "P07"),
  invoice(
    "a ratio to zero",
    { [`${PARTS}/0/bps`]: undefined, [`${PARTS}/0/ratio`]: ["fields.total", "amount('0')"] },
    "P07",
  ),
  loan("a ratio of more than all", { [RATIO]: ["amount('500001')", "fields.principal"] }, "P07"),
  warned(
    loan("a ratio to what may be zero", { [RATIO]: ["fields.interest", "fields.interest"] }, "P07"),
  ),
  warned(
    loan(
      "a ratio that may be more than all",
      { [RATIO]: ["fields.interest", "fields.principal"] },
      "P07",
    ),
  ),
  {
    ...loan("a ratio of numbers", { [RATIO]: ["fields.instalments", "fields.instalments"] }, "P03"),
    errors: 2,
  },
  // Accounts.
  invoice("an own account that there is not", { [`${PAY}/to`]: "own.escrows" }, "P02"),
  invoice("own alone", { [`${PAY}/to`]: "own" }, "P02"),
  invoice("names behind an own account", { [`${PAY}/to`]: "own.escrow.balance" }, "P02"),
  invoice(
    "an account of the Product that there is not",
    { [`${PARTS}/0/account`]: "product.fees" },
    "P02",
  ),
  invoice("a customer instead of an account", { [`${PAY}/from`]: "fields.payer" }, "P02"),
  invoice("an amount instead of an account", { [`${PAY}/to`]: "fields.total" }, "P02"),
  invoice("a text instead of an account", { [`${PAY}/to`]: "'escrow'" }, "P02"),
  invoice("a sum instead of an account", { [`${PAY}/to`]: "own.escrow + own.escrow" }, "P02"),
  invoice("a name that is no account", { [`${PAY}/to`]: "escrow" }, "P02"),
  invoice("a function that gives no account", { [`${PAY}/to`]: "account(fields.payer)" }, "P02"),
  invoice(
    "a customer's account without a role",
    { [`${PAY}/from`]: "customer(fields.payer)" },
    "P02",
  ),
  invoice(
    "a customer's account of a role that there is not",
    { [`${PAY}/from`]: "customer(fields.payer).balance" },
    "P02",
  ),
  invoice(
    "a customer's account of a Product's role",
    { [`${PAY}/from`]: "customer(fields.payer).product_revenue" },
    "P02",
  ),
  invoice(
    "a customer that is none",
    { [`${PAY}/from`]: "customer(fields.total).customer_balance" },
    "P02",
  ),
  invoice(
    "a customer in quotation marks",
    { [`${PAY}/from`]: "customer('me').customer_balance" },
    "P02",
  ),
  invoice(
    "a customer's field that there is not",
    { [`${PAY}/from`]: "customer(fields.payor).customer_balance" },
    "P02",
  ),
  invoice(
    "an account of another object that there is not",
    { [`${PAY}/to`]: "ref.order.own.box" },
    "P02",
  ),
  invoice(
    "an account that the other noun keeps for itself",
    { ...EXPORTED, "/nouns/order/own/box/export": false, [`${PAY}/to`]: "ref.order.own.box" },
    "P02",
  ),
  invoice("another object instead of its account", { [`${PAY}/to`]: "ref.order" }, "P02"),
  invoice("a fault in an account", { [`${PAY}/to`]: "own.escrow)" }, "P01"),
  warned(
    invoice(
      "an account of an object that may be absent",
      {
        ...EXPORTED,
        "/nouns/invoice/fields/order/required": false,
        [`${PAY}/to`]: "ref.order.own.box",
      },
      "P03",
    ),
  ),
  warned(
    invoice(
      "an account of a customer that may be absent",
      { "/nouns/invoice/fields/payee/required": false },
      "P03",
    ),
  ),
  // Currencies.
  invoice(
    "an account of the Product in one of two currencies",
    { "/accounts/revenue/currency": "EUR" },
    "P08",
  ),
  loan(
    "an account of the Product in another currency",
    { "/currencies/1": "USD", "/accounts/interest/currency": "USD" },
    "P08",
  ),
  invoice(
    "an account of another object in another currency",
    {
      ...EXPORTED,
      [`${PAY}/to`]: "ref.order.own.box",
      "/nouns/invoice/fields/order/congruent": ["subject"],
    },
    "P08",
  ),
  loan(
    "a smallest part that is a number",
    { "/nouns/loan/actions/repay/moves/0/to/0/min": "5" },
    "P03",
  ),
  // Whose money it is.
  invoice("a move to itself", { [`${PAY}/to`]: PAYER }, "P09"),
  invoice("a part that goes back", { [`${PARTS}/1/account`]: "own.escrow" }, "P09"),
  invoice(
    "money from an account that a field names",
    {
      "/nouns/invoice/fields/bank": { type: "account", required: true },
      [`${ACTIONS}/settle/moves/0/from`]: "fields.bank",
    },
    "P09",
  ),
  invoice(
    "an operator moves a customer's money",
    { "/ports/operator/allow/7": "invoice.pay" },
    "P11",
  ),
  invoice(
    "another customer moves a customer's money",
    { [`${PAY}/from`]: "customer(fields.payee).customer_balance" },
    "P11",
  ),
  invoice("any customer moves a customer's money", { "/ports/payer/as": undefined }, "P11"),
  invoice(
    "a customer whom the input names pays",
    {
      [`${ACTIONS}/pay/input/who`]: { type: "customer", required: true },
      [`${PAY}/from`]: "customer(input.who).customer_balance",
    },
    "P11",
  ),
  invoice(
    "a customer of another object pays",
    {
      "/nouns/invoice/fields/order/required": true,
      [`${PAY}/from`]: "customer(ref.order.fields.buyer).customer_balance",
    },
    "P11",
  ),
  invoice(
    "a schedule moves a customer's money",
    {
      "/nouns/invoice/schedules/autoSettle/action": "pull",
      [`${ACTIONS}/pull`]: {
        from: ["funded"],
        to: "funded",
        moves: [{ label: "pull", amount: "amount('5')", from: PAYER, to: "own.escrow" }],
      },
      "/ports/clock/allow/1": "invoice.pull",
    },
    "P11",
  ),
  loan(
    "a consent of the subject, and another customer pays",
    {
      "/nouns/loan/fields/guarantor": { type: "customer", required: true },
      "/nouns/loan/actions/repay/moves/0/from": "customer(fields.guarantor).customer_balance",
      "/ports/borrower/allow/2": undefined,
    },
    "P11",
  ),
  loan(
    "an approved decision moves a customer's money",
    {
      "/nouns/loan/actions/approve/moves": [
        {
          label: "deposit",
          amount: "amount('5')",
          from: "customer(fields.borrower).customer_balance",
          to: "product.lending",
        },
      ],
      "/ports/operator/allow/2": undefined,
    },
    "P11",
  ),
  invoice(
    "a customer takes another object's money",
    {
      ...EXPORTED,
      [`${ACTIONS}/requestRefund/moves`]: [
        { label: "take", amount: "amount('5')", from: "ref.order.own.box", to: PAYER },
      ],
      "/nouns/invoice/fields/order/congruent": ["currency"],
    },
    "P11",
  ),
  warned(
    invoice(
      "a customer asks for any amount of the Product's money",
      { [`${PAY}/from`]: "product.reserve", [`${ACTIONS}/pay/consume`]: {} },
      "P09",
    ),
  ),
  // Books and transfers.
  invoice("a label that the books lack", { [`${PARTS}/0/book`]: "revenue.invoice_fees" }, "P02"),
  invoice("a label without books", { "/books": undefined }, "P02"),
  warned(invoice("a label on no move", { "/books/revenue/1": "revenue.other" }, "P04")),
  warned(
    invoice("revenue without a label", { [`${PARTS}/0/book`]: undefined, "/books": {} }, "P23"),
  ),
  invoice(
    "65 transfers",
    {
      [`${ACTIONS}/refund/moves`]: Array.from({ length: 5 }, (_, index) => ({
        label: `m${index}`,
        amount: "amount('5')",
        from: "own.escrow",
        to: parts(13, 1).map((each) => ({ ...each, label: `m${index}${each.label}` })),
      })),
    },
    "P19",
  ),
  invoice(
    "17 transfers of the clock",
    {
      [`${ACTIONS}/settle/moves/1`]: {
        label: "more",
        amount: "amount('5')",
        from: "own.escrow",
        to: parts(15, 1),
      },
    },
    "P19",
  ),
];
