/** For tests of single rules of the engine, which no example of the language shows. */

/* biome-ignore-all lint/suspicious/noThenProperty: the word of the language */

export const EDGES_PROGRAM = {
  language: "blueprint/1",
  name: "Edges",
  currencies: ["EUR"],
  accounts: { lending: { role: "product_operating", owner: "product" } },
  nouns: {
    seat: {
      subject: { field: "guest" },
      currency: "'EUR'",
      fields: {
        guest: { type: "customer", required: true },
        host: { type: "customer" },
        spare: { type: "amount", default: "0" },
        mandate: { type: "consent", consentType: "collection", required: true },
        room: { type: "ref", kind: "room", exclusive: true },
      },
      aggregates: {
        taken: { scope: "product", count: true, where: ["taken"], cap: 1 },
        spent: { scope: "product", sum: true, currency: "'EUR'", unbounded: true },
      },
      own: { pot: { currency: "'EUR'", drainBefore: ["idle"] } },
      states: { free: { initial: true }, taken: {}, idle: {}, over: { terminal: true } },
      decisions: { leave: { by: ["customer", "operator"], timeout: "P1D", onTimeout: "decline" } },
      actions: {
        take: { from: ["free", "idle"], to: "taken", claim: ["room"] },
        stay: { from: ["taken", "idle"], to: "idle" },
        ask: { from: ["taken"], to: "taken", opens: "leave" },
        leave: { from: ["taken"], to: "taken", gate: "leave" },
        spend: {
          from: ["taken"],
          to: { if: "agg.spent >= amount('10')", then: "over", else: "taken" },
          input: { amount: { type: "amount", required: true } },
          add: { spent: "input.amount" },
        },
        top: {
          from: ["taken", "idle"],
          to: { if: "self.state == 'idle'", then: "idle", else: "taken" },
          input: { amount: { type: "amount", required: true } },
          moves: [{ label: "top", amount: "input.amount", from: "product.lending", to: "own.pot" }],
        },
        collected: {
          from: ["free"],
          to: "free",
          input: { amount: { type: "amount", required: true } },
        },
        borrow: {
          from: ["free"],
          to: "free",
          require: [{ that: "balance(product.lending) == amount('0')", else: "has_money" }],
        },
      },
      schedules: {
        pull: {
          on: "create",
          at: "addDays(now(), 1)",
          collect: { consent: "fields.mandate", amount: "fields.spare", then: "collected" },
        },
      },
    },
    room: {
      fields: {},
      states: { on: { initial: true }, off: { terminal: true } },
      actions: { close: { from: ["on"], to: "off" } },
    },
  },
  ports: {
    anybody: { actors: ["customer"], allow: ["seat.create", "seat.stay"] },
    host: { actors: ["customer"], as: "fields.host", allow: ["seat.create", "seat.ask"] },
    operator: {
      actors: ["operator"],
      allow: [
        ...["seat.create", "seat.take", "seat.stay", "seat.ask", "seat.leave", "seat.spend"],
        ...["seat.top", "seat.collected", "seat.borrow", "room.create", "room.close"],
      ],
    },
    clock: { actors: ["clock"], allow: ["seat.collected"] },
  },
};
