/** `npm run damage -- --rounds 100`: damages data files at random places; see --help. */
import { parseArgs } from "node:util";
import { damageOnce, soundData } from "../test/recovery/random_damage.ts";
import { randomOf } from "../test/support/wal/sample.ts";

const USAGE = `Usage: npm run damage -- [--rounds COUNT] [--seed NUMBER]

Damages the log or the state of a shard at random (1 to 8 bits flipped, a sector zeroed, the end cut
off, an older page of the tree put in place of a newer one), starts a server on it and reads every
balance, list and transfer: the start must refuse, or die within LMDB, or each read must give exactly
its earlier answer, or an error. After \`npm run log -- rebuild\` of a damaged state all answers must
be correct again.

  --rounds COUNT   number of rounds (default 100)
  --seed NUMBER    replays the choices; ids and times differ (default: from the clock; printed)
  --help           this text

Each round goes to stderr, the summary to stdout as JSON. Exit code: 0 no answer was wrong, 1 an
answer was wrong, 2 a wrong flag.
`;

async function main(): Promise<number> {
  const text = { type: "string" as const };
  const options = { rounds: text, seed: text, help: { type: "boolean" as const } };
  const { values } = parseArgs({ options });
  if (values.help === true) {
    process.stdout.write(USAGE);
    return 0;
  }
  const rounds = Number(values.rounds ?? 100);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  if (!Number.isSafeInteger(rounds) || !Number.isSafeInteger(seed)) {
    process.stderr.write(`a count is a number\n\n${USAGE}`);
    return 2;
  }
  const random = randomOf(seed);
  const sound = await soundData();
  const summary = { seed, rounds: 0, refused: 0, died: 0, served: 0, errors: 0, wrong: 0 };
  for (let at = 0; at < rounds; at++) {
    const { damage, outcome, errors, wrong } = await damageOnce(sound, random, { rebuilds: true });
    summary.rounds++;
    summary[outcome]++;
    summary.errors += errors;
    summary.wrong += wrong.length;
    process.stderr.write(`${at}: ${damage}: ${outcome}, ${errors} errors\n`);
    for (const answer of wrong) process.stderr.write(`  WRONG ${answer}\n`);
  }
  process.stdout.write(`${JSON.stringify(summary)}\n`);
  return summary.wrong === 0 ? 0 : 1;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  },
);
