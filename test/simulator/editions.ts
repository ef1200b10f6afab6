/**
 * The Build that follows the program of the simulation, with something to do for each part of a migration: a state is
 * renamed, fields, a remainder, an account and a count are added, a decision and a schedule have other names. Not every
 * object fits: what is owed is at most `CEILING`, and few bookings may be overdue.
 */
import type { Program } from "../../src/programs/program_schema.ts";
import { installable } from "../support/features/product/installed.ts";
import { BUILD, SOURCE } from "./program.ts";

/** The largest amount that a booking of the next Build may be told to be due at the most. */
export const CEILING = 300;
export const OVERDUE_MAX = 2;

const { seat, booking, deal } = SOURCE.nouns;
const { late: _late, ...states } = booking.states;
const { review, ...decisions } = booking.decisions;
const { lapsing, nagging, ...schedules } = booking.schedules;

/** Bookings that are late are overdue; the rest of the program speaks of them as before. */
const renamed = JSON.parse(
  JSON.stringify({ ...booking, decisions, schedules: { ...schedules, expiring: lapsing } })
    .replaceAll('"late"', '"overdue"')
    .replaceAll('"review"', '"audit"'),
) as typeof booking;

export const NEXT_SOURCE = {
  ...SOURCE,
  name: "Simulated bookings, second edition",
  nouns: {
    seat,
    deal,
    booking: {
      ...renamed,
      fields: {
        ...booking.fields,
        ceiling: { type: "amount", max: String(CEILING) },
        note: { type: "text", default: "of before" },
      },
      remainders: { ...booking.remainders, bonus: { start: "fields.total" } },
      aggregates: {
        ...renamed.aggregates,
        overdue: { scope: "product", count: true, where: ["overdue"], cap: OVERDUE_MAX },
      },
      own: { ...booking.own, spare: { currency: "'EUR'" } },
      states: { ...states, overdue: {} },
      decisions: { ...decisions, audit: review },
      schedules: { ...renamed.schedules, nagging: { ...nagging, on: "enter:overdue" } },
    },
  },
  migrations: {
    seat: {},
    deal: {},
    booking: { states: { late: "overdue" }, fields: { ceiling: "fields.total" } },
  },
};

export const NEXT_BUILD = installable(NEXT_SOURCE, 2);

/** Each Build with its program as the model reads it. */
const EDITIONS = new Map(
  [BUILD, NEXT_BUILD].map(({ buildId, text }) => [buildId, asModelled(JSON.parse(text))] as const),
);

/**
 * An object counts by the states of its own Build. No state of one Build has the name of another one of the other, so
 * the interpreter, which knows one program at a time, counts by the states of both.
 */
function asModelled(program: Program): Program {
  const { open } = program.nouns["booking"]?.aggregates ?? {};
  if (open === undefined) throw new Error("open bookings are counted");
  const where = [...new Set([...(open.where ?? []), "late", "overdue"])];
  Object.assign(open, { where });
  return program;
}

export function programOfBuild(buildId: string): Program {
  const program = EDITIONS.get(buildId);
  if (program === undefined) throw new Error(`there is no Build ${buildId}`);
  return program;
}
