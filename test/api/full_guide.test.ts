/**
 * A reader who has `/llms-full.txt` and a key, and nothing else: everything below is taken from the
 * text, and the walk in it is done with real requests.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

/** The most bytes of the guide. */
const GUIDE_BYTES_MAX = 475_000;

let server: Server;
let guide: string;

before(async () => {
  server = await sharedServer();
  guide = await (await fetch(new URL("/llms-full.txt", server.baseUrl))).text();
});

type Step = {
  operation: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
  answer: string;
};

/** The steps of the walk, as the text has them. */
function stepsIn(text: string): Step[] {
  const [, section = ""] = /\n## A walk through\n([\s\S]*?)\n## /.exec(text) ?? [];
  const form = /^\d+\. .*\(`([\w.]+)`\)\n\n```http\n([\s\S]*?)\n```\n\n(Answer: .*)$/gm;
  return [...section.matchAll(form)].map(([, operation = "", request = "", answer = ""]) => {
    const [head = "", body] = request.split("\n\n");
    const [line = "", ...headers] = head.split("\n");
    const [method = "", path = ""] = line.split(" ");
    const pairs = headers.map((one) => one.split(": ") as [string, string]);
    return { operation, method, path, headers: Object.fromEntries(pairs), body, answer };
  });
}

/** The section of an operation. */
function sectionOf(operation: string): string {
  const from = guide.indexOf(`\n### ${operation}\n`);
  assert.ok(from >= 0, operation);
  const rest = guide.slice(from + 1);
  return rest.slice(0, rest.search(/\n#{2,3} /));
}

/** The fields that a list of the text names directly, by name: whether each is required. */
function fieldsIn(text: string, title: string): Map<string, boolean> {
  const [, list = ""] = new RegExp(`^- ${title}.*\\n((?: {2,}- .*\\n?)*)`, "m").exec(text) ?? [];
  const lines = [...list.matchAll(/^ {2}- `(\w+)` \(([^)]*)\)/gm)];
  return new Map(lines.map(([, name = "", words = ""]) => [name, words.endsWith("required")]));
}

test("full guide: the walk, from the text alone -> customer, accounts, money, hold, replay", async () => {
  const [, base = ""] = /^Base URL: (\S+)$/m.exec(guide) ?? [];
  const host = new URL(base).origin;
  const known = new Map([["key", server.demo.apiKey]]);
  known.set("tomorrow", new Date(Date.now() + 86_400_000).toISOString());
  const filled = (text: string) =>
    text.replaceAll(/<(\w+)(?: ([\w-]+))?>/g, (_, name: string, which?: string) => {
      const id = which === undefined ? name : `${name} ${which}`;
      if (name === "uuid" && !known.has(id)) {
        if (which === undefined) return randomUUID();
        known.set(id, randomUUID());
      }
      const value = known.get(id);
      assert.ok(value !== undefined, `<${id}> was kept by a step before`);
      return value;
    });
  const steps = stepsIn(guide);
  for (const { operation, method, path, headers, body, answer } of steps) {
    const sent = Object.entries(headers).map(([name, value]) => [name, filled(value)]);
    const response = await fetch(host + filled(path), {
      method,
      headers: Object.fromEntries(sent),
      ...(body !== undefined && { body: filled(body) }),
    });
    const got = (await response.json()) as Record<string, unknown>;
    const said = `${operation}: ${JSON.stringify(got)}`;
    assert.equal(response.status, Number(/^Answer: (\d+)/.exec(answer)?.[1]), said);
    const [expected = "", kept = ""] = answer.split(" Keep ");
    for (const [, name = "", value] of expected.matchAll(/`(\w+)` "([^"]*)"/g)) {
      assert.equal(got[name], value, said);
    }
    const header = /the header `([\w-]+): ([^`]*)`/.exec(expected);
    if (header !== null) assert.equal(response.headers.get(header[1] as string), header[2], said);
    for (const [, field = "", name = ""] of kept.matchAll(/`(\w+)` as `<(\w+)>`/g)) {
      assert.equal(typeof got[field], "string", said);
      known.set(name, got[field] as string);
    }
  }
  const done = steps.map(({ operation }) => operation);
  for (const [operation, times] of [
    ["customer.create", 1],
    ["account.create", 2],
    ["sandbox.account_funding.create", 1],
    ["transfer.create", 2],
    ["transfer_hold.create", 1],
    ["account.balance.retrieve", 2],
  ] as const) {
    assert.equal(done.filter((one) => one === operation).length, times, operation);
  }
});

test("full guide: the requests of the walk -> as the sections of their operations say", () => {
  for (const { operation, method, path, headers, body } of stepsIn(guide)) {
    const section = sectionOf(operation);
    const [, declared, template = ""] = /^`(\w+) (\S+)`$/m.exec(section) ?? [];
    assert.equal(method, declared);
    const pattern = template.replaceAll(/\{\w+\}/g, "[^/]+");
    assert.match(path, new RegExp(`^${pattern}$`));
    assert.equal("Idempotency-Key" in headers, section.includes("- Idempotency-Key: required"));
    if (body === undefined) continue;
    const fields = fieldsIn(section, "Body");
    const sent = Object.keys(JSON.parse(body) as object);
    for (const name of sent) assert.ok(fields.has(name), `${operation} has ${name}`);
    for (const [name, required] of fields) {
      assert.ok(!required || sent.includes(name), `${operation} needs ${name}`);
    }
  }
});

test("full guide: an operation that may find what it would make -> both statuses, in one line", () => {
  const section = guide.slice(guide.indexOf("### build.create\n"));
  const line = /^- Answer: .*$/m.exec(section)?.[0];
  assert.equal(line, "- Answer: 201 (200 where it was made before) `Build`");
});

test("full guide: every type that a field or an answer names -> a type of JSON or a shape", () => {
  const shapes = new Set([...guide.matchAll(/^- `([A-Z]\w+)`: /gm)].map(([, name]) => name));
  const named = [
    ...[...guide.matchAll(/^ +- `\w+` \(([^)]*), (?:required|optional)\)/gm)].map(([, t]) => t),
    ...[...guide.matchAll(/^- Answer: \d+ .*`([^`]+)`$/gm)].map(([, t]) => t),
  ];
  assert.ok(named.length > 500);
  const unknown = named
    .flatMap((type) =>
      String(type)
        .replaceAll(/"[^"]*"/g, "string")
        .split(" or "),
    )
    .map((type) => type.replace(/^(array of )+/, ""))
    .filter((type) => /^[A-Z]/.test(type) && !shapes.has(type));
  assert.deepEqual(unknown, []);
  const [, transfer = ""] = /^- `Transfer`: object.*\n((?: +- .*\n)+)/m.exec(guide) ?? [];
  for (const field of ["transferId", "status", "amount", "receiptId"]) {
    assert.ok(transfer.includes(`\`${field}\``), field);
  }
  assert.ok(Buffer.byteLength(guide) <= GUIDE_BYTES_MAX, `${Buffer.byteLength(guide)} bytes`);
});
