/**
 * `node scripts/deploy/ready.mjs [--once] [--pid PID] [--url URL]`: waits until the server would take
 * a request, and then exits with 0. `--once` asks once and exits with 1 where the server would not.
 * With `--pid` the wait ends with 1 when that process has ended. Without `--url` the server of HOST
 * and PORT is asked, as the server reads them.
 */
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { isRunning } from "../running.mjs";

const PAUSE_MS = 200;
const ANSWER_MS = 4_000;

const { values } = parseArgs({
  options: { once: { type: "boolean" }, pid: { type: "string" }, url: { type: "string" } },
});
const address = values.url ?? addressOf(process.env);

for (;;) {
  const said = await ask();
  if (said === undefined) process.exit(0);
  if (values.once) end(`the server at ${address} is not ready: ${said}`);
  if (values.pid !== undefined && !isRunning(Number(values.pid))) {
    end(`the process ${values.pid} has ended before it served: its own output says why`);
  }
  await pause(PAUSE_MS);
}

/** Undefined when the server is ready; else what it said. */
async function ask() {
  try {
    const answer = await fetch(new URL("/readyz", address), {
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const text = await answer.text();
    return answer.status === 200 ? undefined : `${answer.status} ${text}`;
  } catch (cause) {
    return cause.cause?.message ?? cause.message;
  }
}

function addressOf({ HOST = "127.0.0.1", PORT = "8080" }) {
  // A server on all interfaces is asked on the loopback one.
  const host = { "0.0.0.0": "127.0.0.1", "::": "[::1]" }[HOST] ?? HOST;
  return `http://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${PORT}`;
}

function end(why) {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
