/** The examples of writing programs: a template to begin with, and the plan of a program of one noun. */
import type { Example } from "../../contract/document/example.ts";

/**
 * A deposit: a customer pays it; after a year it is given back, unless the operator keeps it by a decision. By the consent, which a
 * deposit may name, the rent is collected by hand.
 */
export const DEPOSIT_PROGRAM = {
  language: "blueprint/1",
  name: "Rent deposits",
  currencies: ["EUR"],
  accounts: { kept: { role: "product_operating", owner: "product" } },
  nouns: {
    deposit: {
      subject: { field: "tenant", minTier: "tier_1" },
      currency: "'EUR'",
      fields: {
        tenant: { type: "customer", required: true, immutable: true },
        amount: { type: "amount", required: true, immutable: true, min: "1000" },
        rent: { type: "consent", consentType: "collection" },
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
  },
  ports: {
    tenant: { actors: ["customer"], as: "subject", allow: ["deposit.pay"] },
    operator: {
      actors: ["operator"],
      allow: ["deposit.create", "deposit.claim", "deposit.giveBack", "deposit.keep"],
    },
    clock: { actors: ["clock"], allow: ["deposit.giveBack"] },
  },
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
      ],
    },
    shows: { steps: 4 },
  },
];
