/**
 * For tests: exported accounts, claims that actions take and give up, rows made again, approvals by
 * time alone.
 */

/* biome-ignore-all lint/suspicious/noThenProperty: the word of the language */

export const CHAIN_PROGRAM = {
  language: "blueprint/1",
  name: "Claims and chains",
  currencies: ["EUR"],
  nouns: {
    purse: {
      subject: { field: "owner" },
      currency: "'EUR'",
      fields: { owner: { type: "customer", required: true } },
      own: { pot: { currency: "'EUR'", export: true, drainBefore: ["shut"] } },
      states: { open: { initial: true }, shut: { terminal: true } },
      actions: {
        fill: {
          from: ["open"],
          to: "open",
          input: { amount: { type: "amount", required: true } },
          moves: [
            {
              label: "fill",
              amount: "input.amount",
              from: "customer(fields.owner).customer_balance",
              to: "own.pot",
            },
          ],
        },
        shut: { from: ["open"], to: "shut" },
      },
    },
    job: {
      subject: { field: "worker" },
      currency: "'EUR'",
      fields: {
        worker: { type: "customer", required: true },
        purse: { type: "ref", kind: "purse", required: true, exclusive: true, states: ["open"] },
      },
      aggregates: {
        running: { scope: "product", count: true, where: ["taken"], cap: 2 },
        alone: { scope: "self", count: true, where: ["taken"] },
      },
      states: { new: { initial: true }, taken: {}, waiting: {}, over: { terminal: true } },
      decisions: { pay: { by: ["operator"], timeout: "P1D", onTimeout: "approve" } },
      actions: {
        take: {
          from: ["new", "waiting"],
          to: "taken",
          claim: ["purse"],
          aggregate: [{ that: "agg.alone == 0" }],
        },
        rest: { from: ["taken"], to: "waiting", release: ["purse"] },
        ask: { from: ["taken"], to: "taken", opens: "pay" },
        pay: {
          from: ["taken"],
          to: { if: "balance(ref.purse.own.pot) == amount('0')", then: "over", else: "taken" },
          gate: "pay",
          auto: true,
          moves: [
            {
              label: "wage",
              amount: "min(balance(ref.purse.own.pot), amount('30'))",
              from: "ref.purse.own.pot",
              to: "customer(fields.worker).customer_balance",
            },
            {
              label: "rest",
              amount: "min(balance(ref.purse.own.pot), amount('50'))",
              from: "ref.purse.own.pot",
              to: [
                {
                  label: "part",
                  amount: "amount('45')",
                  account: "customer(fields.worker).customer_balance",
                },
                {
                  label: "remaining",
                  remaining: true,
                  account: "customer(fields.worker).customer_savings",
                },
              ],
            },
          ],
        },
      },
      schedules: {
        nudge: { on: "enter:taken", at: "addDays(today(), 2)", action: "rest" },
        once: {
          on: "enter:taken",
          at: "addDays(now(), 1)",
          once: true,
          action: "rest",
          until: ["over"],
        },
        made: { on: "enter:new", at: "now()", action: "take" },
      },
    },
  },
  ports: {
    all: {
      actors: ["operator"],
      allow: ["purse.create", "purse.shut", "job.create", "job.take", "job.rest", "job.ask"],
    },
    owner: { actors: ["customer"], as: "subject", allow: ["purse.fill"] },
    clock: { actors: ["clock"], allow: ["job.pay", "job.rest", "job.take"] },
  },
  limits: [{ name: "pots", measure: "sum(balance(purse.own.pot))", cap: "100", scope: "subject" }],
};
