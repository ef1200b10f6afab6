/**
 * Whom the operator has configured, as the catalog of live shows it on a real server: to a key and to a member, over
 * REST and over GraphQL, on an edge and in a reader thread.
 * A server of its own: providers are configured, which all tenants see.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import { admin, newCredentials, type Server, startServer, stopServer } from "../support/server.ts";

const POLL_MS = 50;
const ACME = {
  provider: "acme",
  kind: "verification",
  outcomes: ["verified", "rejected", "requires_input"],
};

let server: Server;
let key: Client;
let member: Client;
/** Runs a query of a member in live. */
let graphql: (query: string) => Promise<Record<string, { items?: unknown }>>;

before(async () => {
  server = await startServer(["--shards", "2", "--edges", "1"]);
  const live = await newCredentials(server, { environment: "live", live: "true" });
  key = await openClient(server, live);
  const { personalAccessToken: apiKey } = server.demo.founder;
  member = await openClient(
    server,
    { productId: "", apiKey, environment: "live" },
    { contract: key.contract },
  );
  graphql = (query) => queryAs(apiKey, query);
});

after(async () => {
  key.close();
  member.close();
  await stopServer(server);
});

async function queryAs(credential: string, query: string) {
  const response = await fetch(`${server.baseUrl}/graphql`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${credential}`,
      "content-type": "application/json",
      "x-service-environment": "live",
    },
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  const { data, errors } = JSON.parse(text) as {
    data?: Record<string, { items?: unknown }>;
    errors?: unknown;
  };
  assert.ok(data !== undefined && errors === undefined, text);
  return data;
}

const listed = async (client: Client) =>
  expect(await client.get("/catalog/providers"), 200).items();

/** Waits until everybody is shown the list: a view follows its shard within moments. */
async function untilShown(expected: readonly unknown[]): Promise<void> {
  for (const client of [key, member]) {
    while ((await listed(client)).length !== expected.length) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    assert.deepEqual(await listed(client), expected);
  }
}

const PROVIDERS = "catalogProviderList { items { provider kind outcomes } }";

test("catalog of providers: nobody configured, one, removed -> nobody, its name and outcomes, nobody", async () => {
  assert.deepEqual(await listed(key), []);
  const url = "https://acme.example.com/secret-path";
  await admin(server, "provider set", { name: "acme", kind: "verification", url });
  await untilShown([ACME]);
  const sandbox = { headers: { "x-service-environment": "sandbox" } };
  const { body } = expect(await member.get("/catalog/providers", sandbox), 200);
  assert.equal(JSON.stringify(body).includes("acme"), false);
  await admin(server, "provider remove", { name: "acme" });
  await untilShown([]);
});

test("catalog of providers: GraphQL, on an edge and in a reader thread -> what REST answers", async () => {
  const url = "https://acme.example.com/api";
  await admin(server, "provider set", { name: "acme", kind: "verification", url });
  await untilShown([ACME]);
  const here = await graphql(`{ ${PROVIDERS} }`);
  assert.deepEqual(here["catalogProviderList"]?.items, [ACME]);
  const inPool = await graphql(`{ ${PROVIDERS} tenantLimitRetrieve { rate { windowSeconds } } }`);
  assert.deepEqual(inPool["catalogProviderList"]?.items, [ACME]);
});
