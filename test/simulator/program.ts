/**
 * The program that Products of the simulation run: small, with an own account, a split, a claimed reference, a
 * partition, a remainder, caps, two decisions, rows that are tried again, and collections under a consent; what pays out and
 * asks banks is in `deals.ts`. Its times are seconds, because the clients advance clocks by seconds.
 */
import type { Program } from "../../src/programs/program_schema.ts";
import { installable } from "../support/features/product/installed.ts";
import { DEAL_PORTS, deal, TILLS_LIMIT } from "./deals.ts";

const BUYER = "customer(fields.buyer).customer_balance";
const ALL_BACK = { label: "back", amount: "balance(own.pot)", from: "own.pot", to: BUYER };
/** A text, because an object with a `then` can be taken for a promise. */
const PAID_OR_PAYING: unknown = JSON.parse(
  `{ "if": "rem.due == amount('0')", "then": "paid", "else": "paying" }`,
);
const AMOUNT = { amount: { type: "amount", required: true } };

const seat = {
  fields: {
    area: { type: "enum", values: ["hall", "box"], required: true, indexed: true },
    price: { type: "amount", required: true, min: "1", max: "900" },
  },
  states: { free: { initial: true }, gone: { terminal: true } },
  actions: {
    reprice: {
      from: ["free"],
      to: "free",
      input: { price: { type: "amount", required: true } },
      set: { price: "input.price" },
    },
    drop: { from: ["free"], to: "gone" },
  },
};

const booking = {
  subject: { field: "buyer", kinds: ["person"] },
  currency: "'EUR'",
  fields: {
    buyer: { type: "customer", required: true, immutable: true },
    seller: { type: "customer", required: true, immutable: true },
    total: { type: "amount", required: true, immutable: true, min: "1", max: "3000" },
    lines: { type: "list", max: 3, of: { part: "amount" } },
    count: { type: "int", default: 2, min: 1, max: 3, immutable: true },
    seat: {
      type: "ref",
      kind: "seat",
      required: true,
      immutable: true,
      exclusive: true,
      states: ["free"],
    },
    mandate: { type: "consent", consentType: "collection", required: true },
  },
  partitions: { parts: { whole: "fields.total", parts: "fields.lines[].part" } },
  remainders: { due: { start: "fields.total" } },
  aggregates: {
    open: { scope: "subject", count: true, where: ["asked", "booked", "paying", "late"], cap: 3 },
    paid: { scope: "self", sum: true, currency: "'EUR'", cap: "fields.total" },
    volume: { scope: "product", sum: true, currency: "'EUR'", cap: "amount('4000')" },
  },
  own: { pot: { currency: "'EUR'", drainBefore: ["done", "void"] } },
  states: {
    asked: { initial: true },
    booked: {},
    paying: {},
    late: {},
    paid: {},
    done: { terminal: true },
    void: { terminal: true },
  },
  decisions: {
    review: { by: ["operator"], timeout: "PT15S", onTimeout: "decline" },
    refund: { by: ["operator"], timeout: "PT20S", onTimeout: "approve" },
  },
  actions: {
    ask: { from: ["asked"], to: "asked", opens: "review" },
    book: { from: ["asked"], to: "booked", gate: "review", auto: true },
    begin: { from: ["asked", "booked"], to: "paying" },
    touch: {
      from: ["paying", "late"],
      to: PAID_OR_PAYING,
    },
    pay: {
      from: ["paying", "late"],
      to: PAID_OR_PAYING,
      input: AMOUNT,
      require: [{ that: "input.amount > amount('0')", else: "something_is_paid" }],
      consume: { due: "input.amount" },
      add: { paid: "input.amount", volume: "input.amount" },
      moves: [{ label: "pay", amount: "input.amount", from: BUYER, to: "own.pot" }],
    },
    sponsor: {
      from: ["paying", "late"],
      to: "paying",
      input: AMOUNT,
      moves: [{ label: "gift", amount: "input.amount", from: "product.float", to: "own.pot" }],
    },
    settle: {
      from: ["paid"],
      to: "done",
      input: AMOUNT,
      release: ["seat"],
      moves: [
        {
          label: "settle",
          amount: "input.amount",
          from: "own.pot",
          to: [
            {
              label: "fee",
              bps: 250,
              round: "half_even",
              min: "amount('2')",
              cap: "amount('40')",
              account: "product.fees",
              book: "revenue.fee",
            },
            {
              label: "rest",
              remaining: true,
              account: "customer(fields.seller).customer_balance",
            },
          ],
        },
      ],
    },
    complain: { from: ["paying", "late", "paid"], to: "late", opens: "refund" },
    refund: {
      from: ["paying", "late", "paid"],
      to: "void",
      gate: "refund",
      auto: true,
      release: ["seat"],
      moves: [ALL_BACK],
    },
    markLate: { from: ["paying"], to: "late" },
    nag: { from: ["late"], to: "late" },
    lapse: { from: ["asked", "booked"], to: "void", release: ["seat"] },
    cancel: { from: ["asked", "booked", "late"], to: "void" },
  },
  schedules: {
    lapsing: {
      on: "create",
      at: "addDuration(self.createdAt, 'PT30S')",
      action: "lapse",
      until: ["paying", "late", "paid"],
    },
    greeting: { on: "enter:paying", at: "now()", once: true, action: "touch" },
    nagging: { on: "enter:late", at: "self.createdAt", action: "nag" },
    instalments: {
      on: "enter:paying",
      once: true,
      repeat: "fields.count",
      max: 3,
      at: "addDuration(now(), 'PT5S')",
      collect: {
        consent: "fields.mandate",
        amount: "min(split(fields.total, fields.count, index), rem.due)",
        // biome-ignore lint/suspicious/noThenProperty: the word of the language
        then: "pay",
      },
      retry: { after: ["PT4S", "PT9S"], finally: "markLate" },
      until: ["paid"],
    },
  },
};

