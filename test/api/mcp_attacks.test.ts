/**
 * What the agents' protocol refuses: other audiences, pages of other sites, other hosts, headers that
 * say other than the body, messages that are none; and what it survives.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { type LetIn, letInAgent, mcpUrlOf } from "../support/agents.ts";
import { expect } from "../support/client.ts";
import { LEGACY, MODERN, modernRequest, openHost, sendMessage } from "../support/mcp.ts";
import { openProgram } from "../support/oauth.ts";
import { type Browser, openPeople, type People } from "../support/people.ts";
import { openRaw, requestText as rawText } from "../support/raw.ts";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

let server: Server;
let people: People;
let founder: Browser;
let agent: LetIn;
const SCOPES = ["catalog:read", "products:read", "accounts:read"];
const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
  founder = await people.founder();
  agent = await letInAgent(server, founder, { scopes: SCOPES, toolForm: "full" });
});

after(async () => {
  people.close();
});

test("mcp: without a token, with one of another audience, or a cookie -> 401 that names where to ask", async () => {
  const program = openProgram(server);
  const login = await program.logIn(founder);
  program.close();
  const made = expect(
    await founder.post("/personal-access-tokens", { name: "t", scopes: ["catalog:read"] }),
    201,
  );
  const { apiKey, founder: demo } = server.demo;
  const texts = ["", apiKey, demo.personalAccessToken, made.id("token"), login.access];
  for (const text of texts) {
    const { status, headers, body } = await sendMessage(server, text, LIST);
    assert.equal(status, 401, text.slice(0, 12));
    assert.equal(body.error?.code, "invalid_credentials");
    const challenge = headers.get("www-authenticate") ?? "";
    const { origin } = new URL(server.baseUrl);
    const metadata = `${origin}/.well-known/oauth-protected-resource/v1/mcp`;
    assert.ok(challenge.includes(`resource_metadata="${metadata}"`), challenge);
    assert.match(challenge, /scope="[a-z:_ ]+"/);
  }
  const { origin } = new URL(server.baseUrl);
  const told = await fetch(`${origin}/.well-known/oauth-protected-resource/v1/mcp`);
  const { resource } = (await told.json()) as { resource: string };
  assert.equal(resource, mcpUrlOf(server));
  const byCookie = await sendMessage(server, "", LIST, { cookie: founder.cookie });
  assert.equal(byCookie.status, 401);
  assert.equal((await sendMessage(server, agent.access, LIST)).status, 200);
});

test("mcp: a page of another site, or another name of the host -> 403 before the token is looked at; what is no name of a host, 400", async () => {
  const { origin, port } = new URL(server.baseUrl);
  const cases: [Record<string, string>, number][] = [
    [{ origin }, 401],
    [{ origin: "http://localhost:6274" }, 401],
    [{ origin: "https://evil.example" }, 403],
    [{ origin: "null" }, 403],
    [{ origin: `${origin}.evil.example` }, 403],
    [{ host: `localhost:${port}` }, 401],
    [{ host: `[::1]:${port}` }, 401],
    [{ host: "evil.example" }, 403],
    [{ host: `evil.example:${port}` }, 403],
    [{ host: "127.0.0.1.evil.example" }, 403],
    [{ host: "localhost:80@evil.example" }, 400],
  ];
  for (const [headers, expected] of cases) {
    const { status, text } = await sendRaw(headers);
    assert.equal(status, expected, JSON.stringify(headers));
    if (expected === 403) assert.equal(JSON.parse(text).error.code, -32_000);
  }
});

/** A request whose Host can be any text, and which has no token. */
function sendRaw(headers: Record<string, string>): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = { "content-type": "application/json", ...headers };
    const outgoing = request(mcpUrlOf(server), { method: "POST", headers: sent });
    outgoing.on("error", reject);
    outgoing.on("response", (incoming) => {
      let text = "";
      incoming.setEncoding("utf8");
      incoming.on("data", (chunk: string) => {
        text += chunk;
      });
      incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, text }));
    });
    outgoing.end(JSON.stringify(LIST));
  });
}

const CALL = modernRequest("tools/call", { name: "catalog_scope_list", arguments: {} });
const DISAGREEING: [string, Record<string, string>][] = [
  ["another version", { "mcp-protocol-version": LEGACY }],
  ["another method", { "mcp-method": "tools/list" }],
  ["another name", { "mcp-name": "catalog_country_list" }],
  ["a name that is no text", { "mcp-name": "=?base64?%%?=" }],
];

for (const [what, changed] of DISAGREEING) {
  test(`mcp: of 2026-07-28, a header names ${what} -> 400 with -32020, and nothing runs`, async () => {
    const sent = await sendMessage(server, agent.access, CALL.message, {
      ...CALL.headers,
      ...changed,
    });
    assert.equal(sent.status, 400, sent.text);
    assert.equal(sent.body.error?.code, -32_020);
  });
}

for (const absent of ["mcp-protocol-version", "mcp-method", "mcp-name"]) {
  test(`mcp: of 2026-07-28, ${absent} is absent -> 400 with -32020`, async () => {
    const headers = Object.fromEntries(
      Object.entries(CALL.headers).filter(([name]) => name !== absent),
    );
    const sent = await sendMessage(server, agent.access, CALL.message, headers);
    assert.equal(sent.status, 400, sent.text);
    assert.equal(sent.body.error?.code, -32_020);
  });
}

