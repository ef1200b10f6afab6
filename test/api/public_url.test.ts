/**
 * A server that listens on loopback behind a proxy of TLS: its users are elsewhere, and none of them reaches what
 * else listens on its machine, in whatever form they write the address. Browsers come back to it by TLS only.
 * A server of its own: it is told of a proxy, and names lead where the test says.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server as Listener } from "node:net";
import { after, before, test } from "node:test";
import { expect, openClient } from "../support/client.ts";
import { ownAddress } from "../support/own_address.ts";
import { newCustomer } from "../support/parties.ts";
import { admin, newCredentials, type Server, startServer, stopServer } from "../support/server.ts";
import { deliveriesTo, newEndpoint, until } from "../support/webhooks.ts";

const PUBLIC_URL = "https://platform.example";
/** Forms of this machine's address, as a URL has them; the names are known to the server's DNS. */
const NUMBERS = [
  ...["127.0.0.1", "127.0.0.1.", "127.1", "127.8.7.6", "2130706433", "0x7f000001", "0x7f.1"],
  ...["0177.0.0.1", "017700000001", "0.0.0.0", "0", "[::1]", "[::]", "[0:0:0:0:0:0:0:1]"],
  ...["[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::127.0.0.1]"],
  ...["[64:ff9b:1::7f00:1]", "[2002:7f00:1::1]", "[2001:0:7f00:1::1]", "①②⑦.⓪.⓪.①"],
  ...["localhost", "LOCALHOST", "localhost.", "a.localhost"],
];
const NAMES = {
  "four.example": ["127.0.0.1"],
  "six.example": ["::1"],
  "mapped.example": ["::ffff:127.0.0.1"],
  "any.example": ["0.0.0.0"],
  "half.example": ["93.184.216.34", "127.0.0.1"],
};
const DNS = `--import=${new URL("../support/dns_answers.mjs", import.meta.url).href}`;
const environment = { NODE_OPTIONS: DNS, DNS_ANSWERS: JSON.stringify(NAMES) };

let server: Server;
let listeners: Listener[];
/** Ports that something listens on, and one that nothing does. */
let openPort: number;
let closedPort: number;
let connections = 0;

before(async () => {
  const { host, port } = await ownAddress();
  const flags = ["--shards", "1", "--edges", "1", "--host", host, "--port", String(port)];
  const started = await startServer([...flags, "--public-url", PUBLIC_URL], undefined, {
    environment,
  });
  server = { ...started, port, baseUrl: `http://${host}:${port}/v1` };
  const four = await listening("127.0.0.1", 0);
  openPort = (four.address() as AddressInfo).port;
  listeners = [four, await listening("::1", openPort).catch(() => four)];
  const closed = await listening("127.0.0.1", 0);
  closedPort = (closed.address() as AddressInfo).port;
  closed.close();
});

after(async () => {
  for (const listener of listeners) listener.close();
  const { code, output } = await stopServer(server);
  assert.equal(code, 0);
  assert.doesNotMatch(output, /without https/);
});

async function listening(host: string, port: number): Promise<Listener> {
  const listener = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  listener.listen({ host, port });
  await once(listener, "listening");
  return listener;
}

function urlsOf(port: number): string[] {
  const hosts = [...NUMBERS, ...Object.keys(NAMES)];
  return hosts.flatMap((host) => [`http://${host}:${port}/x`, `https://${host}:${port}/x`]);
}

/** What a stranger's browser gets that comes with this id of a client, without the parts that repeat the id. */
async function authorized(clientId: string): Promise<string> {
  const url = new URL(`${server.baseUrl}/oauth/authorize`);
  const challenge = { code_challenge: "x".repeat(43), code_challenge_method: "S256" };
  const asked = { response_type: "code", client_id: clientId, redirect_uri: "http://127.0.0.1/" };
  for (const [name, value] of Object.entries({ ...asked, ...challenge })) {
    url.searchParams.append(name, value);
  }
  const response = await fetch(url, { redirect: "manual", headers: { accept: "text/html" } });
  const text = await response.text();
  assert.equal(response.status, 422, `${clientId}: ${text}`);
  return text.replaceAll(/req_[0-9A-Za-z_-]+/g, "req_");
}

test("loopback: the id of a client, in every form, open port and closed -> one answer, no connection", async () => {
  const closed = urlsOf(closedPort);
  for (const [at, url] of urlsOf(openPort).entries()) {
    assert.equal(await authorized(url), await authorized(closed[at] as string), url);
  }
  assert.equal(connections, 0);
});

