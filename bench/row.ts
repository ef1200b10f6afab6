/**
 * A row of the table of figures: the sides, which run in turn, and the figures that are computed from
 * the turns of one round, each with the asked value. Every measurement is a row; `run_row.ts` runs it.
 */
import type { Generator } from "./load.ts";
import { type Spread, spreadOf } from "./spread.ts";

/** The figures of one turn of one side, by name. */
export type Turn = Readonly<Record<string, number>>;

/**
 * One side of a comparison. `turn` throws when an answer was not a success, so nothing is measured.
 */
export type Side = { name: string; turn(seconds: number): Promise<Turn> };

/** A row with its processes running. */
export type Opened = {
  sides: readonly Side[];
  /** Conditions of this run for the reader of the figures, one sentence for each. */
  notes: readonly string[];
  /** Called after the turns. Throws when a result is wrong, such as money that does not add up. */
  check(): Promise<void>;
  close(): Promise<void>;
};

export type Asked = { atLeast: number } | { below: number };

export type Figure = {
  name: string;
  /** As the tables of numbers name the figure, with its unit. */
  text: string;
  digits: number;
  /** The figure also stands in the short table of README.md. */
  isHeadline?: true;
  asked?: Asked;
};

/**
 * small: only shows that a row runs, for CI. usual: some minutes. full: the asked sizes, however long.
 */
export type Size = "small" | "usual" | "full";

export type Settings = {
  size: Size;
  generator: Generator;
  connections: number;
  accounts: number;
  /** The directory for data directories and clusters. */
  scratch: string;
  say(text: string): void;
};

/** The figure of a side's turn. Throws when the turn has no figure of that name. */
export type FigureOf = (side: string, figure: string) => number;

/** The document that explains why rows do not reach their asked values. */
export const SHORTFALL = "src/decisions/0027-what-the-benches-do-not-reach.md";

export type Row = {
  name: string;
  title: string;
  /** Number of rounds, and seconds of a turn, unless a flag says otherwise. */
  pairs: number;
  seconds: number;
  /** Seconds of warm-up for each side; 0 where every turn has a process of its own. */
  warmUpSeconds: number;
  figures: readonly Figure[];
  /** Path, from the project's root, of the document that explains why the row falls short. */
  shortfall?: string;
  open(settings: Settings): Promise<Opened>;
  /** The figures of one round. */
  derive(of: FigureOf, sides: readonly string[]): Turn;
};

/** This machine lacks something that a row needs; the message says how to install it. */
export class Unavailable extends Error {
  override readonly name = "Unavailable";
}

/** The spread of each figure over the rounds. */
export function spreadsOf(turns: readonly Turn[]): Record<string, Spread> {
  const names = new Set(turns.flatMap((turn) => Object.keys(turn)));
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      spreadOf(turns.flatMap((turn) => (turn[name] === undefined ? [] : [turn[name]]))),
    ]),
  );
}

export function isReached(asked: Asked, median: number): boolean {
  return "atLeast" in asked ? median >= asked.atLeast : median < asked.below;
}
