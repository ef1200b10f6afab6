/** Products of programs over HTTP: a Build, a Product of it, a key, and customers of the first tier. */
import { type Client, expect, openClient } from "./client.ts";
import { PRICES } from "./features/build/sources.ts";
import { firstTierFields } from "./features/entity/kyc.ts";
import { newAccount, newCustomer } from "./parties.ts";
import { admin, type Server } from "./server.ts";

/** A Product of the program. */
export async function productOf(founder: Client, source: object, name = "Invoices") {
  const built = await founder.post("/builds", { source, expectedPricing: PRICES });
  const buildId = built.id("buildId");
  const draft = { name, buildId, expectedPricing: PRICES };
  return expect(await founder.post("/products", draft), 201).id("productId");
}

/** A key of the Product that reaches everything, with many connections. */
export async function keyOfProduct(
  server: Server,
  founder: Client,
  { productId, environment = "sandbox" }: { productId: string; environment?: "sandbox" | "live" },
): Promise<Client> {
  const made = await admin(server, "key create", { product: productId, environment });
  const credentials = { productId, apiKey: String(made["apiKey"]), environment };
  return openClient(server, credentials, { contract: founder.contract, connections: 100 });
}

/** A customer who was verified, and an account. */
export async function verifiedCustomer(
  client: Client,
  { currency = "USD", fund }: { currency?: string; fund?: string } = {},
) {
  const customerId = await newCustomer(client);
  const entityId = customerId.replace("cust_", "ent_");
  const kyc = `/entities/${entityId}/kyc`;
  expect(await client.post(kyc, { tier: "tier_1", fields: firstTierFields() }), 200);
  const started = expect(await client.post(`${kyc}/verifications`, { tier: "tier_1" }), 201);
  const verificationId = started.id("verificationId");
  expect(await client.post("/sandbox/kyc-outcomes", { verificationId, outcome: "verified" }), 201);
  const money = fund === undefined ? {} : { fund };
  return { customerId, accountId: await newAccount(client, { customerId, currency, ...money }) };
}

/** Applies the Build of another program to a Product. */
export async function applyBuild(founder: Client, productId: string, source: object) {
  const built = await founder.post("/builds", { source, expectedPricing: PRICES });
  const body = { buildId: built.id("buildId"), expectedPricing: PRICES };
  return expect(await founder.post(`/products/${productId}/builds`, body), 200);
}
