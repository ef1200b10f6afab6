/**
 * The Builds that a Product's key reads over HTTP and GraphQL: the one that its Product runs and those that it
 * ran before, in both environments, also after kill -9; and nothing of a key whose Product is disabled.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import { PRICES } from "../support/features/build/sources.ts";
import { type GraphqlClient, graphqlClient } from "../support/graphql.ts";
import { idOfNothing } from "../support/nothing.ts";
import { INVOICE, MINIMAL } from "../support/programs/programs.ts";
import { applyBuild, keyOfProduct, productOf } from "../support/programs.ts";
import { admin, newCredentials, type Server } from "../support/server.ts";
import { restartedAfterKill, sharedServer } from "../support/shared_server.ts";

let server: Server;
let founder: Client;

before(async () => {
  server = await sharedServer();
  await open();
});
after(() => founder.close());

async function open(): Promise<void> {
  const { personalAccessToken: apiKey } = server.demo.founder;
  founder = await openClient(server, { productId: "", apiKey });
}

/** The Build that the Product runs. */
const buildOf = async (productId: string) =>
  expect(await founder.get(`/products/${productId}`), 200).id("buildId");

const PATHS = (buildId: string) => [`/builds/${buildId}`, `/builds/${buildId}/openapi`];

async function sees(client: Client, buildId: string): Promise<void> {
  for (const path of PATHS(buildId)) {
    const [own, members] = [await client.get(path), await founder.get(path)];
    assert.deepEqual(expect(own, 200).body, expect(members, 200).body, path);
  }
}

async function lacks(client: Client, buildId: string): Promise<void> {
  for (const path of PATHS(buildId)) {
    const { details } = expect(await client.get(path), 404);
    assert.deepEqual([details["resourceType"], details["buildId"]], ["build", buildId]);
  }
}

test("build of a key: of its own Product -> read in both environments, now and after kill -9; every other Build is not there", async () => {
  const productId = await productOf(founder, INVOICE);
  await admin(server, "product set", { product: productId, live: "true" });
  const first = await buildOf(productId);
  await applyBuild(founder, productId, { ...INVOICE, name: "Renamed" });
  const second = await buildOf(productId);
  assert.notEqual(first, second);
  const others = await buildOf(await productOf(founder, MINIMAL));
  const asked = async () => {
    for (const environment of ["sandbox", "live"] as const) {
      const key = await keyOfProduct(server, founder, { productId, environment });
      for (const buildId of [first, second]) await sees(key, buildId);
      for (const buildId of [others, idOfNothing(first)]) await lacks(key, buildId);
      key.close();
    }
  };
  await asked();
  founder.close();
  server = await restartedAfterKill(server);
  await open();
  await asked();
});

test("build of a key: the contract of its Build -> has the kinds of the program, and both reads", async () => {
  const productId = await productOf(founder, MINIMAL, "Tickets");
  const key = await keyOfProduct(server, founder, { productId });
  const path = `/builds/${await buildOf(productId)}/openapi`;
  const paths = Object.keys(expect(await key.get(path), 200).at("paths") as object);
  for (const each of ["/builds/{buildId}", "/builds/{buildId}/openapi"]) {
    assert.ok(paths.includes(each), each);
  }
  assert.ok(paths.some((each) => each.endsWith("/objects/ticket")));
  key.close();
});

test("build of a key: of another company, and of a Product without a Build -> not there", async () => {
  const buildId = await buildOf(await productOf(founder, MINIMAL, "Mine"));
  const { tenantId } = expect(await founder.get("/tenant"), 200).body as { tenantId: string };
  for (const credentials of [
    await newCredentials(server),
    await newCredentials(server, { tenantId }),
  ]) {
    const stranger = await openClient(server, credentials, { contract: founder.contract });
    await lacks(stranger, buildId);
    stranger.close();
  }
});

/** A key of the Product as it asks in GraphQL. */
async function graphqlOf(productId: string): Promise<GraphqlClient> {
  const { apiKey } = await admin(server, "key create", { product: productId });
  return graphqlClient(server, { apiKey: String(apiKey) });
}

test("build of a key: over GraphQL, beside what its Product has -> both; of another Product -> null with the code", async () => {
  const productId = await productOf(founder, MINIMAL, "Asked");
  const own = await buildOf(productId);
  const other = await buildOf(await productOf(founder, INVOICE, "Other"));
  const ask = await graphqlOf(productId);
  const { body } = expect(await founder.get(`/builds/${own}`), 200);
  const both = await ask(
    `{ buildRetrieve(buildId: "${own}") { buildId name } productRetrieve(productId: "${productId}") { name } }`,
  );
  assert.deepEqual(both.data, {
    buildRetrieve: { buildId: own, name: body["name"] },
    productRetrieve: { name: "Asked" },
  });
  const contract = expect(await founder.get(`/builds/${own}/openapi`), 200).body;
  const document = await ask(`{ buildContractRetrieve(buildId: "${own}") }`);
  assert.deepEqual(document.data, { buildContractRetrieve: contract });
  const refused = await ask(`{ buildRetrieve(buildId: "${other}") { buildId } }`);
  assert.equal(refused.data["buildRetrieve"], null);
  assert.equal(refused.errors[0]?.extensions["code"], "resource_not_found");
});

test("build of a key: its Product disabled -> product_access_suspended, over REST and GraphQL", async () => {
  const productId = await productOf(founder, MINIMAL, "Disabled");
  const buildId = await buildOf(productId);
  const key = await keyOfProduct(server, founder, { productId });
  const ask = await graphqlOf(productId);
  await sees(key, buildId);
  await admin(server, "product set", { product: productId, status: "disabled" });
  for (const path of PATHS(buildId)) {
    expect(await key.get(path), "product_access_suspended");
  }
  const refused = await ask(`{ buildRetrieve(buildId: "${buildId}") { buildId } }`);
  assert.equal(refused.code, "product_access_suspended");
  key.close();
});

test("build of a key: made for a few scopes -> missing_required_scope", async () => {
  const source = { source: MINIMAL, expectedPricing: PRICES };
  const buildId = (await founder.post("/builds", source)).id("buildId");
  const narrow = await newCredentials(server, { scopes: "balances:read" });
  const key = await openClient(server, narrow, { contract: founder.contract });
  for (const path of PATHS(buildId)) expect(await key.get(path), "missing_required_scope");
  key.close();
});
