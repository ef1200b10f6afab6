/**
 * `npm run bench`: durable transfers per second over HTTP, and the share of the bare uWS ceiling that
 * this is, measured in alternating turns with one generator on the server's own cores. Afterwards
 * the balances must add up and every reply must have been a 2xx, or the bench fails.
 *
 *   --small            a smoke test: one short pair, little load; its numbers mean nothing
 *   --connections 256  keep-alive connections
 *   --seconds 10       length of each turn
 *   --pairs 3          turns of the server, each followed by one of the ceiling
 *   --accounts 256     accounts that the transfers run between
 *   --record           append the result to bench/results.jsonl
 */

import { parseArgs } from "node:util";
import { chooseGenerator, type LoadResult, type LoadShape, runLoad, type Target } from "./load.ts";
import { writeNumbers } from "./readme.ts";
import { type Pair, record, summarize, textOf } from "./report.ts";
import { type Client, FUNDING_MINOR, sampleReply, seedAccounts, totalPosted } from "./seed.ts";
import { startCeiling, startServer } from "./server.ts";

const WARM_UP_SECONDS = 3;
const SMALL = { connections: 32, seconds: 1, pairs: 1, accounts: 16, warmUpSeconds: 1 };

const { values } = parseArgs({
  options: {
    small: { type: "boolean", default: false },
    connections: { type: "string" },
    seconds: { type: "string" },
    pairs: { type: "string" },
    accounts: { type: "string" },
    record: { type: "boolean", default: false },
  },
});
const usual = values.small
  ? SMALL
  : { connections: 256, seconds: 10, pairs: 3, accounts: 256, warmUpSeconds: WARM_UP_SECONDS };
const shape: LoadShape = {
  connections: countOf("connections", usual.connections),
  seconds: countOf("seconds", usual.seconds),
};
const pairCount = countOf("pairs", usual.pairs);
const accountCount = Math.max(2, countOf("accounts", usual.accounts));
const generator = chooseGenerator();
if (generator !== "wrk") say("wrk is not installed: autocannon's own limit is what you will see");

const server = await startServer();
try {
  const client: Client = { port: server.port, demo: server.demo };
  const accountIds = await seedAccounts(client, accountCount);
  const ceiling = await startCeiling(await sampleReply(client, accountIds));
  try {
    const { apiKey } = server.demo;
    const serverTarget = { port: server.port, apiKey, accountIds };
    const ceilingTarget = { port: ceiling.port, apiKey, accountIds };
    say(`${generator}, ${shape.connections} connections, ${accountCount} accounts, warming up`);
    const warmUp = { ...shape, seconds: usual.warmUpSeconds };
    await turn("server", serverTarget, warmUp);
    await turn("ceiling", ceilingTarget, warmUp);

    const pairs: Pair[] = [];
    for (let number = 1; number <= pairCount; number++) {
      say(`pair ${number} of ${pairCount}, ${shape.seconds} s each`);
      pairs.push({
        server: await turn("server", serverTarget, shape),
        ceiling: await turn("ceiling", ceilingTarget, shape),
      });
    }
    await checkMoney(client, accountIds);
    const summary = summarize(pairs);
    process.stdout.write(`${textOf(summary)}\n`);
    if (values.record) writeNumbers(record(summary, generator, shape, pairCount));
  } finally {
    await ceiling.stop();
  }
} finally {
  await server.stop();
}

/** One turn of load. Throws unless every reply was a 2xx, because then it measured something else. */
async function turn(name: string, target: Target, turnShape: LoadShape): Promise<LoadResult> {
  const result = await runLoad(generator, target, turnShape);
  say(
    `  ${name}: ${Math.round(result.perSecond)}/s, p50 ${result.p50Ms.toFixed(1)} ms, ` +
      `p99 ${result.p99Ms.toFixed(1)} ms, max ${result.maxMs.toFixed(1)} ms`,
  );
  if (result.refused > 0 || result.failed > 0 || result.requests === 0) {
    throw new Error(
      `${name}: of ${result.requests} requests ${result.refused} were refused ` +
        `and ${result.failed} failed`,
    );
  }
  return result;
}

/** Transfers among the accounts create and destroy nothing: they still hold what was funded. */
async function checkMoney(client: Client, accountIds: readonly string[]): Promise<void> {
  const funded = FUNDING_MINOR * BigInt(accountIds.length);
  const posted = await totalPosted(client, accountIds);
  if (posted !== funded) throw new Error(`accounts hold ${posted}, funded were ${funded}`);
  say(`money adds up: ${posted} minor units in ${accountIds.length} accounts`);
}

function countOf(name: "connections" | "seconds" | "pairs" | "accounts", usually: number): number {
  const text = values[name];
  if (text === undefined) return usually;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} ${text} is no count`);
  return count;
}

/** Progress goes beside the result, so that the result can be piped. */
function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
