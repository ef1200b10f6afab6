/**
 * Makes the code caches of a build for the Node that runs (src/load_script.ts): starts the server on a new
 * directory, sends it requests of every kind, so that all its threads run, and lets each thread write what it has
 * compiled until then. Without code caches the server runs too, and starts more slowly: what fails here is told
 * and does not fail the build.
 */
import { spawn } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";

/** The longest that it may take, milliseconds: more means that the server hangs. */
const LIMIT_MS = 120_000;
/** Between two looks whether a thread has started, milliseconds. */
const PAUSE_MS = 50;
/** Threads that start only with a very large state, which no request brings about. */
const NOT_STARTED = ["summing"];

/** `folder`: of the scripts. `entries`: by the name of each program of a thread, its source. */
export async function recordCodeCaches(folder, entries) {
  const names = ["server", ...Object.keys(entries).filter((name) => !NOT_STARTED.includes(name))];
  // The loader as it was built knows where it looks.
  const { codeCachePath } = createRequire(import.meta.url)(join(folder, "load.js"));
  const lacking = () => names.filter((name) => !existsSync(codeCachePath(folder, `${name}.js`)));
  const tried = codeCachePath(folder, "tried");
  if (lacking().length === 0 || existsSync(tried) || !isWritable(folder)) return;
  const dataDir = mkdtempSync(join(tmpdir(), "code-cache-"));
  try {
    await recordOn(folder, join(dataDir, "data"));
    if (lacking().length > 0) throw new Error(`none was made of ${lacking().join(", ")}`);
  } catch (cause) {
    process.stderr.write(`Code caches were not made, so starts take longer: ${cause.message}\n`);
    noteTried(tried, cause.message);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Whether this user may write there: who may only read the tree starts without code caches. */
function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Once for each build, so that a start is not held up again and again. */
function noteTried(path, why) {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${why}\n`);
  } catch (cause) {
    // A full disk, say: the next start tries again.
    process.stderr.write(`Nor could that be noted: ${cause.message}\n`);
  }
}

async function recordOn(folder, dataDir) {
  const main = join(dirname(folder), "main.js");
  const args = ["--port", "0", "--host", "127.0.0.1", "--data", dataDir, "--log-level", "error"];
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH, RECORD_CODE_CACHE: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const late = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
  const ended = new Promise((resolve) => child.on("close", resolve));
  let output = "";
  child.stderr.on("data", (text) => {
    output += text;
  });
  try {
    const origin = await originOf(child);
    if (origin === undefined) throw new Error(`the server ended: ${output}`);
    await useOf(origin, JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")));
    child.kill("SIGUSR2");
    await ended;
  } finally {
    clearTimeout(late);
    child.kill("SIGKILL");
    await ended;
  }
}

/** The address that the server says it serves on; undefined where it ends before. */
async function originOf(child) {
  for await (const line of createInterface(child.stdout)) {
    const [, origin] = /^Serving on (\S+) with data in /.exec(line) ?? [];
    if (origin !== undefined) return origin;
  }
  return undefined;
}

/**
 * Requests that make every thread of the server run. They are few, because a thread reads all of its code cache at
 * its start: GraphQL and the agents' protocol are not among them.
 */
async function useOf(origin, { apiKey, productId }) {
  const send = async (path, body) => {
    const response = await fetch(`${origin}/v1${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body !== undefined && { "content-type": "application/json" }),
        "idempotency-key": crypto.randomUUID(),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const entity = { kind: "person", displayName: "Ada Lovelace", country: "GB" };
  const { customerId } = await send("/customers", { productId, test: true, entity });
  const owner = { type: "customer", id: customerId };
  const account = { productId, role: "customer_balance", currency: "EUR", owner };
  const { accountId: from } = await send("/accounts", account);
  const { accountId: to } = await send("/accounts", account);
  const money = { amount: "1000", currency: "EUR" };
  await send("/sandbox/account-funding", { destinationAccountId: from, ...money });
  const transfer = { sourceAccountId: from, destinationAccountId: to, ...money };
  await send("/transfers", transfer);
  await send(`/accounts/${from}/balance`);
  await send(`/accounts/${from}/entries`);
  await send(`/products/${productId}/books`);
  const { items } = await send(`/receipts?productId=${productId}&limit=1`);
  await send(`/receipts/${items[0].receiptId}/proof`);
  // The thread of the exporter starts.
  const month = new Date().toISOString().slice(0, 7);
  const asked = { scope: "product", id: productId, month };
  const { statementExportId } = await send("/statement-exports", asked);
  const isReady = async () =>
    (await send(`/statement-exports/${statementExportId}`)).status === "ready";
  while (!(await isReady())) await pause(PAUSE_MS);
  // The secret is made by a reader. The thread of the outbox starts; no event is sent to this endpoint.
  const endpoint = { productId, url: "https://example.com/", eventTypes: ["customer.suspended"] };
  await send("/webhook-endpoints", endpoint);
  const isThere = async () =>
    /^service_webhook_lines 1$/m.test(await (await fetch(`${origin}/metrics`)).text());
  while (!(await isThere())) await pause(PAUSE_MS);
}
