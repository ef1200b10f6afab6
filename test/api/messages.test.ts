/** What each usual mistake is told, by a real server: `messages/messages.golden.md`, which people read. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { request as httpRequest } from "node:http";
import { after, before, test } from "node:test";
import { ISSUE_CODES } from "../../src/contract/refusals/issue_codes.ts";
import { type Client, openClient } from "../support/client.ts";
import { keyOfAnotherServer } from "../support/foreign_key.ts";
import { assertGolden } from "../support/golden.ts";
import { newAccount, newCustomer } from "../support/parties.ts";
import { admin, type Credentials, newCredentials, type Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";
import type { Given, Mistake } from "./messages/mistake.ts";
import { groupsOf } from "./messages/mistakes.ts";

const MISTAKES_MIN = 60;
/** Characters of a body in the golden file. */
const BODY_SHOWN = 200;
/** Codes of issues that operations have beside those of requests that do not fit the contract. */
const OWN_CODES =
  /^(accounts_must_differ|country_unsupported|currency_mismatch|not_found|owner_unsupported)$/;
/** What a message of a library or a regular expression would have. */
const UNREADABLE = /Expected |undefined|\[object|\\[dwsu]|\^\[|\{\d+,\d*\}|\$\//;

type Answer = { status: number; allow: string | undefined; text: string };
type Told = { code: string; message: string; details: Details };
type Details = { issues?: Issue[] } & Record<string, unknown>;
type Issue = { code: string; message: string; path: (string | number)[] };

let server: Server;
let mine: Credentials;
let client: Client;
let given: Given;

before(async () => {
  server = await sharedServer();
  mine = await newCredentials(server);
  client = await openClient(server, mine);
  given = await prepared();
});

after(() => client.close());

async function prepared(): Promise<Given> {
  const { tenantId, productId } = mine;
  const live = await newCredentials(server, { tenantId, live: "true", environment: "live" });
  const revoked = await newCredentials(server, { tenantId, productId });
  await admin(server, "key revoke", { key: revoked.apiKeyId });
  const reader = await newCredentials(server, { tenantId, productId, scopes: "accounts:read" });
  const customerId = await newCustomer(client);
  const ada = await newAccount(client, { customerId, fund: "1000" });
  const bob = await newAccount(client, { customerId });
  return {
    apiKey: mine.apiKey,
    liveKey: live.apiKey,
    otherKey: keyOfAnotherServer(),
    revokedKey: revoked.apiKey,
    readKey: reader.apiKey,
    productId,
    customerId,
    ada,
    bob,
  };
}

test("messages: every usual mistake, on a real server -> what the golden file says", async () => {
  const lines = [
    "# What usual mistakes are told",
    "",
    "Written by `test/api/messages.test.ts` from the answers of a real server. Names in braces stand for values of that server.",
  ];
  let count = 0;
  for (const { title, mistakes } of groupsOf(given)) {
    lines.push("", `## ${title}`);
    for (const mistake of mistakes) {
      count++;
      const answer = await send(mistake);
      const told = toldIn(answer.text);
      assertReadable(mistake, answer, told);
      lines.push("", ...entryOf(mistake, answer, told).map(named));
    }
  }
  assert.ok(count >= MISTAKES_MIN, `${count} mistakes`);
  const text = `${lines.join("\n")}\n`;
  assert.ok(
    !/service_(?:test|live)_\w/.test(text.replaceAll("service_test_ or service_live_", "")),
    "the golden file has no key",
  );
  assertGolden("test/api/messages/messages.golden.md", text);
});

/** Sends exactly the headers that the mistake has, some of them twice. */
function send({ method = "GET", path, headers = {}, body }: Mistake): Promise<Answer> {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const isWrite = method !== "GET";
  const all: Record<string, string | readonly string[]> = {
    host: "localhost",
    authorization: `Bearer ${given.apiKey}`,
    ...(isWrite && { "idempotency-key": randomUUID() }),
    ...(text !== undefined && { "content-type": "application/json" }),
    ...(text !== undefined && { "content-length": String(Buffer.byteLength(text)) }),
    ...headers,
  };
  const sent = Object.entries(all).flatMap(([name, value]) =>
    value === "" ? [] : [value].flat().flatMap((one) => [name, one]),
  );
  return new Promise((resolve, reject) => {
    const { port } = server;
    const outgoing = httpRequest({ host: "127.0.0.1", port, method, path, headers: sent });
    outgoing.on("error", reject);
    outgoing.on("response", (incoming) => {
      let received = "";
      incoming.setEncoding("utf8").on("data", (chunk: string) => {
        received += chunk;
      });
      incoming.on("end", () => {
        const { allow } = incoming.headers;
        resolve({ status: incoming.statusCode ?? 0, allow, text: received });
      });
    });
    outgoing.end(text);
  });
}

/** The refusal of an answer, or the first error of an answer of GraphQL. */
function toldIn(text: string): Told {
  const { error, errors } = JSON.parse(text);
  if (error !== undefined) return error;
  const [{ message, extensions }] = errors;
  return { message, ...extensions };
}

function assertReadable({ title, path }: Mistake, { text, status }: Answer, told: Told): void {
  const { code, message, details } = told;
  const texts = [message, ...(details.issues ?? []).map((issue) => issue.message)];
  for (const one of texts) assert.doesNotMatch(one, UNREADABLE, title);
  for (const key of [given.apiKey, given.otherKey, given.liveKey, given.revokedKey]) {
    assert.ok(!text.includes(key.slice(16, 36)), `${title}: ${text}`);
    assert.ok(!text.includes(key.slice(-20)), `${title}: ${text}`);
  }
  const isGraphql = path.startsWith("/v1/graphql");
  if (code !== "invalid_request" || isGraphql) return;
  assert.equal(status, 400, title);
  assert.ok((details.issues ?? []).length > 0, title);
  for (const issue of details.issues ?? []) {
    const isKnown = Object.hasOwn(ISSUE_CODES, issue.code) || OWN_CODES.test(issue.code);
    assert.ok(isKnown, `${title}: ${issue.code}`);
    const field = String(issue.path.findLast((part) => typeof part === "string") ?? "");
    assert.ok(message.length > 10 && field !== "", title);
  }
}

function entryOf(
  { title, method = "GET", path, body }: Mistake,
  { status, allow }: Answer,
  { code, message, details }: Told,
): string[] {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const shown = text === undefined || text === "" ? "" : ` \`${cut(text.replaceAll("\n", "⏎"))}\``;
  const lines = [
    `**${title}**: \`${method} ${path}\`${shown}`,
    "",
    `> ${status} ${code}: ${message}`,
  ];
  const { issues = [], allowedMethods, didYouMean } = details;
  for (const issue of issues) {
    const isSame = issue.message === message;
    lines.push(`> - ${issue.code} at ${issue.path.join(".")}${isSame ? "" : `: ${issue.message}`}`);
  }
  if (allow !== undefined) lines.push(`> - Allow: ${allow}`);
  if (allowedMethods !== undefined)
    lines.push(`> - details.allowedMethods: ${String(allowedMethods)}`);
  if (didYouMean !== undefined) lines.push(`> - details.didYouMean: ${String(didYouMean)}`);
  return lines;
}

function cut(text: string): string {
  const plain = named(text);
  return plain.length <= BODY_SHOWN ? plain : `${plain.slice(0, BODY_SHOWN)}…`;
}

/** The text with names in the place of what differs from run to run. */
function named(text: string): string {
  let shown = text;
  for (const [name, value] of Object.entries(given)) {
    shown = shown.replaceAll(value, `{${name}}`);
    shown = shown.replaceAll(encodeURIComponent(value), `{${name}}`);
  }
  return shown
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z/g, "{a time}")
    .replaceAll(/service_(?:test|live)_\w+/g, "{a part of apiKey}");
}
