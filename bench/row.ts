/**
 * A row of the numbers: what is asked, its sides, which run in turn, and the figures made of the
 * turns of one round. Everything that is measured is a row; `run_row.ts` runs it.
 */
import type { Generator } from "./load.ts";
import { type Spread, spreadOf } from "./spread.ts";

/** What one turn of one side gave, by name. */
export type Turn = Readonly<Record<string, number>>;

/** One of the things that are compared. Its turn throws when anything but the measured happened. */
export type Side = { name: string; turn(seconds: number): Promise<Turn> };

/** A row with its processes running. */
export type Opened = {
  sides: readonly Side[];
  /** What a reader of the figures must know of this run, one sentence each. */
  notes: readonly string[];
  /** After the turns: is everything still right? Throws when it is not. */
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

/** small: it runs at all, for CI. usual: minutes. full: the sizes that are asked, however long. */
export type Size = "small" | "usual" | "full";

export type Settings = {
  size: Size;
  generator: Generator;
  connections: number;
  accounts: number;
  /** Where data directories and clusters are made. */
  scratch: string;
  say(text: string): void;
};

/** The figure of a side's turn. Throws when there is none of that name. */
export type FigureOf = (side: string, figure: string) => number;

/** Why rows that fall short do so. */
export const SHORTFALL = "src/decisions/0027-what-the-benches-do-not-reach.md";

export type Row = {
  name: string;
  title: string;
  /** Rounds and seconds of a turn where nothing else is asked for. */
  pairs: number;
  seconds: number;
  /** Seconds of each side before the first round; 0 where a turn has a process of its own. */
  warmUpSeconds: number;
  figures: readonly Figure[];
  /** What stands in the way where it does not reach what is asked; from the project's root. */
  shortfall?: string;
  open(settings: Settings): Promise<Opened>;
  /** The figures of one round. */
  derive(of: FigureOf, sides: readonly string[]): Turn;
};

/** Something that a row needs is not on this machine; the message says how to get it. */
export class Unavailable extends Error {
  override readonly name = "Unavailable";
}

/** Spread of each figure over the rounds. */
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
