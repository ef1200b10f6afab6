/** The examples of writing programs: a template to begin with, and the plan of a program of one noun. */
import type { Example } from "../../contract/document/example.ts";

/**
 * A deposit: a customer pays it; after a year it is given back, unless the operator keeps it by a decision. A rent is collected by a
 * mandate of the tenant, and paid out to the landlord, less a fee.
 */
export const DEPOSIT_PROGRAM = {
  language: "blueprint/1",
  name: "Rents and deposits",
  currencies: ["EUR"],
  accounts: {
    kept: { role: "product_operating", owner: "product" },
    fees: { role: "product_revenue", owner: "product" },
  },
  nouns: {
    deposit: {
      subject: { field: "tenant", minTier: "tier_1" },
      currency: "'EUR'",
      fields: {
        tenant: { type: "customer", required: true, immutable: true },
        amount: { type: "amount", required: true, immutable: true, min: "1000" },
      },
      own: { safe: { currency: "'EUR'", drainBefore: ["returned", "kept"] } },
      states: {
        asked: { initial: true },
        paid: {},
        returned: { terminal: true },
        kept: { terminal: true },
      },
      decisions: { claim: { by: ["operator"], timeout: "P14D", onTimeout: "decline" } },
      actions: {
        pay: {
          from: ["asked"],
          to: "paid",
          moves: [
            {
              label: "deposit",
              amount: "fields.amount",
              from: "customer(fields.tenant).customer_balance",
              to: "own.safe",
            },
          ],
        },
        giveBack: {
          from: ["paid"],
          to: "returned",
          moves: [
            {
              label: "return",
              amount: "balance(own.safe)",
              from: "own.safe",
              to: "customer(fields.tenant).customer_balance",
            },
          ],
        },
        claim: { from: ["paid"], to: "paid", opens: "claim" },
        keep: {
          from: ["paid"],
          to: "kept",
          gate: "claim",
          moves: [
            { label: "keep", amount: "balance(own.safe)", from: "own.safe", to: "product.kept" },
          ],
        },
      },
      schedules: {
        end: { on: "enter:paid", at: "addYears(now(), 1)", action: "giveBack" },
      },
    },
    rent: {
      subject: { field: "tenant", minTier: "tier_1" },
      currency: "'EUR'",
      fields: {
        tenant: { type: "customer", required: true, immutable: true },
        mandate: { type: "consent", consentType: "collection", required: true },
        landlord: { type: "beneficiary", required: true },
        amount: { type: "amount", required: true, immutable: true },
      },
      own: { till: { currency: "'EUR'", drainBefore: ["settled", "closed"] } },
      states: {
        due: { initial: true },
        asked: {},
        collected: {},
        paying: {},
        settled: {},
        owed: {},
        closed: { terminal: true },
      },
      actions: {
        collect: {
          from: ["due"],
          to: "asked",
          moves: [
            {
              label: "rent",
              amount: "fields.amount",
              from: "fields.mandate",
              to: "own.till",
              // biome-ignore lint/suspicious/noThenProperty: the word of the language
              then: { collected: "receive", failed: "askLater", returned: "goBack" },
            },
          ],
        },
        receive: { from: ["asked"], to: "collected" },
        askLater: { from: ["asked"], to: "due" },
        pay: {
          from: ["collected"],
          to: "paying",
          moves: [
            {
              label: "share",
              amount: "balance(own.till)",
              from: "own.till",
              to: [
                {
                  label: "fee",
                  bps: "500",
                  round: "half_even",
                  account: "product.fees",
                  book: "revenue.fees",
                },
                {
                  label: "landlord",
                  remaining: true,
                  account: "fields.landlord",
                  // biome-ignore lint/suspicious/noThenProperty: the word of the language
                  then: { posted: "settle", failed: "payLater", cancelled: "payLater" },
                },
              ],
            },
          ],
        },
        settle: { from: ["paying"], to: "settled" },
        payLater: { from: ["paying"], to: "collected" },
        goBack: { from: ["collected", "paying", "settled"], to: "owed" },
        close: { from: ["due", "settled", "owed"], to: "closed" },
      },
    },
  },
  ports: {
    tenant: { actors: ["customer"], as: "subject", allow: ["deposit.pay", "rent.collect"] },
    operator: {
      actors: ["operator"],
      allow: [
        ...["deposit.create", "deposit.claim", "deposit.giveBack", "deposit.keep"],
        ...["rent.create", "rent.pay", "rent.close"],
      ],
    },
    clock: {
      actors: ["clock"],
      allow: [
        ...["deposit.giveBack", "rent.receive", "rent.askLater"],
        ...["rent.settle", "rent.payLater", "rent.goBack"],
      ],
    },
  },
  books: { revenue: ["revenue.fees"] },
};

export const composerExamples: readonly Example[] = [
  {
    at: "10:56",
    operation: "composer.schema.retrieve",
    shows: { properties: ["language", "name", "currencies"] },
  },
  { at: "10:56:10", operation: "composer.template.list", query: { limit: 2 } },
  {
    at: "10:56:20",
    operation: "composer.template.retrieve",
    path: { templateId: "invoice" },
    shows: { source: ["language", "name", "currencies", "accounts", "ports"] },
  },
  {
    at: "10:56:30",
    operation: "composer.plan",
    body: { source: DEPOSIT_PROGRAM },
    shows: {
      normalizedSource: ["language", "name", "currencies"],
      operations: 3,
      events: 3,
    },
  },
  {
    at: "10:56:40",
    operation: "composer.simulate",
    body: {
      source: DEPOSIT_PROGRAM,
      at: "2026-04-01T09:00:00Z",
      scenario: [
        { customer: "ada", tier: "tier_1" },
        { fund: "customer(ada).customer_balance", amount: "50000" },
        { create: "deposit", name: "flat", fields: { tenant: "ada", amount: "30000" } },
        { call: "pay", as: "customer", customer: "ada", expect: { state: "paid" } },
        {
          call: "giveBack",
          expect: { state: "returned", balances: { "customer(ada).customer_balance": "50000" } },
        },
        { consent: "mandate", of: "ada", mandate: true },
        {
          create: "rent",
          name: "april",
          fields: { tenant: "ada", mandate: "mandate", landlord: "homes", amount: "2500" },
        },
        { call: "collect", as: "customer", customer: "ada", expect: { state: "asked" } },
        { collection: "rent", ended: "collected", expect: { state: "collected", ran: 1 } },
        { call: "pay", expect: { state: "paying", balances: { "product.fees": "125" } } },
        { payout: "landlord", ended: "posted", expect: { state: "settled", ran: 1 } },
      ],
    },
    shows: { steps: 4 },
  },
];
