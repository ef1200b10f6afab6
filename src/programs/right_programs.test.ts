/** Changes of right programs that are right: the checks refuse no more than they must. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { COLLECTED } from "../../test/support/programs/collected.ts";
import { followedBy, PAID_OUT, THEN } from "../../test/support/programs/paid_out.ts";
import {
  changedAll,
  checked,
  INVOICE,
  LOAN,
  MINIMAL,
} from "../../test/support/programs/programs.ts";

const RIGHT = { INVOICE, LOAN, MINIMAL };
const NOUN = "/nouns/invoice";
const ACTIONS = `${NOUN}/actions`;
const REQUIRED = `${ACTIONS}/issue/require/0/that`;
const PAYER = "customer(fields.payer).customer_balance";
/** Another object's account, which it exports. */
const EXPORTED = {
  "/nouns/order/own": { box: { currency: "fields.currency", export: true, drainBefore: ["done"] } },
  [`${NOUN}/fields/order/required`]: true,
};

type Row = {
  title: string;
  of: keyof typeof RIGHT;
  changes: Readonly<Record<string, unknown>>;
  /** Warnings that are new. */
  warnings?: readonly string[];
};
const required = (title: string, text: string): Row => ({
  title,
  of: "INVOICE",
  changes: { [REQUIRED]: text },
});

const ROWS: readonly Row[] = [
  {
    title: "a part that is paid out, and what follows",
    of: "INVOICE",
    changes: PAID_OUT,
    warnings: ["P04 /nouns/invoice/fields/payee"],
  },
  {
    title: "a move that is paid out, and each of its ends",
    of: "INVOICE",
    changes: {
      ...PAID_OUT,
      [`${ACTIONS}/settle/moves/0`]: {
        label: "all",
        amount: "balance(own.escrow)",
        from: "own.escrow",
        to: "fields.seller",
        ...followedBy({ ...THEN, cancelled: "payLater", returned: "payLater" }),
      },
    },
    warnings: [
      "P04 /nouns/invoice/fields/payee",
      "P04 /nouns/invoice/fields/feeBps",
      "P04 /accounts/revenue",
      "P04 /books/revenue/0",
    ],
  },
  {
    title: "a fee that a bank collects, and what follows",
    of: "LOAN",
    changes: COLLECTED,
  },
  required("a guard before a value", "has(fields.order) && has(ref.order.fields.buyer)"),
  required("a guard of what follows", "has(ref.order.state) && ref.order.state == 'confirmed'"),
  required(
    "a part of self",
    "self.state == 'draft' && self.revision == 1 && self.createdAt < now()",
  ),
  required("a part of the subject", "subject.kind == 'person' || subject.tier >= 'tier_2'"),
  required("a literal on the left", "'EUR' == fields.currency"),
  required("a date and today", "fields.dueDate >= addMonths(today(), 1)"),
  required("a sum with a sign", "size(fields.lines) + -1 < 5"),
  required("a share of an amount", "bps(fields.total, 250, 'down') > amount('0')"),
  required("a contrary", "!(fields.payer == fields.payee)"),
  required("two references of one kind", "has(fields.order) && fields.order == fields.order"),
  {
    title: "a value that the action requires",
    of: "INVOICE",
    changes: {
      [`${ACTIONS}/settle/require`]: [{ that: "has(fields.payee)", else: "no_payee" }],
      [`${NOUN}/fields/payee/required`]: false,
    },
  },
  {
    title: "an account that is required to be empty",
    of: "INVOICE",
    changes: {
      [`${ACTIONS}/void/require/0/that`]:
        "rem.due == fields.total && balance(own.escrow) == amount('0')",
    },
  },
  {
    title: "a customer as a field",
    of: "INVOICE",
    changes: { "/ports/payer/as": "fields.payer" },
  },
  {
    title: "a field that a port alone uses",
    of: "INVOICE",
    changes: {
      [`${NOUN}/fields/agent`]: { type: "customer", required: true },
      "/ports/agent": { actors: ["customer"], as: "fields.agent", allow: ["invoice.issue"] },
    },
  },
  {
    title: "another object's account of the same customer",
    of: "INVOICE",
    changes: {
      ...EXPORTED,
      [`${ACTIONS}/requestRefund/moves`]: [
        { label: "take", amount: "amount('5')", from: "ref.order.own.box", to: PAYER },
      ],
    },
  },
  {
    title: "a part that is bounded on both sides",
    of: "LOAN",
    changes: {
      "/nouns/loan/actions/repay/moves/0/to/0/min": "amount('1')",
      "/nouns/loan/actions/repay/moves/0/to/0/cap": "fields.interest",
    },
  },
  {
    title: "a schedule that makes itself again on another day",
    of: "INVOICE",
    changes: {
      [`${ACTIONS}/again`]: { from: ["funded", "open"], to: "funded" },
      "/ports/clock/allow/1": "invoice.again",
      [`${NOUN}/schedules/again`]: {
        on: "enter:funded",
        at: "addDays(today(), 1)",
        action: "again",
      },
    },
  },
  {
    title: "a schedule that makes itself again once",
    of: "INVOICE",
    changes: {
      [`${ACTIONS}/again`]: { from: ["funded", "open"], to: "funded" },
      "/ports/clock/allow/1": "invoice.again",
      [`${NOUN}/schedules/again`]: { on: "enter:funded", at: "now()", once: true, action: "again" },
    },
  },
  {
    title: "a schedule that gives its action an input",
    of: "INVOICE",
    changes: {
      [`${ACTIONS}/settle/input`]: {
        note: { type: "text", required: true, max: 20 },
        size: { type: "enum", values: ["small", "large"], required: true },
      },
      [`${ACTIONS}/settle/require`]: [{ that: "input.size == 'small'", else: "large" }],
      [`${NOUN}/schedules/autoSettle/input`]: { note: "'by the clock'", size: "'small'" },
    },
  },
  {
    title: "a field that is set within its bounds",
    of: "INVOICE",
    changes: {
      [`${ACTIONS}/issue/input`]: { fee: { type: "bps", required: true } },
      [`${ACTIONS}/issue/set`]: { feeBps: "min(input.fee, 1000)" },
    },
  },
  {
    title: "an amount of the Product's money that a requirement bounds",
    of: "INVOICE",
    changes: { [`${ACTIONS}/pay/moves/0/from`]: "product.reserve" },
    warnings: ["P10 /nouns/invoice/own/escrow/drainBefore/1"],
  },
  {
    title: "lets in any order",
    of: "LOAN",
    changes: {
      "/nouns/loan/let": { owed: "let.first + fields.interest", first: "fields.principal" },
    },
  },
  {
    title: "a reference that is given up",
    of: "INVOICE",
    changes: { [`${ACTIONS}/void/release`]: ["order"] },
  },
  {
    title: "a product's account in the one currency",
    of: "LOAN",
    changes: { "/accounts/lending/currency": undefined },
  },
];

for (const { title, of, changes, warnings = [] } of ROWS) {
  test(`right programs: ${of}, ${title} -> no findings that were not there before`, () => {
    const known = new Set(checked(RIGHT[of]).findings.map(keyOf));
    const found = checked(changedAll(RIGHT[of], changes)).findings.map(keyOf);
    assert.deepEqual(
      found.filter((key) => !known.has(key) && !warnings.includes(key)),
      [],
    );
  });
}

function keyOf({ code, path }: { code: string; path: string }): string {
  return `${code} ${path}`;
}