/** No operator moves the money of a customer: that is for the customer, and for the clock under a consent. */
const OF_OPERATOR = Object.keys(booking.actions).filter((action) => action !== "pay");

export const SOURCE = {
  language: "blueprint/1",
  name: "Simulated bookings",
  currencies: ["EUR"],
  accounts: {
    float: { role: "product_operating", owner: "product", currency: "EUR" },
    fees: { role: "product_revenue", owner: "product", currency: "EUR" },
  },
  nouns: { seat, booking, deal },
  ports: {
    operator: {
      actors: ["operator"],
      allow: [
        ...["seat.create", "seat.reprice", "seat.drop", "booking.create"],
        ...OF_OPERATOR.map((action) => `booking.${action}`),
        ...DEAL_PORTS.operator,
      ],
    },
    buyer: {
      actors: ["customer"],
      as: "subject",
      allow: [
        ...["booking.create", "booking.ask", "booking.pay", "booking.complain"],
        ...DEAL_PORTS.buyer,
      ],
    },
    clock: {
      actors: ["clock"],
      allow: [
        ...["book", "touch", "pay", "refund", "markLate", "nag", "lapse"].map(
          (action) => `booking.${action}`,
        ),
        ...DEAL_PORTS.clock,
      ],
    },
  },
  limits: [
    {
      name: "per_buyer",
      measure: "sum(rem.booking.due)",
      currency: "EUR",
      cap: "5000",
      scope: "subject",
    },
    {
      name: "pots",
      measure: "sum(balance(booking.own.pot))",
      currency: "EUR",
      cap: "2500",
      scope: "product",
    },
    TILLS_LIMIT,
  ],
  books: { revenue: ["revenue.fee"] },
};

/** As the platform installs it. */
export const BUILD = installable(SOURCE);

/** As the model reads it: written out whole, with what the language takes for granted. */
export const PROGRAM = JSON.parse(BUILD.text) as Program;
