/**
 * Making a Product of a Build takes the platform shard, which decides it, and the shards, which open its realms and
 * install the program with its accounts. A crash at any time leaves no half-made Product: each that is there runs
 * its program in both environments, with every account once.
 * A server of its own: it is killed.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Client, type Document, expect, openClient } from "../support/client.ts";
import { PRICES } from "../support/features/build/sources.ts";
import { INVOICE } from "../support/programs/programs.ts";
import {
  admin,
  killServer,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

const SHARDS = ["--shards", "2"];
const KILLS = 4;
const MADE_AT_ONCE = 16;
const ACCOUNTS = ["reserve EUR", "reserve USD", "revenue EUR", "revenue USD"];

function founderOf(server: Server): Promise<Client> {
  const { personalAccessToken: apiKey } = server.demo.founder;
  return openClient(server, { productId: "", apiKey }, { connections: MADE_AT_ONCE });
}

async function buildIn(founder: Client): Promise<string> {
  const draft = { source: INVOICE, expectedPricing: PRICES };
  return (await founder.post("/builds", draft)).id("buildId");
}

/** Every Product of the company but the demo. */
async function productsOf(server: Server, founder: Client): Promise<Document[]> {
  const products: Document[] = [];
  for (let next = "/products?limit=100"; next !== ""; ) {
    const page = expect(await founder.get(next), 200);
    products.push(...page.items());
    const cursor = page.at("nextCursor");
    next = cursor === undefined ? "" : `/products?limit=100&cursor=${cursor}`;
  }
  return products.filter(({ productId }) => productId !== server.demo.productId);
}

/** Asserts that the Product runs the Build in both environments, with each account of it once. */
async function assertRuns(
  server: Server,
  founder: Client,
  { productId, buildId }: Document,
): Promise<void> {
  const product = String(productId);
  await admin(server, "product set", { product, live: "true" });
  for (const environment of ["sandbox", "live"] as const) {
    const { apiKey } = await admin(server, "key create", { product, environment });
    const credentials = { productId: product, apiKey: String(apiKey), environment };
    const key = await openClient(server, credentials, { contract: founder.contract });
    const builds = expect(await key.get(`/products/${product}/builds`), 200).items();
    const told = `${product} in ${environment}`;
    assert.deepEqual(
      builds.map((each) => [each["buildId"], each["revision"]]),
      [[buildId, 1]],
      told,
    );
    const accounts = expect(await key.get(`/accounts?productId=${product}`), 200).items();
    const names = accounts.map(({ name, currency }) => `${name} ${currency}`);
    assert.deepEqual(names.sort(), ACCOUNTS, told);
    key.close();
  }
}

test(`product create: killed ${KILLS} times while Products of a Build are made -> each that is there runs it in both environments`, async () => {
  const dataDir = newDataDir();
  const answered = new Set<string>();
  for (let kill = 0; kill < KILLS; kill++) {
    const server = await startServer(SHARDS, dataDir);
    const founder = await founderOf(server);
    const draft = { name: "P", buildId: await buildIn(founder), expectedPricing: PRICES };
    let left = kill * 5;
    // The first life ends before any answer; the requests are on their way then.
    if (left === 0) setTimeout(() => server.child.kill("SIGKILL"), 30);
    const making = Array.from({ length: MADE_AT_ONCE }, () =>
      founder.post("/products", draft).then(
        (made) => {
          answered.add(made.id("productId"));
          if (--left === 0) server.child.kill("SIGKILL");
        },
        () => {},
      ),
    );
    await Promise.all(making);
    await killServer(server);
    founder.close();
  }
  const server = await startServer(SHARDS, dataDir);
  const founder = await founderOf(server);
  const there = await productsOf(server, founder);
  const ids = new Set(there.map(({ productId }) => productId));
  for (const productId of answered) assert.ok(ids.has(productId), `${productId} was answered`);
  assert.ok(answered.size >= 5);
  for (const product of there) await assertRuns(server, founder, product);
  founder.close();
  await stopServer(server);
});
