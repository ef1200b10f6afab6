/** The check from outside: what it reads of a report, what it accepts, and what it says where it cannot run. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { openApiDocument } from "../../src/contract/document/openapi.ts";
import { ABOUT } from "../../src/features/published.ts";
import { operations } from "../../src/features/registry.ts";
import { programOf } from "../program.ts";
import { type Accepted, judge, readAccepted } from "./accepted.ts";
import { type Finding, findingsIn } from "./findings.ts";
import { hasTool, pinnedVersion } from "./tool.ts";

const ROOT = process.cwd();
const OURS = join(ROOT, "test/outside/accepted.json");
const folder = mkdtempSync(join(tmpdir(), "outside-test-"));

after(() => rmSync(folder, { recursive: true, force: true }));

const FOUND: Finding = {
  check: "positive_data_acceptance",
  operation: "POST /transfers",
  status: 400,
  says: ["both accounts are one"],
  request: "",
};
const ENTRY: Accepted = {
  check: "positive_data_acceptance",
  operations: ["POST /transfers"],
  status: 400,
  says: "both accounts are (one|the same)",
  reason: "said elsewhere",
};

test("outside: a finding that an entry covers -> accepted", () => {
  assert.deepEqual(judge([FOUND], [ENTRY]), { unexpected: [], accepted: [FOUND], unused: [] });
  const everywhere = judge([FOUND], [{ check: ENTRY.check, says: ENTRY.says, reason: "" }]);
  assert.equal(everywhere.unexpected.length, 0);
});

const OTHERS: Record<string, Partial<Finding>> = {
  check: { check: "response_schema_conformance" },
  operation: { operation: "POST /transfer-holds" },
  status: { status: 422 },
  sentence: { says: ["both accounts are one, and red"] },
  "sentence beside an accepted one": { says: ["both accounts are one", "amount is odd"] },
};
for (const [what, change] of Object.entries(OTHERS)) {
  test(`outside: another ${what} -> not accepted`, () => {
    const found = { ...FOUND, ...change };
    assert.deepEqual(judge([found], [ENTRY]).unexpected, [found]);
  });
}

test("outside: an entry that covers nothing -> named", () => {
  assert.deepEqual(judge([], [ENTRY]).unused, [ENTRY]);
});

test("outside: a report -> its failed checks, each once, with the sentences of the answer", async () => {
  const path = join(folder, "report.ndjson");
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64");
  const issues = [{ message: "one" }, { message: "two" }];
  const refusal = { error: { code: "c", message: "one (and more)", details: { issues } } };
  const failed = (message: string) => ({
    name: "positive_data_acceptance",
    status: "failure",
    failure_info: { failure: { operation: "GET /a", message } },
  });
  const request = { method: "GET", uri: "http://127.0.0.1/v1/a" };
  const answer = (body: object) => ({
    request,
    response: { status_code: 400, content: { $base64: base64(body) } },
  });
  const recorder = {
    label: "GET /a",
    checks: {
      a: [failed("m"), { name: "b", status: "success" }],
      b: [failed("m")],
      c: [failed("said\n")],
    },
    interactions: { a: answer(refusal), b: answer(refusal), c: answer({}) },
  };
  const events = [{ Initialize: {} }, { ScenarioFinished: { recorder } }, { FatalError: { a: 1 } }];
  writeFileSync(path, events.map((event) => JSON.stringify(event)).join("\n"));
  const { found, requests, errors } = await findingsIn(path);
  assert.deepEqual([requests, errors], [3, ['{"a":1}']]);
  assert.deepEqual(
    found.map(({ operation, says }) => [operation, says]),
    [
      ["GET /a", ["one", "two"]],
      ["GET /a", ["said"]],
    ],
  );
});

test("outside: the accepted differences -> each of an operation of the contract, with a reason", () => {
  const { paths } = openApiDocument(operations, ABOUT, { serverUrl: "/v1" });
  const entries = readAccepted(OURS);
  assert.ok(entries.length > 5);
  for (const { operations: where = [], says, reason } of entries) {
    assert.ok(reason.split(" ").length > 5, says);
    assert.doesNotThrow(() => new RegExp(says, "su"));
    for (const name of where) {
      const [method = "", path = ""] = name.split(" ");
      const item = (paths as Record<string, Record<string, unknown>>)[path];
      assert.ok(item?.[method.toLowerCase()] !== undefined || method === "OPTIONS", name);
    }
  }
});

test("outside: no Python -> it says that nothing was checked, and ends well", () => {
  const { file, options } = programOf(join(ROOT, "scripts/outside.ts"));
  const env = { ...process.env, PATH: folder };
  const { status, stdout } = spawnSync(process.execPath, [...options, file], { env });
  assert.match(stdout.toString(), /^SKIPPED: there is no Python 3\.10 or later/);
  assert.equal(status, 0);
});

test("outside: an environment without the tool -> refused, and not taken for a check", () => {
  const { file, options } = programOf(join(ROOT, "scripts/outside.ts"));
  const args = [...options, file, "--venv", folder];
  const { status, stderr } = spawnSync(process.execPath, args);
  const version = pinnedVersion(join(ROOT, "test/outside/requirements.txt"));
  assert.match(stderr.toString(), new RegExp(`has no Schemathesis ${version}`));
  assert.equal(status, 2);
  assert.equal(hasTool(folder, version), false);
});

test("outside: requirements -> every package in one version, none by an address", () => {
  const lines = readFileSync(join(ROOT, "test/outside/requirements.txt"), "utf8")
    .trim()
    .split("\n");
  for (const line of lines) assert.match(line, /^[\w-]+==[\w.]+$/);
});
