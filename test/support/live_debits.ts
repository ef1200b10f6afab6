/** For tests, of live above all: a customer who has let the company debit an account at another bank. */
import { type Client, expect } from "./client.ts";
import { ADA } from "./parties.ts";
import { admin, type Server } from "./server.ts";

export type LiveMandate = { customerId: string; consentId: string };

const EVIDENCE = {
  method: "provider_mandate",
  acceptedAt: "2026-01-01T00:00:00.000Z",
  textDigest: `sha256:${"ab".repeat(32)}`,
};
/** A time that no clock of a test reaches. */
const FAR = "2099-01-01T00:00:00.000Z";

/** A customer whom the operator has activated, with a mandate over SEPA that is confirmed. */
export async function newMandate(
  server: Server,
  { post, productId }: Pick<Client, "post" | "productId">,
): Promise<LiveMandate> {
  const draft = { productId, test: false, entity: ADA };
  const customerId = expect(await post("/customers", draft), 201).id("customerId");
  await admin(server, "customer activate", { customer: customerId, reason: "seen" });
  return { customerId, consentId: await mandateOf({ post, productId }, customerId) };
}

/** A confirmed consent of the customer to debits over SEPA; its id. */
export async function mandateOf(
  { post, productId }: Pick<Client, "post" | "productId">,
  customerId: string,
): Promise<string> {
  const owned = { productId, ownerType: "customer", ownerId: customerId, name: "Ada Lovelace" };
  const account = { rail: "sepa", destination: { iban: "DE89370400440532013000" } };
  const made = expect(await post("/beneficiaries", { ...owned, ...account }), 201);
  const mandate = { beneficiaryId: made.id("beneficiaryId") };
  const consent = { productId, customerId, type: "collection", mandate, evidence: EVIDENCE };
  const consentId = expect(await post("/consents", consent), 201).id("consentId");
  expect(await post(`/consents/${consentId}/confirm`, { evidence: EVIDENCE }), 200);
  return consentId;
}

/** An empty account of the Product in EUR. */
export async function newDestination({ post, productId }: Pick<Client, "post" | "productId">) {
  const owner = { type: "product", id: productId };
  const draft = { productId, role: "product_operating", currency: "EUR", owner };
  return expect(await post("/accounts", draft), 201).id("accountId");
}

/** A collection that waits for whoever collects it; its id. */
export async function newDebit(
  { post, productId }: Pick<Client, "post" | "productId">,
  mandate: LiveMandate,
  destinationAccountId: string,
  amount: string,
): Promise<string> {
  const taken = { destinationAccountId, amount, currency: "EUR", dueAt: FAR };
  const made = await post("/collections", { productId, ...mandate, ...taken });
  return expect(made, 201).id("collectionId");
}

/** A collection that a bank which speaks files has taken, and of which the operator was told that it failed; its id. */
export async function failedDebit(server: Server, client: Client, bank: string): Promise<string> {
  const mandate = await newMandate(server, client);
  const account = await newDestination(client);
  const collectionId = await newDebit(client, mandate, account, "500");
  const asked = expect(await client.post(`/collections/${collectionId}/collect`), 200);
  const [attempt] = asked.at("attempts") as { operationId: string }[];
  const effect = String(attempt?.operationId).replace("op_", "preq_");
  await admin(server, "bank tell", { name: bank, effect, outcome: "failed", reason: "am04" });
  return collectionId;
}
