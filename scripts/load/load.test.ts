/**
 * The load test tool, run as a command against a real server.
 * A server of its own: it is loaded, killed and limited.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createServer, request as requestOf } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { ownAddress } from "../../test/support/own_address.ts";
import {
  killServer,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../../test/support/server.ts";
import { newTestClock } from "../../test/support/test_clock.ts";
import { programOf } from "../program.ts";
import { check } from "./check.ts";
import { openClient } from "./client.ts";
import { drive } from "./drive.ts";
import { type LoadOptions, parseLoadOptions } from "./options.ts";
import { prepare } from "./prepare.ts";
import { newTally } from "./tally.ts";
import { newWorkload } from "./workload.ts";

type Ran = { code: number; stdout: string; stderr: string };
type Result = {
  ok: boolean;
  answers: number;
  transfers: number;
  outcomes: Record<string, number>;
  refusedItems: Record<string, number>;
  unexpected: number;
  unsent: number;
  latencyMs: Record<string, number>;
  findings: string[];
  problems: string[];
};

const UNAVAILABLE = '{"error":{"code":"ledger_unavailable","message":"gone","details":{}}}';
/** How long a proxy takes to say that a server is gone, milliseconds. */
const ANSWER_MS = 20;
const ROOT = dirname(dirname(import.meta.dirname));
/** Its port stays over a second start. */
let server: Server;
let address: string[];

before(async () => {
  const { host, port } = await ownAddress();
  address = ["--host", host, "--port", String(port)];
  server = await startServer(address);
});

after(() => stopServer(server));

test("load: a closed loop of transfers -> text, exit code 0", async () => {
  const flags = ["--connections", "8", "--accounts", "10"];
  const { code, stdout, stderr } = await load(...flags);
  assert.equal(code, 0, stdout + stderr);
  assert.match(stdout, /answers\/s.*\n.*p50 .*p99\.9 .*max /);
  assert.match(stdout, /\d+ {2}201\n/);
  assert.match(stdout, /All as expected\.\n$/);
});

test("load: an open loop of the mix in batches -> all is sent, money adds up", async () => {
  const flags = ["--rate", "50", "--mix", "mixed", "--batch", "10", "--accounts", "10"];
  const more = ["--connections", "32", "--duration", "4", "--json"];
  const result = resultOf(await load(...flags, ...more), 0);
  assert.equal(result.answers + result.unsent, 200);
  assert.equal(result.problems.length, 0);
  assert.ok(result.transfers > 10);
  assert.equal(result.findings.length, 3);
});

test("load: accounts run dry -> exit code 1, or 0 when that is allowed", async () => {
  const flags = ["--mix", "mixed", "--accounts", "3", "--funding", "1", "--connections", "4"];
  const refused = resultOf(await load(...flags, "--json"), 1);
  assert.equal(refused.unexpected, refused.outcomes["409 insufficient_balance"]);
  assert.deepEqual(refused.problems, []);
  const batched = ["--allow-insufficient", "--batch", "3", "--json"];
  const allowed = resultOf(await load(...flags, ...batched), 0);
  assert.ok((allowed.refusedItems["insufficient_balance"] ?? 0) > 0);
});

test("load: a wrong flag, a wrong key, no server -> codes 2, 1, 1 and a sentence", async () => {
  const wrongFlag = await load("--mix", "all");
  assert.deepEqual([wrongFlag.code, wrongFlag.stdout], [2, ""]);
  assert.match(wrongFlag.stderr, /^--mix is one of/);
  const wrongKey = await load("--key", "service_test_nobody");
  assert.equal(wrongKey.code, 1);
  assert.match(wrongKey.stderr, /answered 401 invalid_credentials/);
  const nobody = await load("--url", "http://127.0.0.1:1");
  assert.equal(nobody.code, 1);
  assert.match(nobody.stderr, /does not answer/);
});

test("load: a rate limit is met, before or during -> says so, and how to raise it", async () => {
  const limited = await startServer(["--limit-credential", "40"], newDataDir(), newTestClock());
  try {
    const options = optionsFor(
      limited,
      "--accounts",
      "10",
      "--connections",
      "2",
      "--duration",
      "600",
    );
    const prepared = await prepare(openClient(options, { waits: false }), options);
    const tally = newTally();
    const workload = newWorkload(prepared, options);
    const driven = await drive({ workload, options, tally, onSecond: () => undefined });
    assert.match(driven.stoppedBy ?? "", /rate limit/);
    assert.ok((tally.outcomes.get("429 rate_limited") ?? 0) >= 1);
    const { code, stderr } = await load("--url", limited.baseUrl, "--key", limited.demo.apiKey);
    assert.equal(code, 1);
    assert.match(stderr, /429 rate_limited.*--limit-credential 0/s);
  } finally {
    await stopServer(limited);
  }
});

