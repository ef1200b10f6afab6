/** Worked example B of the language: an instalment loan with scheduled collections. */

/* biome-ignore-all lint/suspicious/noThenProperty: the word of the language */

export const LOAN_PROGRAM = {
  language: "blueprint/1",
  name: "Instalment loan",
  currencies: ["EUR"],
  accounts: {
    lending: {
      role: "product_operating",
      owner: "product",
      currency: "EUR",
    },
    interest: {
      role: "product_revenue",
      owner: "product",
      currency: "EUR",
    },
  },
  nouns: {
    loan: {
      subject: {
        field: "borrower",
        kinds: ["person"],
        minTier: "tier_2",
      },
      currency: "'EUR'",
      fields: {
        borrower: {
          type: "customer",
          required: true,
          immutable: true,
        },
        principal: {
          type: "amount",
          required: true,
          immutable: true,
          min: "10000",
          max: "500000",
        },
        interest: {
          type: "amount",
          required: true,
          immutable: true,
        },
        instalments: {
          type: "int",
          required: true,
          immutable: true,
          min: 1,
          max: 36,
        },
        firstDueAt: {
          type: "time",
          required: true,
          immutable: true,
        },
        consent: {
          type: "consent",
          consentType: "collection",
          required: true,
        },
      },
      let: {
        owed: "fields.principal + fields.interest",
      },
      aggregates: {
        openPerBorrower: {
          scope: "subject",
          count: true,
          where: ["approved", "active", "overdue"],
          cap: 1,
        },
        repaid: {
          scope: "self",
          sum: true,
          currency: "'EUR'",
          cap: "let.owed",
        },
      },
      remainders: {
        outstanding: {
          start: "let.owed",
        },
      },
      states: {
        applied: {
          initial: true,
        },
        approved: {},
        active: {},
        overdue: {},
        repaid: {
          terminal: true,
        },
        declined: {
          terminal: true,
        },
        written_off: {
          terminal: true,
        },
      },
      decisions: {
        underwriting: {
          by: ["operator", "provider"],
          timeout: "PT48H",
          onTimeout: "decline",
        },
      },
      actions: {
        submit: {
          from: ["applied"],
          to: "applied",
          opens: "underwriting",
        },
        approve: {
          from: ["applied"],
          to: "approved",
          gate: "underwriting",
          auto: true,
        },
        decline: {
          from: ["applied"],
          to: "declined",
        },
        disburse: {
          from: ["approved"],
          to: "active",
          moves: [
            {
              label: "disburse",
              amount: "fields.principal",
              from: "product.lending",
              to: "customer(fields.borrower).customer_balance",
              book: "asset.loans",
            },
          ],
        },
        repay: {
          from: ["active", "overdue"],
          to: {
            if: "rem.outstanding == amount('0')",
            then: "repaid",
            else: "active",
          },
          input: {
            amount: {
              type: "amount",
              required: true,
            },
          },
          consume: {
            outstanding: "input.amount",
          },
          add: {
            repaid: "input.amount",
          },
          moves: [
            {
              label: "repay",
              amount: "input.amount",
              from: "customer(fields.borrower).customer_balance",
              to: [
                {
                  label: "interest",
                  ratio: ["fields.interest", "let.owed"],
                  round: "down",
                  account: "product.interest",
                  book: "revenue.interest",
                },
                {
                  label: "principal",
                  remaining: true,
                  account: "product.lending",
                },
              ],
            },
          ],
        },
        markOverdue: {
          from: ["active"],
          to: "overdue",
        },
        close: {
          from: ["active", "overdue"],
          to: "repaid",
          aggregate: [
            {
              that: "agg.repaid == let.owed",
            },
          ],
        },
        writeOff: {
          from: ["overdue"],
          to: "written_off",
        },
      },
      schedules: {
        instalment: {
          on: "enter:active",
          repeat: "fields.instalments",
          max: 36,
          once: true,
          at: "addMonths(fields.firstDueAt, index)",
          collect: {
            consent: "fields.consent",
            amount: "split(let.owed, fields.instalments, index)",
            then: "repay",
          },
          retry: {
            after: ["P3D", "P5D"],
            finally: "markOverdue",
          },
          until: ["repaid", "written_off"],
        },
      },
    },
  },
  ports: {
    operator: {
      actors: ["operator", "agent"],
      allow: [
        "loan.create",
        "loan.submit",
        "loan.approve",
        "loan.decline",
        "loan.disburse",
        "loan.close",
        "loan.writeOff",
      ],
    },
    borrower: {
      actors: ["customer"],
      as: "subject",
      allow: ["loan.create", "loan.submit", "loan.repay"],
    },
    clock: {
      actors: ["clock"],
      allow: ["loan.repay", "loan.markOverdue", "loan.approve"],
    },
  },
  limits: [
    {
      name: "loan_book",
      measure: "sum(rem.loan.outstanding)",
      currency: "EUR",
      cap: "1000000000",
      scope: "product",
    },
    {
      name: "per_borrower",
      measure: "sum(rem.loan.outstanding)",
      currency: "EUR",
      cap: "500000",
      scope: "subject",
    },
  ],
  books: {
    revenue: ["revenue.interest"],
    asset: ["asset.loans"],
  },
} as const;