test("loopback: an endpoint of webhooks, made and changed, in every form -> refused, no connection", async () => {
  const client = await openClient(server, await newCredentials(server, { origin: "browser" }));
  const endpoint = await newEndpoint(client, "https://receiver.example/hook", ["customer.created"]);
  const path = `/webhook-endpoints/${endpoint.webhookEndpointId}`;
  const draft = { productId: client.productId, eventTypes: ["customer.created"] };
  const hosts = NUMBERS.flatMap((host) => [`http://${host}`, `https://${host}`]);
  for (const url of hosts.map((one) => `${one}:${openPort}/x`)) {
    const made = await client.post("/webhook-endpoints", { ...draft, url }, { key: randomUUID() });
    assert.ok([400, 422].includes(made.status), `${url}: ${made.status}`);
    const { revision } = expect(await client.get(path), 200).body as { revision: number };
    const changed = await client.patch(path, { url, expectedRevision: revision });
    assert.ok([400, 422].includes(changed.status), `${url}: ${changed.status}`);
  }
  client.close();
  assert.equal(connections, 0);
});

test("loopback: an endpoint of webhooks at a name that leads there -> address_forbidden, no connection", async () => {
  const client = await openClient(server, await newCredentials(server, { origin: "browser" }));
  const endpoints = [];
  for (const name of Object.keys(NAMES)) {
    const url = `https://${name}:${openPort}/x`;
    endpoints.push({ name, endpoint: await newEndpoint(client, url, ["customer.created"]) });
  }
  await newCustomer(client);
  for (const { name, endpoint } of endpoints) {
    let error: unknown;
    await until(async () => {
      const [delivery] = await deliveriesTo(client, endpoint);
      [{ error } = { error: undefined }] = (delivery?.["attempts"] ?? []) as { error: unknown }[];
      return error !== undefined;
    }, `the attempt at ${name}`);
    assert.equal(error, "address_forbidden", name);
  }
  client.close();
  assert.equal(connections, 0);
});

test("loopback: a provider, in every form -> refused", async () => {
  const kind = "verification";
  for (const host of NUMBERS) {
    for (const url of [`http://${host}:${openPort}/`, `https://${host}:${openPort}/`]) {
      const set = admin(server, "provider set", { name: "acme", kind, url });
      await assert.rejects(set, /--url: /, url);
    }
  }
  assert.equal(connections, 0);
});

test("strict transport: answers of every kind, where clients come by TLS -> each has the header", async () => {
  const credentials = await newCredentials(server);
  const authorization = `Bearer ${credentials.apiKey}`;
  const type = { authorization, "content-type": "application/json" };
  const customer = JSON.stringify({
    productId: credentials.productId,
    test: true,
    entity: { kind: "person", displayName: "Ada", country: "GB" },
  });
  const query = JSON.stringify({ query: "{ __typename }" });
  const of = (method: string, headers: Record<string, string> = { authorization }, body?: string) =>
    ({ method, headers, redirect: "manual", ...(body !== undefined && { body }) }) as const;
  const key = randomUUID();
  const keyed = { ...type, "idempotency-key": key };
  for (const [path, request, status] of [
    ["/v1/api-keys/current", of("GET"), 200],
    ["/v1/api-keys/current", of("HEAD"), 200],
    ["/v1/api-keys/current", of("OPTIONS"), 204],
    ["/v1/api-keys/current", of("GET", {}), 401],
    ["/v1/customers", of("POST", keyed, customer), 201],
    ["/v1/customers", of("POST", keyed, customer), 201],
    ["/v1/customers", of("POST", type, customer), 400],
    ["/v1/customers/cus_0", of("GET"), 404],
    ["/v1/customers", of("POST", keyed, "x".repeat(2_000_000)), 413],
    ["/v1/nowhere", of("GET"), 404],
    ["/v1/graphql", of("POST", type, query), 200],
    ["/v1/graphql", of("GET"), 405],
    ["/v1/mcp", of("POST", type, "{}"), 403],
    ["/v1/oauth/token", of("POST", {}, ""), 400],
    [`/v1/events/stream?productId=${credentials.productId}`, of("GET"), 200],
    ["/provider-news/nobody", of("POST", {}, "{}"), 404],
    ["/docs/errors/not_found", of("GET"), 200],
    ["/healthz", of("GET"), 200],
    ["/console", of("GET"), 200],
  ] as const) {
    const response = await fetch(new URL(path, server.baseUrl), request);
    await response.body?.cancel();
    const what = `${request.method} ${path}`;
    assert.equal(response.status, status, what);
    assert.equal(response.headers.get("strict-transport-security"), "max-age=31536000", what);
  }
});
