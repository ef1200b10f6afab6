/** For tests: the program of cases, and the Build after it, of which each part of a migration has something to do. */
import type { BuildMigration } from "../../../../src/features/product/build_migration_shown.ts";
import { productBuildInstall } from "../../../../src/features/product/product.build.install.ts";
import { productBuildList } from "../../../../src/features/product/product.build.list.ts";
import { planOf } from "../../../../src/programs/plan.ts";
import type { World } from "../../../world/world.ts";
import { changedAll, TERMS } from "../../programs/programs.ts";
import { installable } from "../product/installed.ts";
import { CASE_PROGRAM } from "./cases.ts";

const { case: before } = CASE_PROGRAM.nouns;
const { askOutside: _ask, acceptOutside: _accept, pay, ...actions } = before.actions;
const { outside: _outside, ...decisions } = before.decisions;
const { pause: _pause, ...fields } = before.fields;

/** Approved cases are called accepted; a case has twice its amount, an account, and is counted. */
export const NEXT_CASES = {
  ...CASE_PROGRAM,
  name: "Cases of the second edition",
  nouns: {
    case: {
      ...before,
      fields: {
        ...fields,
        rows: { ...fields.rows, indexed: true },
        twice: { type: "amount", required: true, max: "1000" },
        note: { type: "text", default: "of before" },
      },
      remainders: { open: { start: "fields.twice" } },
      aggregates: {
        accepted: { scope: "product", count: true, where: ["accepted"], cap: 3 },
      },
      own: { pot: { currency: "'EUR'", drainBefore: ["closed"] } },
      states: { open: before.states.open, accepted: {}, late: {}, closed: before.states.closed },
      decisions,
      actions: {
        ask: actions.ask,
        announce: actions.announce,
        accept: { ...actions.accept, to: "accepted" },
        acceptInSilence: { ...actions.acceptInSilence, to: "accepted" },
        start: { ...actions.start, to: "accepted" },
        pay: { ...pay, from: ["accepted", "late"], to: "accepted" },
        markLate: { from: ["accepted"], to: "late" },
        close: { from: ["open", "accepted", "late"], to: "closed" },
        reopen: { from: ["accepted"], to: "open" },
      },
      schedules: { payment: { ...before.schedules.payment, on: "enter:accepted" } },
    },
  },
  limits: [
    {
      name: "open",
      measure: "sum(rem.case.open)",
      currency: "EUR",
      cap: "100000",
      scope: "product",
    },
  ],
  ports: {
    ...CASE_PROGRAM.ports,
    operator: {
      actors: ["operator"],
      allow: [
        ...["case.create", "case.ask", "case.announce", "case.start", "case.close"],
        ...["case.accept", "case.reopen"],
      ],
    },
  },
  migrations: {
    case: {
      states: { approved: "accepted" },
      fields: { twice: "fields.amount + fields.amount" },
      removedFields: ["pause"],
      removedActions: ["askOutside", "acceptOutside"],
    },
  },
};

/** The same, whose rows have another name. */
export const NEXT_CASES_RENAMED = changedAll(NEXT_CASES, {
  "/nouns/case/schedules": { payout: NEXT_CASES.nouns.case.schedules.payment },
});

const MOVE_ON = { from: ["free"], to: "gone" };
const STATES = { free: { initial: true }, gone: { terminal: true } };

/** Tickets that hold seats, each alone. The Build after it is the same, and takes them all over. */
export const TICKETS = {
  language: "blueprint/1",
  name: "Tickets",
  currencies: ["EUR"],
  nouns: {
    seat: {
      fields: { row: { type: "int", required: true } },
      states: STATES,
      actions: { sell: MOVE_ON },
    },
    ticket: {
      fields: {
        seat: { type: "ref", kind: "seat", required: true, exclusive: true, states: ["free"] },
      },
      states: STATES,
      actions: { use: { ...MOVE_ON, release: ["seat"] } },
    },
  },
  ports: {
    operator: {
      actors: ["operator"],
      allow: ["seat.create", "seat.sell", "ticket.create", "ticket.use"],
    },
  },
};
export const NEXT_TICKETS = {
  ...TICKETS,
  name: "Tickets, second edition",
  migrations: { ticket: {}, seat: {} },
};

/** Another Build is applied as the platform does; the kinds that it maps are migrated, or those that are named. */
export function applied(
  world: World,
  source: unknown,
  { number = 2, migrate = ["case"] }: { number?: number; migrate?: string[] } = {},
): void {
  const findings = planOf(source, TERMS).findings.filter(({ severity }) => severity === "error");
  if (findings.length > 0) throw new Error(JSON.stringify(findings));
  const build = installable(source, number);
  world.made(productBuildInstall, { build, origin: 8_192, migrate }, { cause: "platform" });
}

/** The migration of the Build that the world's Product runs, as the list of its Builds shows it. */
export async function migrationShown(world: World): Promise<BuildMigration | undefined> {
  const { productId } = world.principal;
  const { items } = await world.found(productBuildList, { productId });
  return items[0]?.migration;
}
