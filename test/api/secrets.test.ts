/**
 * Puts recognisable secrets into every place of a request, and then searches everything that the
 * server leaves behind: its data, its log at the most detailed level, its metrics, its answers.
 * A server of its own: all that it writes is searched, at the level trace.
 */
import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { makeApiKey } from "../../src/access/api_key.ts";
import {
  CREDENTIAL_WORDS,
  type CredentialWord,
  makeCredential,
} from "../../src/access/credential_text.ts";
import { type Client, expect, openClient } from "../support/client.ts";
import { ADA, draft, newAccount } from "../support/parties.ts";
import { openRaw, requestText } from "../support/raw.ts";
import {
  admin,
  type Credentials,
  newCredentials,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

let server: Server;
let mine: Credentials;
let revoked: Credentials;
let client: Client;
/** Every secret by its place; no secret may turn up anywhere. */
const secrets = new Map<string, string>();
/** What the server answered, and its metrics. */
const answers: string[] = [];

before(async () => {
  server = await startServer(["--edges", "2", "--log-level", "trace"]);
  mine = await newCredentials(server);
  const { tenantId, productId } = mine;
  revoked = await newCredentials(server, { tenantId, productId });
  client = await openClient(server, mine);
  secrets.set("the key in use", mine.apiKey);
  secrets.set("a revoked key", revoked.apiKey);
});

after(() => client.close());

/** A new secret for the place `what`, in the form of a credential, of each kind in turn. */
function canary(what: string): string {
  const word = CREDENTIAL_WORDS[secrets.size % CREDENTIAL_WORDS.length] as CredentialWord;
  const { text } = makeCredential(word, randomBytes, randomBytes(32));
  secrets.set(what, text);
  return text;
}
/** A new secret for the place `what`, in no special form. */
function plainCanary(what: string): string {
  const text = `canary${randomBytes(12).toString("hex")}`;
  secrets.set(what, text);
  return text;
}

async function sendRaw(method: string, path: string, headers: Record<string, string>, body = "") {
  const connection = await openRaw(server.port);
  await connection.send(requestText(method, path, headers, body));
  const reply = await connection.next();
  assert.ok(reply !== undefined, `${method} ${path.slice(0, 60)}`);
  answers.push(`${reply.head}\n${reply.body}`);
  connection.end();
  return reply;
}

test("secrets: in every header, as every kind of credential -> refused or answered, not repeated", async () => {
  await admin(server, "key revoke", { key: revoked.apiKeyId });
  const path = `/v1/customers?productId=${mine.productId}`;
  const basic = Buffer.from(`user:${plainCanary("a password")}`).toString("base64");
  secrets.set("a password in base64", basic);
  const credentials = [
    `Bearer ${canary("an unknown key")}`,
    `Bearer ${revoked.apiKey}`,
    `Bearer ${mine.apiKey.slice(0, -1)}`,
    `Bearer ${plainCanary("a bearer token")}`,
    `Basic ${basic}`,
    `Digest username="a", response="${plainCanary("a digest")}"`,
    `Token ${canary("a token")}`,
    canary("a key without a scheme"),
    `bearer ${canary("one of two")} ${canary("two of two")}`,
  ];
  for (const authorization of credentials) {
    assert.equal((await sendRaw("GET", path, { Authorization: authorization })).status, 401);
  }
  const good = { Authorization: `Bearer ${mine.apiKey}` };
  const headers: Record<string, string> = {
    Cookie: `session=${plainCanary("a cookie")}`,
    "Proxy-Authorization": `Basic ${plainCanary("a proxy's password")}`,
    "X-Api-Key": canary("a key in another header"),
    "User-Agent": canary("a user agent"),
    Referer: `https://example.com/?key=${canary("a referer")}`,
    "X-Forwarded-For": canary("an address"),
    Accept: canary("accept"),
    "X-Request-Id": canary("a request id"),
  };
  for (const [name, value] of Object.entries(headers)) {
    assert.equal((await sendRaw("GET", path, { ...good, [name]: value })).status, 200, name);
  }
  const refusedHeaders: Record<string, string> = {
    "Idempotency-Key": canary("an idempotency key"),
    "Content-Type": canary("a content type"),
    "X-Service-Environment": canary("an environment"),
  };
  for (const [name, value] of Object.entries(refusedHeaders)) {
    const sent = {
      ...good,
      "Content-Type": "application/json",
      "Idempotency-Key": randomUUID(),
      [name]: value,
    };
    const { status } = await sendRaw("POST", "/v1/transfers", sent, "{}");
    assert.ok(status === 400 || status === 401, `${name}: ${status}`);
  }
});

test("secrets: in paths, queries and bodies that are refused -> not repeated", async () => {
  const good = { Authorization: `Bearer ${mine.apiKey}`, "Content-Type": "application/json" };
  const paths = [
    `/v1/accounts/${canary("an id")}`,
    `/${canary("a path")}`,
    `/v1/customers?productId=${mine.productId}&api_key=${canary("a query value")}`,
    `/v1/customers?productId=${mine.productId}&${canary("a query name")}=1`,
    `/v1/customers?productId=${canary("a Product")}`,
    `/docs/errors/${canary("a code")}`,
    `/healthz?token=${canary("a health check")}`,
  ];
  for (const path of paths) await sendRaw("GET", path, good);
  const bodies = [
    `{"apiKey":"${canary("a field's value")}"}`,
    `{"${canary("a field's name")}":1}`,
    `{"password":"${plainCanary("a password field")}"`,
    `${canary("no JSON")}`,
    `{"amount":"${canary("an amount")}","sourceAccountId":"${canary("an account")}"}`,
    JSON.stringify({ ...draft("acct_0", "acct_1", "1"), externalId: canary("an external id") }),
    JSON.stringify({ ...draft("acct_0", "acct_1", "1"), metadata: { [canary("a name")]: "x" } }),
  ];
  for (const body of bodies) {
    const key = { "Idempotency-Key": randomUUID() };
    const { status } = await sendRaw("POST", "/v1/transfers", { ...good, ...key }, body);
    assert.equal(status, 400, body);
  }
});

test("secrets: a key pasted into metadata, a name, a description -> kept as given, nowhere else", async () => {
  const { text } = makeApiKey("live", randomBytes, randomBytes(32));
  const { productId } = mine;
  const made = await client.post("/customers", {
    productId,
    test: true,
    entity: { ...ADA, displayName: text },
    metadata: { note: text },
  });
  const customerId = expect(made, 201).id("customerId");
  const again = expect(await client.get(`/customers/${customerId}`), 200);
  assert.equal(again.at("metadata.note"), text);
  const [from, to] = [await newAccount(client, { fund: "10" }), await newAccount(client)];
  const moved = await client.post("/transfers", { ...draft(from, to, "1"), description: text });
  assert.equal(expect(moved, 201).at("description"), text);
  const late = await client.post("/transfers", { ...draft(from, to, "99"), description: text });
  answers.push(expect(late, "insufficient_balance").text);
  answers.push(await (await fetch(new URL("/metrics", server.baseUrl))).text());
  assert.ok(answers.every((answer) => !answer.includes(text)));
  const { output } = await stopServer(server);
  assert.ok(!output.includes(text), "the log has no customer's data");
  assert.ok(filesWith(text).length > 0, "the search finds what is there");
  assert.deepEqual(
    filesWith(text).filter((path) => !/\/(log|state)\/data\.mdb$/.test(path)),
    [],
  );
});

test("secrets: all of them, searched in data, log, metrics and answers -> not found", () => {
  const output = server.output();
  assert.ok(output.includes('"msg":"request"'), "the log has lines of requests");
  assert.ok(secrets.size > 35 && answers.length > 30);
  const found: string[] = [];
  for (const [what, text] of secrets) {
    const parts = text.length > 60 ? [text, text.slice(-49, -6)] : [text];
    for (const part of parts) {
      if (output.includes(part)) found.push(`${what}: in the log`);
      if (answers.some((answer) => answer.includes(part))) found.push(`${what}: in an answer`);
      for (const path of filesWith(part)) found.push(`${what}: in ${path}`);
    }
  }
  assert.deepEqual(found, []);
  // The demo's key stands in demo.json, for people who try the server, and only there.
  const demo = filesWith(server.demo.apiKey).map((path) => path.slice(server.dataDir.length));
  assert.deepEqual(demo, ["/demo.json"]);
  assert.equal(statSync(join(server.dataDir, "demo.json")).mode & 0o077, 0);
});

const contents = new Map<string, Buffer>();

/** Files of the data directory that contain the text. */
function filesWith(text: string): string[] {
  const paths = (readdirSync(server.dataDir, { recursive: true }) as string[])
    .map((path) => join(server.dataDir, path))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  return paths.filter((path) => {
    const bytes = contents.get(path) ?? readFileSync(path);
    if (server.child.exitCode !== null) contents.set(path, bytes);
    return bytes.includes(text);
  });
}
