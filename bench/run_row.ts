/**
 * Runs one row: warms every side up, then runs rounds with one turn of each side (A, B, A, B …). So
 * the turns of a round's ratio follow one another, and other work on the machine slows them alike.
 */
import {
  type FigureOf,
  type Opened,
  type Row,
  type Settings,
  type Side,
  spreadsOf,
  type Turn,
} from "./row.ts";
import type { Spread } from "./spread.ts";

export type Measured = {
  row: string;
  pairs: number;
  seconds: number;
  notes: readonly string[];
  /** The spread of each figure, by side and then by figure. */
  sides: Readonly<Record<string, Readonly<Record<string, Spread>>>>;
  figures: Readonly<Record<string, Spread>>;
};

export type Rounds = { pairs: number; seconds: number; warmUpSeconds: number };

/**
 * Rejects when a turn or the check after the turns rejects; in any case the row's processes end.
 */
export async function runRow(row: Row, settings: Settings, rounds: Rounds): Promise<Measured> {
  const opened = await row.open(settings);
  try {
    return await measure(row, opened, settings, rounds);
  } finally {
    await opened.close();
  }
}

async function measure(
  row: Row,
  { sides, notes, check }: Opened,
  { say }: Settings,
  { pairs, seconds, warmUpSeconds }: Rounds,
): Promise<Measured> {
  for (const side of warmUpSeconds === 0 ? [] : sides) {
    say(`  warm-up  ${turnText(side, await side.turn(warmUpSeconds))}`);
  }
  const turns = sides.map((): Turn[] => []);
  const derived: Turn[] = [];
  const names = sides.map(({ name }) => name);
  for (let round = 1; round <= pairs; round++) {
    for (const [at, side] of sides.entries()) {
      const turn = await side.turn(seconds);
      turns[at]?.push(turn);
      say(`  ${round} of ${pairs}   ${turnText(side, turn)}`);
    }
    const of: FigureOf = (name, figure) => {
      const value = turns[names.indexOf(name)]?.at(-1)?.[figure];
      if (value === undefined) throw new Error(`${row.name}: ${name} has no figure ${figure}`);
      return value;
    };
    derived.push(row.derive(of, names));
  }
  await check();
  return {
    row: row.name,
    pairs,
    seconds,
    notes,
    sides: Object.fromEntries(names.map((name, at) => [name, spreadsOf(turns[at] ?? [])])),
    figures: spreadsOf(derived),
  };
}

function turnText({ name }: Side, turn: Turn): string {
  const figures = Object.entries(turn).map(([figure, value]) => {
    const digits = Math.abs(value) >= 1_000 ? 0 : 2;
    return `${figure} ${Number(value.toFixed(digits)).toLocaleString("en-US")}`;
  });
  return `${name}: ${figures.join(", ")}`;
}
