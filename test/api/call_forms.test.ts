/**
 * The forms that a declaration can give a call, each by an operation of a server that is built with
 * such operations: a public write, a secret, a form, a read by POST, a page, a redirect. Tested are
 * their answers over HTTP, the contract document, the log, and the log's backup.
 * A server of its own: it is built with the operations of test/fixture, and is restarted.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { programOf } from "../../scripts/program.ts";
import { PROBE_SECRET } from "../fixture/probes.ts";
import { buildProbeServer } from "../fixture/program.ts";
import {
  type Credentials,
  killServer,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

let program: string;
let server: Server;
let mine: Credentials;

before(async () => {
  program = buildProbeServer();
  server = await startServer([], newDataDir(), { program });
  mine = await newCredentials(server);
});

after(async () => {
  assert.equal((await stopServer(server)).code, 0);
});

type Sending = {
  method?: string;
  key?: string;
  headers?: Record<string, string>;
  body?: string;
  isAnonymous?: boolean;
};

async function send(path: string, { method, key, headers, body, isAnonymous }: Sending = {}) {
  const response = await fetch(server.baseUrl + path, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    redirect: "manual",
    headers: {
      ...(isAnonymous !== true && { authorization: `Bearer ${mine.apiKey}` }),
      ...(key !== undefined && { "idempotency-key": key }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type") === "application/json";
  return { response, text, body: isJson ? JSON.parse(text) : undefined };
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };

test("public write: without a credential -> decided by the platform, recorded, answered again", async () => {
  const key = randomUUID();
  const sent = { key, isAnonymous: true, body: '{"note":"n","password":"hunter2 hunter2"}' };
  const first = await send("/probes", sent);
  assert.equal(first.response.status, 201, first.text);
  assert.match(first.body.secret, new RegExp(`^${PROBE_SECRET}`));
  assert.match(first.response.headers.get("service-receipt-id") ?? "", /^rcpt_/);
  const again = await send("/probes", sent);
  assert.equal(again.response.headers.get("idempotent-replayed"), "true");
  const { secret: _, ...withoutSecret } = first.body;
  assert.deepEqual(again.body, withoutSecret);
  const other = await send("/probes", { ...sent, body: '{"note":"m"}' });
  assert.equal(other.body.error.code, "idempotency_conflict");
  const refused = { key: randomUUID(), isAnonymous: true, body: '{"note":"refuse"}' };
  assert.equal((await send("/probes", refused)).response.status, 409);
  const ignored = await send("/probes", { ...refused, key: randomUUID(), isAnonymous: false });
  assert.equal(ignored.response.status, 409, "a credential is not looked at");
});

test("public write: no key, a wrong body, a large one -> idempotency_required, 400, 413", async () => {
  const anonymous = { isAnonymous: true };
  const noKey = await send("/probes", { ...anonymous, body: '{"note":"n"}' });
  assert.equal(noKey.body.error.code, "idempotency_required");
  const wrong = await send("/probes", { ...anonymous, key: randomUUID(), body: '{"note":1}' });
  assert.equal(wrong.body.error.code, "invalid_request");
  const note = "n".repeat(262_145);
  const large = await send("/probes", { ...anonymous, key: randomUUID(), body: note });
  assert.equal(large.response.status, 413);
});

test("public write: kill -9 after its answer -> known again after the restart", async () => {
  const sent = { key: randomUUID(), isAnonymous: true, body: '{"note":"kept"}' };
  const first = await send("/probes", sent);
  await killServer(server);
  server = await startServer([], server.dataDir, { program });
  const again = await send("/probes", sent);
  assert.equal(again.response.headers.get("idempotent-replayed"), "true");
  assert.equal(again.body.probeId, first.body.probeId);
});

test("form: fields of a body -> an input like any other, checked by the same schema", async () => {
  const sent = { key: randomUUID(), headers: FORM, body: "note=a+b%26c&password=hunter2+hunter2" };
  const made = await send("/probes/form", sent);
  assert.equal(made.response.status, 201, made.text);
  assert.equal(made.body.note, "a b&c");
  assert.match(made.body.secret, new RegExp(`^${PROBE_SECRET}`));
  const rows: [string, Sending, string][] = [
    ["twice", { body: "note=a&note=b" }, "note"],
    ["unknown", { body: "note=a&more=b" }, "more"],
    ["missing", { body: "password=b" }, "note"],
    [
      "json",
      { body: '{"note":"a"}', headers: { "content-type": "application/json" } },
      "content-type",
    ],
    ["empty", { body: "" }, "body"],
  ];
  for (const [what, sending, path] of rows) {
    const reply = await send("/probes/form", { key: randomUUID(), headers: FORM, ...sending });
    assert.equal(reply.response.status, 400, what);
    const paths = reply.body.error.details.issues.map((issue: { path: string[] }) => issue.path[0]);
    assert.ok(paths.includes(path), `${what}: ${reply.text}`);
  }
});

test("prepared write: the same key again -> the first answer, whatever was prepared anew", async () => {
  const sent = { key: randomUUID(), body: '{"note":"n"}' };
  const all = await Promise.all([1, 2, 3].map(() => send("/probes/prepared", sent)));
  const [first] = all as [Awaited<ReturnType<typeof send>>];
  assert.equal(first.response.status, 201, first.text);
  assert.match(first.body.probeId, /^key_[0-9A-Za-z]{22}$/);
  for (const { text } of [...all, await send("/probes/prepared", sent)]) {
    assert.equal(text, first.text);
  }
  const other = await send("/probes/prepared", { ...sent, key: randomUUID() });
  assert.notEqual(other.body.probeId, first.body.probeId);
});

test("prepared write: its preparation throws -> 500, nothing is recorded, the key is free", async () => {
  const key = randomUUID();
  const failed = await send("/probes/prepared", { key, body: '{"note":"throw"}' });
  assert.deepEqual([failed.response.status, failed.body.error.code], [500, "internal_error"]);
  const again = await send("/probes/prepared", { key, body: '{"note":"n"}' });
  assert.equal(again.response.status, 201, again.text);
});

test("read by POST: a body and no key -> read, with the path beside the body", async () => {
  const plan = await send("/probes/p1/plan", { body: '{"count":2}' });
  assert.equal(plan.response.status, 200, plan.text);
  assert.deepEqual(plan.body, { probeId: "p1", count: 2 });
  assert.equal(plan.response.headers.get("service-receipt-id"), null);
  const wrong = await send("/probes/p1/plan", { body: '{"count":0}' });
  assert.equal(wrong.body.error.details.issues[0].path[0], "count");
});

test("page: without a credential -> HTML that loads nothing from elsewhere", async () => {
  const { response, text } = await send("/probes/page", { isAnonymous: true });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
  assert.match(response.headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/);
  assert.equal(text, "<!doctype html><title>Probes</title><p>Grüße");
});

test("redirect: of a read, of a write and its replay -> the same address, whatever it holds", async () => {
  const read = await send(`/probes/redirect?to=${encodeURIComponent("a\r\nx-evil: 1 ü")}`);
  assert.equal(read.response.status, 302);
  const evil = "/v1/probes/page?of=a%0d%0ax-evil:%201%20%c3%bc";
  assert.equal(read.response.headers.get("location"), evil);
  assert.equal(read.response.headers.get("x-evil"), null);
  const sent = { key: randomUUID(), body: '{"note":"here"}' };
  for (const replayed of [null, "true"]) {
    const { response, text } = await send("/probes/visit", sent);
    assert.equal(response.status, 303);
    assert.equal(response.headers.get("location"), "/v1/probes/page?of=here");
    assert.equal(response.headers.get("idempotent-replayed"), replayed);
    assert.equal(text, "");
  }
});

test("kind of credential: a Product key where it is not enough -> session_required, not allowed", async () => {
  const session = await send("/probes/session");
  assert.deepEqual([session.response.status, session.body.error.code], [401, "session_required"]);
  const browser = await send("/probes/browser");
  assert.equal(browser.body.error.code, "operation_not_allowed");
  assert.equal(browser.body.error.details.reason, "browser_key_required");
  const query = "{ probeSessionRetrieve probeBrowserRetrieve }";
  const graphql = await send("/graphql", { body: JSON.stringify({ query }) });
  const codes = graphql.body.errors.map(
    (one: { extensions: { code: string } }) => one.extensions.code,
  );
  assert.deepEqual(codes.sort(), ["operation_not_allowed", "session_required"]);
});

test("GraphQL: reads by POST, pages, redirects -> no root fields", async () => {
  const query = "{ __schema { queryType { fields { name } } } }";
  const { body } = await send("/graphql", { body: JSON.stringify({ query }) });
  const names = body.data.__schema.queryType.fields.map(({ name }: { name: string }) => name);
  const probes = names.filter((name: string) => name.startsWith("probe")).sort();
  assert.deepEqual(probes, ["probeBrowserRetrieve", "probeSessionRetrieve"]);
});

test("contract document: every form -> its media types, its credentials, its idempotency", async () => {
  const response = await fetch(new URL("/openapi.json", server.baseUrl));
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, never>> };
  const of = (path: string, method: string) =>
    paths[path]?.[method] as unknown as Record<string, unknown>;
  const typesOf = (path: string, method: string, status: number) => {
    const responses = of(path, method)["responses"] as Record<number, { content?: object }>;
    return Object.keys(responses[status]?.content ?? {});
  };
  assert.deepEqual(of("/probes", "post")["security"], []);
  assert.equal(of("/probes/{probeId}/plan", "post")["x-idempotency"], "none");
  assert.deepEqual(typesOf("/probes/page", "get", 200), ["text/html"]);
  assert.deepEqual(typesOf("/probes/redirect", "get", 302), []);
  assert.equal(of("/probes/browser", "get")["x-browser-key-only"], true);
});

test("secret: log, state, backup, dump, request log and output of the process -> nowhere", async () => {
  const key = randomUUID();
  const made = await send("/probes/form", {
    key,
    headers: FORM,
    body: "note=searched&password=hunter2+hunter2",
  });
  assert.equal(made.response.status, 201);
  const log = await send(`/developer-logs?productId=${mine.productId}&limit=100`);
  assert.equal(log.response.status, 200, log.text);
  assert.ok(log.text.includes("probe.form.create"));
  const kept = [["developer log", log.text]];
  assert.equal((await stopServer(server)).code, 0);
  const backup = join(newDataDir(), "copy");
  const run = (program: string, ...args: string[]) => {
    const { file, options } = programOf(resolve(program));
    const { status, stdout, stderr } = spawnSync(process.execPath, [...options, file, ...args], {
      encoding: "utf8",
    });
    assert.equal(status, 0, stderr);
    return stdout;
  };
  run("scripts/backup.ts", backup, "--data", server.dataDir);
  kept.push(["dump", run("scripts/log.ts", "dump", "--data", server.dataDir)]);
  kept.push(["output", server.output()]);
  for (const [name, text] of [...kept, ...filesIn(server.dataDir), ...filesIn(backup)]) {
    assert.equal(text?.includes(PROBE_SECRET), false, name);
    assert.equal(/hunter2.hunter2/.test(text ?? ""), false, name);
  }
  server = await startServer([], server.dataDir, { program });
});

function filesIn(directory: string): [string, string][] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path, readFileSync(path, "latin1")]);
}
