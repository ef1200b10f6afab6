/**
 * The protocol's own conformance suite (`@modelcontextprotocol/conformance`) against a server: every scenario of
 * servers that asks for no tool, prompt or resource of the suite's own. The suite sends no token, so a proxy adds one.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server as HttpServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { letInAgent } from "../support/agents.ts";
import { type CommandLine, openCommandLine } from "../support/command_line.ts";
import { LEGACY, MODERN } from "../support/mcp.ts";
import { openPeople, type People } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

const SUITE = "node_modules/@modelcontextprotocol/conformance/dist/index.js";
const SHIM = "test/support/conformance_fs.mjs";

const SCENARIOS: Readonly<Record<string, readonly string[]>> = {
  [LEGACY]: [
    ...["server-initialize", "ping", "logging-set-level", "tools-list", "resources-list"],
    ...["prompts-list", "dns-rebinding-protection"],
  ],
  [MODERN]: [
    ...["server-stateless", "tools-list", "resources-list", "prompts-list", "caching"],
    ...["http-header-validation", "sep-2164-resource-not-found", "dns-rebinding-protection"],
  ],
};

/** Checks that ask for tools of the suite's own, which a server that moves money has not. */
const NOT_TESTABLE: Readonly<Record<string, readonly string[]>> = {
  "server-stateless": [
    ...["sep-2575-server-rejects-undeclared-capability", "sep-2575-missing-capability-http-400"],
    "sep-2575-http-server-no-independent-requests-on-stream",
    "sep-2575-server-no-log-without-loglevel",
  ],
};

let server: Server;
let people: People;
let proxy: HttpServer;
let url: string;
let results: string;
let suite: CommandLine;

before(async () => {
  results = mkdtempSync(join(tmpdir(), "mcp-conformance-"));
  suite = openCommandLine(SUITE, { preload: SHIM });
  server = await sharedServer();
  people = await openPeople(server);
  const founder = await people.founder();
  const scopes = ["products:read", "catalog:read", "blueprints:read"];
  const { access } = await letInAgent(server, founder, { scopes, toolForm: "full" });
  proxy = createServer((incoming, outgoing) => {
    const { method = "GET", url: path = "/", headers } = incoming;
    const sent = { ...headers, authorization: `Bearer ${access}` };
    const target = { host: "127.0.0.1", port: server.port, method, path, headers: sent };
    const forwarded = request(target, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    outgoing.on("close", () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  url = `http://localhost:${(proxy.address() as AddressInfo).port}/v1/mcp`;
});

after(async () => {
  suite.close();
  proxy.close();
  proxy.closeAllConnections();
  people.close();
  rmSync(results, { recursive: true, force: true });
});

/** Runs one scenario; resolves with its exit code and what it printed. */
async function run(scenario: string, version: string): Promise<{ code: number; output: string }> {
  const what = ["--scenario", scenario, "--spec-version", version];
  const { code, stdout, stderr } = await suite.run([
    "server",
    "--url",
    url,
    ...what,
    "-o",
    results,
  ]);
  return { code, output: `${stdout}${stderr}` };
}

for (const [version, scenarios] of Object.entries(SCENARIOS)) {
  for (const scenario of scenarios) {
    test(`conformance: ${scenario} of ${version} -> no failure`, async () => {
      const { code, output } = await run(scenario, version);
      const failed = [...output.matchAll(/\[([a-z0-9-]+) *\] FAILURE/g)].map(([, id]) => id);
      assert.deepEqual(failed, NOT_TESTABLE[scenario] ?? [], output);
      // What cannot be tested says so; a check that fails for another reason does not.
      assert.equal([...output.matchAll(/Error: Not testable/g)].length, failed.length, output);
      assert.equal(code, failed.length === 0 ? 0 : 1, output);
      assert.match(output, /Passed: [1-9]\d*\/\d+/);
    });
  }
}
