/** What the search runs: the simulator at length, and every test file that chooses at random. */
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

/** One turn: arguments of node and variables of its environment. */
export type Turn = {
  args: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** What failed, by the output of a turn that failed: test files and the seed that shows it. */
  failuresIn(output: string): Failure[];
};
export type Kind = {
  name: string;
  /** How many seeds a turn takes, from its first one on. */
  seeds: number;
  /** `number`: how many turns the kind had before. */
  turn(seed: number, number: number): Turn;
};
export type Failure = { path: string; seed: number; replay: string };

const ROOT = join(import.meta.dirname, "..", "..");
const ROOMS = ["src", "wal", "test", "bench", "scripts"];
const SIMULATOR = "test/simulator/simulator.test.ts";
/** A test file imports one of these when it chooses at random: the rule "seeds" of the architecture. */
const RANDOM = /support\/(seeds|properties)\.ts"/;
/** This file draws nothing: it looks at the seeds themselves. */
const OF_SEEDS = "test/seeds.test.ts";
const PROPERTIES = "properties";
/** Kinds by the paths of their test files; the first one that fits. */
const KINDS: readonly (readonly [name: string, paths: RegExp])[] = [
  ["disk", /^test\/recovery\/disk\//],
  ["damage", /^test\/recovery\/random_damage/],
  ["crashes", /^test\/recovery\//],
  ["made requests", /^scripts\/fuzz\//],
  ["programs", /^test\/model\//],
  [PROPERTIES, /./],
];
const SIMULATED_AT_ONCE = 200;

/** The kinds of the test files whose path contains one of the words, or of all. */
export function kindsOf(words: readonly string[]): Kind[] {
  const paths = randomTests().filter(
    (path) => words.length === 0 || words.some((word) => path.includes(word)),
  );
  const isSimulated = paths.includes(SIMULATOR);
  const others = paths.filter((path) => path !== SIMULATOR);
  const named = KINDS.map(([name], at) =>
    kindOfFiles(
      name,
      others.filter((path) => KINDS.findIndex(([, fits]) => fits.test(path)) === at),
    ),
  );
  return [...(isSimulated ? [SIMULATIONS] : []), ...named.filter((kind) => kind !== undefined)];
}

/** Paths of the test files that choose at random, which are all that the search can run. */
export function randomTests(): string[] {
  return ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => `${room}/${name.split(sep).join("/")}`),
  )
    .filter((path) => path !== OF_SEEDS && RANDOM.test(readFileSync(join(ROOT, path), "utf8")))
    .sort();
}

const SIMULATIONS: Kind = {
  name: "simulator",
  seeds: SIMULATED_AT_ONCE,
  turn: (seed) => ({
    args: [
      ...["--import", "tsx", "scripts/simulate.ts"],
      ...["--seeds", String(SIMULATED_AT_ONCE), "--from", String(seed)],
    ],
    environment: {},
    failuresIn(output) {
      const wrong = Number(/^seed (\d+): /m.exec(output)?.[1] ?? seed);
      return [{ path: SIMULATOR, seed: wrong, replay: `npm run simulate -- --seed ${wrong}` }];
    },
  }),
};

/**
 * A file of the kind is a turn, since most take a minute. Properties take less than the start of a run, so
 * all of them together are a turn.
 */
function kindOfFiles(name: string, paths: readonly string[]): Kind | undefined {
  if (paths.length === 0) return undefined;
  const groups = name === PROPERTIES ? [paths] : paths.map((path) => [path]);
  return {
    name,
    seeds: 1,
    turn: (seed, number) => turnOf(groups[number % groups.length] ?? [], seed),
  };
}

function turnOf(paths: readonly string[], seed: number): Turn {
  return {
    args: ["scripts/test.mjs", ...paths],
    environment: { SEED: String(seed) },
    failuresIn(output) {
      const found = failedFiles(output, paths);
      const failed = found.length > 0 ? found : paths;
      return failed.map((path) => ({ path, seed, replay: `SEED=${seed} npm test -- ${path}` }));
    },
  };
}

/** The test files that the report of a run names where it says which tests have failed. */
function failedFiles(output: string, paths: readonly string[]): string[] {
  const places = [...output.matchAll(/^test at (\S+?):\d+/gm)].map(([, place]) => place);
  return paths.filter((path) =>
    places.some((place) => place === path || place?.endsWith(path.replace(/\.ts$/, ".mjs"))),
  );
}
