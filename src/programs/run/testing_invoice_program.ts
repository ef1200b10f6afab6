/** Worked example A of the language: invoices with a fee split. */

/* biome-ignore-all lint/suspicious/noThenProperty: the word of the language */

export const INVOICE_PROGRAM = {
  language: "blueprint/1",
  name: "Invoices with platform fee",
  currencies: ["USD", "EUR"],
  accounts: {
    revenue: {
      role: "product_revenue",
      owner: "product",
    },
    reserve: {
      role: "product_reserve",
      owner: "product",
    },
  },
  nouns: {
    invoice: {
      subject: {
        field: "payer",
        kinds: ["person", "organization"],
        minTier: "tier_1",
      },
      currency: "fields.currency",
      fields: {
        payer: {
          type: "customer",
          required: true,
          immutable: true,
        },
        payee: {
          type: "customer",
          required: true,
          immutable: true,
        },
        currency: {
          type: "currency",
          required: true,
          immutable: true,
        },
        total: {
          type: "amount",
          required: true,
          immutable: true,
        },
        feeBps: {
          type: "bps",
          default: 250,
          min: 0,
          max: 1000,
        },
        dueDate: {
          type: "date",
          required: true,
        },
        lines: {
          type: "list",
          max: 100,
          of: {
            label: "text",
            amount: "amount",
          },
        },
        order: {
          type: "ref",
          kind: "order",
          states: ["confirmed"],
          exclusive: true,
          congruent: ["currency", "subject"],
        },
      },
      partitions: {
        lines: {
          whole: "fields.total",
          parts: "fields.lines[].amount",
        },
      },
      remainders: {
        due: {
          start: "fields.total",
        },
      },
      own: {
        escrow: {
          currency: "fields.currency",
          drainBefore: ["settled", "void", "refunded"],
        },
      },
      states: {
        draft: {
          initial: true,
        },
        open: {},
        funded: {},
        settled: {
          terminal: true,
        },
        refunded: {
          terminal: true,
        },
        void: {
          terminal: true,
        },
      },
      actions: {
        issue: {
          from: ["draft"],
          to: "open",
          require: [
            {
              that: "fields.total >= amount('100')",
              else: "total_too_small",
            },
          ],
        },
        pay: {
          from: ["open"],
          to: {
            if: "rem.due == amount('0')",
            then: "funded",
            else: "open",
          },
          input: {
            amount: {
              type: "amount",
              required: true,
            },
          },
          consume: {
            due: "input.amount",
          },
          moves: [
            {
              label: "pay",
              amount: "input.amount",
              from: "customer(fields.payer).customer_balance",
              to: "own.escrow",
            },
          ],
        },
        settle: {
          from: ["funded"],
          to: "settled",
          moves: [
            {
              label: "payout",
              amount: "balance(own.escrow)",
              from: "own.escrow",
              to: [
                {
                  label: "fee",
                  bps: "fields.feeBps",
                  round: "half_even",
                  cap: "amount('50000')",
                  account: "product.revenue",
                  book: "revenue.invoice_fee",
                },
                {
                  label: "net",
                  remaining: true,
                  account: "customer(fields.payee).customer_balance",
                },
              ],
            },
          ],
        },
        refund: {
          from: ["funded"],
          to: "refunded",
          gate: "refund_review",
          moves: [
            {
              label: "refund",
              amount: "balance(own.escrow)",
              from: "own.escrow",
              to: "customer(fields.payer).customer_balance",
            },
          ],
        },
        requestRefund: {
          from: ["funded"],
          to: "funded",
          opens: "refund_review",
        },
        void: {
          from: ["draft", "open"],
          to: "void",
          require: [
            {
              that: "rem.due == fields.total",
              else: "already_part_paid",
            },
          ],
        },
      },
      decisions: {
        refund_review: {
          by: ["operator"],
          timeout: "P2D",
          onTimeout: "decline",
        },
      },
      schedules: {
        autoSettle: {
          on: "enter:funded",
          at: "addDays(now(), 3)",
          action: "settle",
        },
      },
    },
    order: {
      subject: {
        field: "buyer",
        kinds: ["person", "organization"],
      },
      fields: {
        buyer: {
          type: "customer",
          required: true,
        },
        currency: {
          type: "currency",
          required: true,
        },
      },
      currency: "fields.currency",
      states: {
        confirmed: {
          initial: true,
        },
        done: {
          terminal: true,
        },
      },
      actions: {
        finish: {
          from: ["confirmed"],
          to: "done",
        },
      },
    },
  },
  ports: {
    operator: {
      actors: ["operator"],
      allow: [
        "invoice.create",
        "invoice.issue",
        "invoice.settle",
        "invoice.refund",
        "invoice.void",
        "order.create",
        "order.finish",
      ],
    },
    payer: {
      actors: ["customer"],
      as: "subject",
      allow: ["invoice.pay", "invoice.requestRefund"],
    },
    clock: {
      actors: ["clock"],
      allow: ["invoice.settle"],
    },
  },
  limits: [
    {
      name: "escrow_total",
      measure: "sum(balance(invoice.own.escrow))",
      currency: "USD",
      cap: "100000000",
      scope: "product",
    },
  ],
  books: {
    revenue: ["revenue.invoice_fee"],
  },
} as const;