test("load: the server is killed and started again -> what had no answer is settled", async () => {
  const doomed = server;
  const options = optionsFor(doomed, "--accounts", "4", "--connections", "4", "--duration", "600");
  const toolClient = openClient(options, { waits: false });
  const prepared = await prepare(toolClient, options);
  const tally = newTally();
  const workload = newWorkload(prepared, options);
  const onSecond = () => doomed.child.kill("SIGKILL");
  const driven = await drive({ workload, options, tally, onSecond });
  assert.match(driven.stoppedBy ?? "", /no connection is left/);
  // A dying process may still accept a connection: more requests may be lost than were under way.
  assert.ok(driven.unknown.length >= 1, `${driven.unknown.length} without an answer`);
  assert.equal(workload.book.moved, tally.outcomes.get("201"));
  await killServer(doomed);
  server = await startServer(address, doomed.dataDir);
  const checked = await check(toolClient, workload, prepared.accountIds, driven.unknown);
  assert.deepEqual(checked.problems, []);
  assert.match(checked.findings[0] ?? "", /settled by sending them again/);
});

test("load: a proxy that answers 503 for a server that is gone -> ends within seconds, code 1", async () => {
  let isGone = false;
  const { hostname, port: serverPort } = new URL(server.baseUrl);
  const front = createServer((request, response) => {
    if (isGone) {
      request.resume();
      // Not at once: the tool asks again and again for ten seconds.
      setTimeout(() => {
        response.writeHead(503, { "content-type": "application/json" }).end(UNAVAILABLE);
      }, ANSWER_MS);
      return;
    }
    const { method, headers } = request;
    const to = { hostname, port: serverPort, path: request.url, method, headers };
    const onward = requestOf(to, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(response);
    });
    request.pipe(onward);
  });
  const { host, port } = await ownAddress();
  await new Promise<void>((resolve) => front.listen(port, host, resolve));
  const flags = ["--url", `http://${host}:${port}/v1`, "--duration", "600"];
  const more = ["--connections", "4", "--accounts", "4"];
  const { code, stdout } = await loadWithProgress(
    () => {
      isGone = true;
    },
    ...flags,
    ...more,
  );
  front.closeAllConnections();
  front.close();
  assert.equal(code, 1);
  assert.match(stdout, /NOT as expected: the server is gone: nothing but 5xx for 10 s/);
});

test("load: a server that stalls, in an open loop -> the wait counts for all due", async () => {
  const stallMs = 400;
  let stall: Promise<void> | undefined;
  let answered = 0;
  const stalling = createServer((request, response) => {
    request.resume();
    if (++answered === 20) {
      stall = new Promise((resolve) => {
        setTimeout(resolve, stallMs);
      });
    }
    const answer = () => response.writeHead(201).end("{}");
    if (stall === undefined) answer();
    else stall.then(answer);
  });
  await new Promise<void>((resolve) => {
    stalling.listen(0, "127.0.0.1", resolve);
  });
  const { port } = stalling.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const flags = ["--url", url, "--key", "k", "--rate", "200", "--connections", "1"];
  // After the stall there is enough time to send all requests that were due, on a busy machine too.
  const options = parseLoadOptions([...flags, "--duration", "4"], {});
  assert.ok(options !== "help");
  const prepared = { productId: "prod_x", accountIds: ["acct_a", "acct_b"], clockMs: 0 };
  const tally = newTally();
  const workload = newWorkload(prepared, options);
  await drive({ workload, options, tally, onSecond: () => undefined });
  stalling.close();
  // 80 requests were due while the server stalled, half of them more than 131 ms before its end.
  assert.ok(tally.latency.countBetween(131_072, 2 ** 31) >= 40, String(tally.latency.count()));
  assert.equal(tally.latency.count(), workload.book.moved);
});

/** The last test, as no server is there afterwards. */
test("load: the server is away in the end -> figures, code 1, no stack of the tool", async () => {
  const kill = () => server.child.kill("SIGKILL");
  const { code, stdout, stderr } = await loadWithProgress(kill, "--duration", "600");
  await killServer(server);
  assert.equal(code, 1);
  assert.match(stdout, /answers\/s/);
  assert.match(stdout, /WRONG {2}nothing could be checked: .* does not answer/);
  assert.match(stdout, /NOT as expected: the server is gone, no connection is left/);
  assert.doesNotMatch(stdout + stderr, /^ +at /m);
});

/** Runs the tool for a second against the server; later flags win. */
function load(...flags: string[]): Promise<Ran> {
  return loadWithProgress(() => undefined, ...flags);
}

/** Runs the tool in the same way; calls `onProgress` after each second of load. */
function loadWithProgress(onProgress: () => void, ...flags: string[]): Promise<Ran> {
  const { baseUrl, demo } = server;
  const usual = ["--url", baseUrl, "--key", demo.apiKey, "--duration", "1"];
  const { file, options } = programOf(join(ROOT, "scripts/load.ts"));
  const script = [...options, file, ...usual, ...flags];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, script, { cwd: ROOT }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
    child.stderr?.on("data", (text: string) => {
      if (/^ +\d+ s /m.test(text)) onProgress();
    });
  });
}

function optionsFor({ baseUrl, demo }: Server, ...flags: string[]): LoadOptions {
  const options = parseLoadOptions(["--url", baseUrl, "--key", demo.apiKey, ...flags], {});
  assert.ok(options !== "help");
  return options;
}

function resultOf({ code, stdout, stderr }: Ran, wanted: number): Result {
  assert.equal(code, wanted, stdout + stderr);
  const result = JSON.parse(stdout) as Result;
  assert.equal(result.ok, wanted === 0);
  return result;
}
