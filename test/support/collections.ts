/** Collections by hand over HTTP: customers who owe, and have consented. */
import { type Client, expect, type Reply } from "./client.ts";
import { consentDraft, newAccount, newCustomer } from "./parties.ts";

export type Debtor = {
  customerId: string;
  consentId: string;
  sourceAccountId: string;
  destinationAccountId: string;
};

/** A time that no clock of a test reaches. */
const FAR = "2099-01-01T00:00:00.000Z";

export async function newConsent(
  client: Client,
  customerId: string,
  more: object = {},
): Promise<string> {
  const made = await client.post("/consents", consentDraft(client, customerId, more));
  return expect(made, 201).id("consentId");
}

/** A customer with 1,000 in EUR and a consent to collections. */
export async function newDebtor(client: Client, consented: object = {}): Promise<Debtor> {
  const customerId = await newCustomer(client);
  const sourceAccountId = await newAccount(client, { customerId, fund: "1000" });
  const destinationAccountId = await newAccount(client);
  const consentId = await newConsent(client, customerId, consented);
  return { customerId, consentId, sourceAccountId, destinationAccountId };
}

export function collect(client: Client, debtor: Debtor, more: object = {}): Promise<Reply> {
  const { productId } = client;
  const taken = { amount: "100", currency: "EUR", dueAt: FAR };
  return client.post("/collections", { productId, ...debtor, ...taken, ...more });
}

/** A collection that waits; its id. */
export async function newCollection(client: Client, debtor: Debtor, more: object = {}) {
  return expect(await collect(client, debtor, more), 201).id("collectionId");
}

/** A collection of a new debtor that waits, with its path. */
export async function collectionMade(client: Client, consented: object = {}) {
  const debtor = await newDebtor(client, consented);
  return { ...debtor, path: `/collections/${await newCollection(client, debtor)}` };
}
