/**
 * Programs for tests: the two worked examples of the language, a program that has no more than it must, and what
 * the platform offers to them.
 */
import { CURRENCIES } from "../contract/currencies.ts";
import { ACCOUNT_ROLES } from "../features/ledger/roles.ts";
import { type CheckedProgram, checkProgram } from "./checked_program.ts";
import type { PlatformTerms } from "./platform_terms.ts";
import type { TypedProgram } from "./typed_program.ts";

export const TERMS: PlatformTerms = {
  roles: ACCOUNT_ROLES.map(({ role, ownerTypes, kycTier }) => ({
    role,
    ownerTypes,
    liveTier: kycTier.live,
  })),
  currencies: CURRENCIES.map(({ code }) => code),
};

/** A worked example: an invoice that is paid in parts, kept in escrow, and settled with a fee. */
export const INVOICE = {
  language: "blueprint/1",
  name: "Invoices with platform fee",
  currencies: ["USD", "EUR"],
  accounts: {
    revenue: { role: "product_revenue", owner: "product" },
    reserve: { role: "product_reserve", owner: "product" },
  },
  nouns: {
    invoice: {
      subject: { field: "payer", kinds: ["person", "organization"], minTier: "tier_1" },
      currency: "fields.currency",
      fields: {
        payer: { type: "customer", required: true, immutable: true },
        payee: { type: "customer", required: true, immutable: true },
        currency: { type: "currency", required: true, immutable: true },
        total: { type: "amount", required: true, immutable: true },
        feeBps: { type: "bps", default: 250, min: 0, max: 1000 },
        dueDate: { type: "date", required: true },
        lines: { type: "list", max: 100, of: { label: "text", amount: "amount" } },
        order: {
          type: "ref",
          kind: "order",
          states: ["confirmed"],
          exclusive: true,
          congruent: ["currency", "subject"],
        },
      },
      partitions: { lines: { whole: "fields.total", parts: "fields.lines[].amount" } },
      remainders: { due: { start: "fields.total" } },
      own: {
        escrow: { currency: "fields.currency", drainBefore: ["settled", "void", "refunded"] },
      },
      states: {
        draft: { initial: true },
        open: {},
        funded: {},
        settled: { terminal: true },
        refunded: { terminal: true },
        void: { terminal: true },
      },
      actions: {
        issue: {
          from: ["draft"],
          to: "open",
          require: [{ that: "fields.total >= amount('100')", else: "total_too_small" }],
        },
        pay: {
          from: ["open"],
          // biome-ignore lint/suspicious/noThenProperty: the word of the language
          to: { if: "rem.due == amount('0')", then: "funded", else: "open" },
          input: { amount: { type: "amount", required: true } },
          consume: { due: "input.amount" },
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
        requestRefund: { from: ["funded"], to: "funded", opens: "refund_review" },
        void: {
          from: ["draft", "open"],
          to: "void",
          require: [{ that: "rem.due == fields.total", else: "already_part_paid" }],
        },
      },
      decisions: { refund_review: { by: ["operator"], timeout: "P2D", onTimeout: "decline" } },
      schedules: {
        autoSettle: { on: "enter:funded", at: "addDays(now(), 3)", action: "settle" },
      },
    },
    order: {
      subject: { field: "buyer", kinds: ["person", "organization"] },
      fields: {
        buyer: { type: "customer", required: true },
        currency: { type: "currency", required: true },
      },
      currency: "fields.currency",
      states: { confirmed: { initial: true }, done: { terminal: true } },
      actions: { finish: { from: ["confirmed"], to: "done" } },
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
    payer: { actors: ["customer"], as: "subject", allow: ["invoice.pay", "invoice.requestRefund"] },
    clock: { actors: ["clock"], allow: ["invoice.settle"] },
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
  books: { revenue: ["revenue.invoice_fee"] },
};

/** A worked example: a loan that is paid back in instalments, which the clock collects. */
export const LOAN = {
  language: "blueprint/1",
  name: "Instalment loan",
  currencies: ["EUR"],
  accounts: {
    lending: { role: "product_operating", owner: "product", currency: "EUR" },
    interest: { role: "product_revenue", owner: "product", currency: "EUR" },
  },
  nouns: {
    loan: {
      subject: { field: "borrower", kinds: ["person"], minTier: "tier_2" },
      currency: "'EUR'",
      fields: {
        borrower: { type: "customer", required: true, immutable: true },
        principal: { type: "amount", required: true, immutable: true, min: "10000", max: "500000" },
        interest: { type: "amount", required: true, immutable: true },
        instalments: { type: "int", required: true, immutable: true, min: 1, max: 36 },
        firstDueAt: { type: "time", required: true, immutable: true },
        consent: { type: "consent", consentType: "collection", required: true },
      },
      let: { owed: "fields.principal + fields.interest" },
      aggregates: {
        openPerBorrower: {
          scope: "subject",
          count: true,
          where: ["approved", "active", "overdue"],
          cap: 1,
        },
        repaid: { scope: "self", sum: true, currency: "'EUR'", cap: "let.owed" },
      },
      remainders: { outstanding: { start: "let.owed" } },
      states: {
        applied: { initial: true },
        approved: {},
        active: {},
        overdue: {},
        repaid: { terminal: true },
        declined: { terminal: true },
        written_off: { terminal: true },
      },
      decisions: {
        underwriting: { by: ["operator", "provider"], timeout: "PT48H", onTimeout: "decline" },
      },
      actions: {
        submit: { from: ["applied"], to: "applied", opens: "underwriting" },
        approve: { from: ["applied"], to: "approved", gate: "underwriting", auto: true },
        decline: { from: ["applied"], to: "declined" },
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
          // biome-ignore lint/suspicious/noThenProperty: the word of the language
          to: { if: "rem.outstanding == amount('0')", then: "repaid", else: "active" },
          input: { amount: { type: "amount", required: true } },
          consume: { outstanding: "input.amount" },
          add: { repaid: "input.amount" },
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
                { label: "principal", remaining: true, account: "product.lending" },
              ],
            },
          ],
        },
        markOverdue: { from: ["active"], to: "overdue" },
        close: {
          from: ["active", "overdue"],
          to: "repaid",
          aggregate: [{ that: "agg.repaid == let.owed" }],
        },
        writeOff: { from: ["overdue"], to: "written_off" },
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
            // biome-ignore lint/suspicious/noThenProperty: the word of the language
            then: "repay",
          },
          retry: { after: ["P3D", "P5D"], finally: "markOverdue" },
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
    clock: { actors: ["clock"], allow: ["loan.repay", "loan.markOverdue", "loan.approve"] },
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
  books: { revenue: ["revenue.interest"], asset: ["asset.loans"] },
};

/** A program that has no more than it must. */
export const MINIMAL = {
  language: "blueprint/1",
  name: "Tickets",
  currencies: ["EUR"],
  nouns: {
    ticket: {
      fields: {},
      states: { open: { initial: true }, closed: { terminal: true } },
      actions: { close: { from: ["open"], to: "closed" } },
    },
  },
  ports: { operator: { actors: ["operator"], allow: ["ticket.create", "ticket.close"] } },
};

/**
 * A deep copy of the program with the value at a JSON Pointer replaced or added; `-` is behind the last of a list,
 * and `undefined` takes the place away. The object or list that the place is in must be there.
 */
export function changed(program: unknown, pointer: string, value: unknown): unknown {
  const copy = structuredClone(program);
  const names = pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = names.pop();
  if (last === undefined) return value;
  const place = names.reduce<unknown>(memberOf, copy);
  if (Array.isArray(place)) {
    const at = last === "-" ? place.length : Number(last);
    place.splice(at, 1, ...(value === undefined ? [] : [value]));
  } else if (value === undefined) delete (place as Record<string, unknown>)[last];
  // Not an assignment: `__proto__` is a key as any other.
  else Object.defineProperty(place, last, { value, ...WRITABLE });
  return copy;
}

const WRITABLE = { enumerable: true, configurable: true, writable: true };

function memberOf(place: unknown, name: string): unknown {
  if (typeof place !== "object" || place === null || !Object.hasOwn(place, name)) {
    throw new Error(`the program has no ${name}`);
  }
  return (place as Record<string, unknown>)[name];
}

/** The program with several places changed, in order. */
export function changedAll(program: unknown, changes: Readonly<Record<string, unknown>>): unknown {
  return Object.entries(changes).reduce<unknown>(
    (before, [pointer, value]) => changed(before, pointer, value),
    program,
  );
}

export function checked(source: unknown, previous?: TypedProgram): CheckedProgram {
  return checkProgram(source, TERMS, previous);
}

/** A program that must be right, typed. */
export function typedOf(source: unknown): TypedProgram {
  const { typed, findings } = checked(source);
  const errors = findings.filter(({ severity }) => severity === "error");
  if (typed === undefined || errors.length > 0) throw new Error(JSON.stringify(errors));
  return typed;
}