test("mcp: a header of the protocol twice -> refused, whichever of both is right", async () => {
  const body = JSON.stringify(CALL.message);
  const { port } = server;
  const head = [
    "POST /v1/mcp HTTP/1.1",
    `host: 127.0.0.1:${port}`,
    `authorization: Bearer ${agent.access}`,
    "content-type: application/json",
    `mcp-protocol-version: ${MODERN}`,
    "mcp-method: tools/list",
    "mcp-method: tools/call",
    "mcp-name: catalog_scope_list",
    "accept: application/json, text/event-stream",
    "connection: close",
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  const answer = await new Promise<string>((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(`${head.join("\r\n")}\r\n\r\n${body}`),
    );
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      text += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(text));
  });
  assert.match(answer, /^HTTP\/1\.1 400 /);
  assert.match(answer, /the header mcp-method was sent twice/);
});

const MALFORMED: [string, unknown, number, number][] = [
  ["no JSON", "{", 400, -32_700],
  ["nothing", "", 400, -32_700],
  ["a name twice", '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', 400, -32_700],
  ["no message", "{}", 400, -32_600],
  ["a batch that is too long", Array(21).fill({ ...LIST, method: "ping" }), 400, -32_600],
  ["a method that is none", { ...LIST, method: "tools/destroy" }, 200, -32_601],
  ["a cursor of no page", { ...LIST, params: { cursor: "x" } }, 200, -32_602],
  ["a name that is no text", { ...LIST, method: "tools/call", params: { name: 5 } }, 200, -32_602],
];

for (const [what, message, status, code] of MALFORMED) {
  test(`mcp: the message is ${what} -> ${status} with ${code}`, async () => {
    const sent = await sendMessage(server, agent.access, message);
    assert.equal(sent.status, status, sent.text);
    assert.equal(sent.body.error?.code, code, sent.text);
  });
}

test("mcp: another media type, another method, a version that is none -> 415, 405, 400", async () => {
  const type = await sendMessage(server, agent.access, LIST, { "content-type": "text/plain" });
  assert.equal(type.status, 415);
  for (const method of ["GET", "DELETE", "PUT"]) {
    const response = await fetch(mcpUrlOf(server), {
      method,
      headers: { authorization: `Bearer ${agent.access}`, accept: "text/event-stream" },
    });
    assert.equal(response.status, 405, method);
    assert.equal(response.headers.get("allow"), "OPTIONS, POST");
    await response.arrayBuffer();
  }
  const version = { "mcp-protocol-version": "1999-01-01" };
  assert.equal((await sendMessage(server, agent.access, LIST, version)).status, 400);
});

test("mcp: a state that this server has not signed -> -32602, and nothing runs", async () => {
  for (const requestState of ["", "v1.e30.e30", 5]) {
    const params = { name: "catalog_scope_list", arguments: {}, requestState, inputResponses: {} };
    const { message, headers } = modernRequest("tools/call", params);
    const { body } = await sendMessage(server, agent.access, message, headers);
    assert.equal(body.error?.code, -32_602, JSON.stringify(body));
  }
});

test("mcp: 10,000 tools/list over 32 connections -> all answered the same, the server's memory bounded", async () => {
  const { message, headers } = modernRequest("tools/list");
  const { access } = await letInAgent(server, founder, { toolForm: "compact" });
  const first = await sendMessage(server, access, message, headers);
  assert.equal(first.status, 200);
  const before = residentOf(server);
  const asked = requestText(access, message, headers);
  let left = 10_000;
  const ask = async () => {
    const connection = await openRaw(server.port);
    while (left > 0) {
      left--;
      await connection.send(asked);
      const sent = await connection.next();
      assert.deepEqual([sent?.status, sent?.body.length], [200, first.text.length]);
    }
    connection.end();
  };
  await Promise.all(Array.from({ length: 32 }, ask));
  const grown = residentOf(server) - before;
  assert.ok(grown < 256 * 1_048_576, `${grown} bytes more`);
});

/** Bytes of memory that the server's process has. */
function residentOf({ child }: Server): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1_024;
}

test("mcp: clients that never read -> no more than an answer waits for each, and others are served", async () => {
  const list = modernRequest("tools/list");
  const asked = requestText(agent.access, list.message, list.headers);
  const before = residentOf(server);
  const sockets = Array.from({ length: 8 }, () => {
    const socket = connect(server.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.pause();
    for (let at = 0; at < 500; at++) socket.write(asked);
    return socket;
  });
  const host = await openHost(server, agent.access, MODERN);
  for (let at = 0; at < 200; at++) {
    assert.equal((await host.call("catalog_scope_list")).isError, false);
  }
  await host.close();
  const grown = residentOf(server) - before;
  for (const socket of sockets) socket.destroy();
  assert.ok(grown < 256 * 1_048_576, `${grown} bytes more`);
});

/** One request as it is written to a connection, which stays. */
function requestText(access: string, message: unknown, headers: Record<string, string>): string {
  const sent = {
    ...headers,
    authorization: `Bearer ${access}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  return rawText("POST", "/v1/mcp", sent, JSON.stringify(message));
}

test("mcp: a grant revoked -> its token is refused at once, on each edge", async () => {
  const short = await letInAgent(server, founder, { scopes: SCOPES });
  for (let at = 0; at < 8; at++) {
    assert.equal((await sendMessage(server, short.access, LIST)).status, 200);
  }
  expect(await founder.post(`/agent-grants/${short.agentGrantId}/revoke`), 200);
  for (let at = 0; at < 8; at++) {
    assert.equal((await sendMessage(server, short.access, LIST)).status, 401);
  }
});
