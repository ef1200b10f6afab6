/**
 * The noun of the simulated program that pays out and collects: a deal gathers money on its own account, by hand, by a
 * mandate or by rows of a schedule, and pays it to somebody outside. Each end that a bank tells has an action of its own.
 */

const MEMBER = "customer(fields.member).customer_balance";
const AMOUNT = { amount: { type: "amount", required: true } };

/** What follows each end of a payout, and of a collection; texts, because an object with a `then` can be taken for a promise. */
const AFTER_PAYOUT: object = JSON.parse(
  `{ "then": { "posted": "sent", "failed": "unsent", "returned": "cameBack", "cancelled": "unsent" } }`,
);
const AFTER_DEBIT: object = JSON.parse(
  `{ "then": { "collected": "got", "failed": "missed", "returned": "lose" } }`,
);
const collecting = (amount: string): object =>
  JSON.parse(
    `{ "consent": "fields.mandate", "amount": "${amount}", "then": "take", "returned": "bounce" }`,
  );

export const deal = {
  subject: { field: "member", kinds: ["person"] },
  currency: "'EUR'",
  fields: {
    member: { type: "customer", required: true, immutable: true },
    payee: { type: "beneficiary", required: true },
    mandate: { type: "consent", consentType: "collection", required: true },
    dues: { type: "amount", required: true, immutable: true, min: "1", max: "20000" },
    fee: { type: "amount", default: "0", immutable: true, max: "20000" },
    count: { type: "int", default: 1, min: 1, max: 3, immutable: true },
  },
  own: { till: { currency: "'EUR'", drainBefore: ["closed"] } },
  states: {
    open: { initial: true },
    asking: {},
    held: {},
    paying: {},
    unpaid: {},
    paid: {},
    lost: {},
    closed: { terminal: true },
  },
  actions: {
    put: {
      from: ["open", "held", "unpaid", "lost"],
      to: "held",
      input: AMOUNT,
      moves: [{ label: "put", amount: "input.amount", from: MEMBER, to: "own.till" }],
    },
    ask: {
      from: ["open", "held", "lost"],
      to: "asking",
      input: AMOUNT,
      moves: [
        {
          label: "ask",
          amount: "input.amount",
          from: "fields.mandate",
          to: "own.till",
          ...AFTER_DEBIT,
        },
      ],
    },
    got: { from: ["asking"], to: "held" },
    missed: { from: ["asking"], to: "open" },
    lose: { from: ["asking", "held", "paying", "unpaid", "paid"], to: "lost" },
    take: {
      from: ["open", "held", "unpaid", "paid"],
      to: "held",
      input: AMOUNT,
      moves: [{ label: "take", amount: "input.amount", from: MEMBER, to: "own.till" }],
    },
    bounce: { from: ["held", "paying", "unpaid", "paid"], to: "lost" },
    lapse: { from: ["open", "held", "paying", "unpaid"], to: "lost" },
    pay: {
      from: ["held", "unpaid"],
      to: "paying",
      input: AMOUNT,
      moves: [
        {
          label: "pay",
          amount: "input.amount",
          from: "own.till",
          to: "fields.payee",
          ...AFTER_PAYOUT,
        },
      ],
    },
    share: {
      from: ["held"],
      to: "paying",
      moves: [
        {
          label: "share",
          amount: "balance(own.till)",
          from: "own.till",
          to: [
            {
              label: "cut",
              amount: "amount('3')",
              account: "product.fees",
              book: "revenue.fee",
            },
            { label: "rest", remaining: true, account: "fields.payee", ...AFTER_PAYOUT },
          ],
        },
      ],
    },
    payAgain: {
      from: ["unpaid"],
      to: "paying",
      moves: [
        {
          label: "again",
          amount: "balance(own.till)",
          from: "own.till",
          to: "fields.payee",
          ...AFTER_PAYOUT,
        },
      ],
    },
    sent: { from: ["paying"], to: "paid" },
    unsent: { from: ["paying"], to: "unpaid" },
    cameBack: { from: ["paid"], to: "unpaid" },
    giveBack: {
      from: ["open", "held", "unpaid", "lost"],
      to: "open",
      moves: [{ label: "back", amount: "balance(own.till)", from: "own.till", to: MEMBER }],
    },
    close: { from: ["open", "asking", "paying", "unpaid", "paid", "lost"], to: "closed" },
  },
  schedules: {
    joining: {
      on: "enter:held",
      once: true,
      at: "now()",
      collect: collecting("fields.fee"),
      retry: { after: ["PT4S"], finally: "lapse" },
      until: ["lost"],
    },
    dues: {
      on: "enter:held",
      once: true,
      repeat: "fields.count",
      max: 3,
      at: "addDuration(now(), 'PT5S')",
      collect: collecting("fields.dues"),
      retry: { after: ["PT4S", "PT9S"], finally: "lapse" },
      until: ["lost"],
    },
    again: {
      on: "enter:unpaid",
      at: "addDuration(now(), 'PT20S')",
      action: "payAgain",
      until: ["paid", "paying", "held", "open", "lost"],
    },
  },
};

/** What only the clock calls, because a bank has said something or a row is due. */
const OF_CLOCK = [
  ...["got", "missed", "lose", "sent", "unsent", "cameBack"],
  ...["take", "bounce", "lapse", "payAgain"],
];
/** The money of a customer is put in by the customer. */
const OF_MEMBER = ["put"];

const named = (actions: readonly string[]) => actions.map((action) => `deal.${action}`);

/** Who may call what of a deal: parts of the ports of the program. */
export const DEAL_PORTS = {
  clock: named(OF_CLOCK),
  buyer: named(["create", ...OF_MEMBER]),
  operator: named([
    "create",
    ...Object.keys(deal.actions).filter(
      (action) => ![...OF_CLOCK, ...OF_MEMBER].includes(action) || action === "payAgain",
    ),
  ]),
};

/** The largest sum that all deals may hold together. */
export const TILLS_MAX = 60_000;

export const TILLS_LIMIT = {
  name: "tills",
  measure: "sum(balance(deal.own.till))",
  currency: "EUR",
  cap: String(TILLS_MAX),
  scope: "product",
};
