/**
 * `npm run disk -- --images 1000`: lost power and failing calls of a disk, simulated; see --help.
 */
import { parseArgs } from "node:util";
import { meetFault, randomFault } from "../test/recovery/disk/faults.ts";
import { loseOften } from "../test/recovery/disk/losses.ts";
import { preparedData, recordWrites } from "../test/recovery/disk/recording.ts";
import { buildShim } from "../test/recovery/disk/shim.ts";
import { randomOf } from "../test/support/wal/sample.ts";

const USAGE = `Usage: npm run disk -- [--images COUNT] [--faults COUNT] [--seed NUMBER]

Records every write and sync of a server under load, makes from the record the contents that a disk
may have after a loss of power at random moments (images), and opens each image as a start does: every
request that was answered by then must be in it. Images made without regard to syncs are the control,
which must fail. Then random writes and syncs of servers under load fail: no later write may be
acknowledged, and no acknowledged write may be lost. Needs gcc and the headers of the C library.

  --images COUNT   power losses (default 1000; 0: none)
  --faults COUNT   failing calls (default 30; 0: none)
  --seed NUMBER    replays the choices, not the timing (default: from the clock; printed)
  --help           this text

Progress goes to stderr, the summary to stdout as JSON. Exit code: 0 nothing was lost, 1 something
was lost, 2 a wrong flag, or no compiler.
`;

const ANSWERS = 1_500;
/**
 * Images made of one recording; further images get a new recording, with other groups of commits.
 */
const IMAGES_AT_ONCE = 200;
const SERVED_EVERY = 50;
const CONTROLS = 20;
const CALLS = ["write", "sync", "meta"] as const;

async function main(): Promise<number> {
  const text = { type: "string" as const };
  const options = { images: text, faults: text, seed: text, help: { type: "boolean" as const } };
  const { values } = parseArgs({ options });
  if (values.help === true) {
    process.stdout.write(USAGE);
    return 0;
  }
  const [images, faults, seed] = [
    Number(values.images ?? 1_000),
    Number(values.faults ?? 30),
    Number(values.seed ?? Date.now() % 1_000_000),
  ];
  const shim = buildShim();
  if (![images, faults, seed].every(Number.isSafeInteger) || "reason" in shim) {
    process.stderr.write(`${"reason" in shim ? shim.reason : "a count is a number"}\n\n${USAGE}`);
    return 2;
  }
  say(`--seed ${seed}`);
  const random = randomOf(seed);
  const summary = { seed, images: 0, good: 0, served: 0, controls: 0, controlsGood: 0, faults: 0 };
  for (let left = images; left > 0; left -= IMAGES_AT_ONCE) {
    const count = Math.min(left, IMAGES_AT_ONCE);
    const recording = await recordWrites(shim.path, random, ANSWERS);
    const lost = await loseOften(recording, random, {
      count,
      servedEvery: SERVED_EVERY,
      ignoresSyncs: false,
    });
    summary.images += lost.images;
    summary.good += lost.good;
    summary.served += lost.served;
    if (lost.fault !== undefined) say(`LOST ${lost.fault}`);
    const control = await loseOften(recording, random, {
      count: CONTROLS,
      servedEvery: Number.POSITIVE_INFINITY,
      ignoresSyncs: true,
    });
    summary.controls += control.images;
    summary.controlsGood += control.good;
    say(`${summary.good} of ${summary.images} good, control ${summary.controlsGood} good`);
  }
  const { load, server } = await preparedData(random);
  for (; summary.faults < faults; summary.faults++) {
    const fault = randomFault(random, CALLS[random(3)] ?? "sync");
    const met = await meetFault(shim.path, { load, dataDir: server.dataDir }, fault);
    say(`fault ${summary.faults + 1}: ${JSON.stringify({ ...fault, ...met })}`);
  }
  process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
  const controlFailed = summary.controls === 0 || summary.controlsGood < summary.controls / 2;
  return summary.good === summary.images && controlFailed ? 0 : 1;
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

main().then(
  (code) => process.exit(code),
  (cause: Error & { code?: string }) => {
    process.stderr.write(`${cause.stack}\n`);
    process.exit(cause.code?.startsWith("ERR_PARSE_ARGS") === true ? 2 : 1);
  },
);
