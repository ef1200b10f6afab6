/** For tests: a program with decisions that actions run after, and rows that the clock runs. */
import type { ProgramObject } from "../../../../src/features/object/object_schema.ts";
import { programOf } from "../../../../src/features/product/running_program.ts";
import type { ScheduleDocument } from "../../../../src/features/schedule/schedule_document.ts";
import { fund } from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";
import { called, objectMade, payer, runProgram } from "./objects.ts";

export const CASE_PROGRAM = {
  language: "blueprint/1",
  name: "Cases that are reviewed and paid",
  currencies: ["EUR"],
  accounts: { fund: { role: "product_operating", owner: "product" } },
  nouns: {
    case: {
      subject: { field: "owner" },
      currency: "'EUR'",
      fields: {
        owner: { type: "customer", required: true, immutable: true },
        amount: { type: "amount", required: true },
        rows: { type: "int", default: 2, min: 0, max: 1000 },
        pause: { type: "int", default: 1, min: 0, max: 100 },
      },
      states: {
        open: { initial: true },
        approved: {},
        late: {},
        closed: { terminal: true },
      },
      decisions: {
        review: { by: ["operator"], timeout: "P1D", onTimeout: "decline" },
        outside: { by: ["provider"], timeout: "P1D", onTimeout: "decline" },
        silence: { by: ["operator"], timeout: "P1D", onTimeout: "approve" },
      },
      actions: {
        ask: { from: ["open"], to: "open", opens: "review" },
        announce: { from: ["open"], to: "open", opens: "silence" },
        askOutside: { from: ["open"], to: "open", opens: "outside" },
        acceptOutside: { from: ["open"], to: "approved", gate: "outside" },
        accept: { from: ["open"], to: "approved", gate: "review", auto: true },
        acceptInSilence: { from: ["open"], to: "approved", gate: "silence", auto: true },
        start: { from: ["open"], to: "approved" },
        pay: {
          from: ["approved", "late"],
          to: "approved",
          input: { amount: { type: "amount", required: true } },
          moves: [
            {
              label: "pay",
              amount: "input.amount",
              from: "product.fund",
              to: "customer(fields.owner).customer_balance",
              book: "expense.cases",
            },
          ],
        },
        markLate: { from: ["approved"], to: "late" },
        close: { from: ["open", "approved", "late"], to: "closed" },
      },
      schedules: {
        payment: {
          on: "enter:approved",
          once: true,
          repeat: "fields.rows",
          max: 1000,
          at: "addDays(now(), index)",
          action: "pay",
          input: { amount: "fields.amount" },
          retry: { after: ["P1D"], finally: "markLate" },
          until: ["late"],
        },
      },
    },
  },
  ports: {
    operator: {
      actors: ["operator"],
      allow: [
        ...["case.create", "case.ask", "case.askOutside", "case.announce", "case.start"],
        ...["case.close", "case.accept", "case.acceptOutside"],
      ],
    },
    clock: {
      actors: ["clock"],
      allow: ["case.accept", "case.acceptInSilence", "case.pay", "case.markLate"],
    },
  },
  books: { expense: ["expense.cases"] },
};

/** A case, its owner, and the Product's fund with 1,000 in it. */
export function givenCase(world: World, more: object = {}) {
  runProgram(world, CASE_PROGRAM);
  const owner = payer(world, { currency: "EUR", amount: 0n });
  const fundId = programOf(world.state, world.realmOf(world.caller))?.accounts[
    "fund.EUR"
  ] as string;
  fund(world, fundId, 1_000n);
  const object = objectMade(world, "case", { owner: owner.customerId, amount: "100", ...more });
  return { owner, fundId, object };
}

/** The decision that the action has asked for. */
export function askedFor(world: World, object: ProgramObject, action = "ask") {
  const [decision] = called(world, object, action).outcome.decisions;
  return decision?.decisionId as string;
}

/** The rows of the world, in the order of their numbers. */
export function rowsIn({ state: { schedules } }: World): ScheduleDocument[] {
  return [...schedules.values()].sort((one, other) => one.index - other.index);
}
