/**
 * What an idempotency key is a key of: one Product in one environment. The same story runs on one
 * shard and on three, and is answered alike: where tenants, Products and environments lie must not
 * show in any answer.
 * A server of its own: what it answers must not depend on its number of shards.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { type TestContext, test } from "node:test";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import { ADA, draft, newAccount } from "../support/parties.ts";
import {
  type Credentials,
  newCredentials,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

type Home = Credentials & { client: Client };
type Homes = Record<"mine" | "twin" | "sibling" | "stranger" | "live", Home>;

/** One Product, another key of it, another Product and the other environment, another tenant. */
async function homesOf(t: TestContext, server: Server): Promise<Homes> {
  const first = await newCredentials(server, { live: "true" });
  const { tenantId, productId } = first;
  const own = { tenantId, productId };
  const contract = await openClient(server, first);
  const opened = async (credentials: Credentials): Promise<Home> => {
    const client = await openClient(server, credentials, contract);
    t.after(() => client.close());
    return { ...credentials, client };
  };
  t.after(() => contract.close());
  return {
    mine: await opened(first),
    twin: await opened(await newCredentials(server, own)),
    live: await opened(await newCredentials(server, { ...own, environment: "live" })),
    sibling: await opened(await newCredentials(server, { tenantId })),
    stranger: await opened(await newCredentials(server)),
  };
}

/** A customer of the Product, which live takes too. */
function customerOf({ productId }: Home): unknown {
  return { productId, entity: ADA };
}

/** What a reply tells of its key, without ids and times. */
function told(reply: Reply): string {
  const { status, code, details } = reply;
  const isReplayed = reply.headers["idempotent-replayed"] === "true";
  return `${status} ${code ?? (isReplayed ? "again" : "first")} ${details["state"] ?? ""}`.trim();
}

type Step = [what: string, send: () => Promise<Reply>];

/** The story: each place sends under one key, then again, then another request. */
async function story(homes: Homes): Promise<string[]> {
  const key = randomUUID();
  const { mine, twin } = homes;
  const places = [homes.mine, homes.sibling, homes.stranger, homes.live];
  const steps: Step[] = [];
  for (const home of places) {
    const send = () => home.client.post("/customers", customerOf(home), { key });
    const look = () => home.client.get(`/idempotency-keys/${key}`);
    steps.push(
      ["looked up before", look],
      ["sent", send],
      ["sent again", send],
      ["looked up", look],
    );
  }
  const body = { ...(customerOf(mine) as object), metadata: { a: "b" } };
  const batch = { items: [draft("acct_none", "acct_other", "1")] };
  for (const { client } of [mine, twin]) {
    steps.push(
      ["same request", () => client.post("/customers", customerOf(mine), { key })],
      ["another body", () => client.post("/customers", body, { key })],
      ["another path", () => client.post("/transfers/batch", batch, { key })],
      ["another method", () => client.patch("/customers/cust_none", { metadata: {} }, { key })],
    );
  }
  const answers: string[] = [];
  for (const [what, send] of steps) answers.push(`${what}: ${told(await send())}`);
  return answers;
}

const EXPECTED = [
  ...["mine", "sibling", "stranger", "live"].flatMap(() => [
    "looked up before: 404 resource_not_found",
    "sent: 201 first",
    "sent again: 201 again",
    "looked up: 200 first",
  ]),
  ...["mine", "twin"].flatMap(() => [
    "same request: 201 again",
    "another body: 409 idempotency_conflict finished",
    "another path: 409 idempotency_conflict finished",
    "another method: 409 idempotency_conflict finished",
  ]),
];

for (const shards of [1, 3]) {
  test(`key spaces: one key in every place, ${shards} shards -> its own in each, a conflict within`, async (t) => {
    const server = await startServer(["--shards", String(shards), "--edges", "2"]);
    t.after(() => stopServer(server));
    const homes = await homesOf(t, server);
    assert.deepEqual(await story(homes), EXPECTED);

    const key = randomUUID();
    const { mine, twin, sibling, stranger } = homes;
    const atOnce = await Promise.all(
      [mine, twin, sibling, stranger].flatMap((home) =>
        Array.from({ length: 20 }, () => home.client.post("/customers", customerOf(home), { key })),
      ),
    );
    const ids = new Set(atOnce.map((reply) => expect(reply, 201).id("customerId")));
    assert.equal(ids.size, 3, "one effect in each place, whoever sends it there");
  });
}

test("key spaces: a key of another tenant, probed -> the answers of a key that nobody has", async (t) => {
  const server = await sharedServer();
  const { mine, stranger } = await homesOf(t, server);
  const key = randomUUID();
  const [ada, bob] = [await newAccount(mine.client, { fund: "10" }), await newAccount(mine.client)];
  expect(await mine.client.post("/transfers", draft(ada, bob, "1"), { key }), 201);
  const probes = async (probed: string) => {
    const look = await stranger.client.get(`/idempotency-keys/${probed}`);
    const sent = await stranger.client.post("/transfers", draft(ada, bob, "1"), { key: probed });
    return [look, sent].map(({ status, text }) =>
      [status, text.replaceAll(probed, "").replace(/"requestId":"[^"]*"/, "")].join(" "),
    );
  };
  assert.deepEqual(await probes(key), await probes(randomUUID()));
});
