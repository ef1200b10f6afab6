/** Collections by hand over HTTP: customers who owe, and one request for each code that collections and consents are refused with. */
import { type Client, expect, type Reply } from "./client.ts";
import { consentDraft, draft, newAccount, newCustomer } from "./parties.ts";

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

const MANDATE = {
  method: "provider_mandate",
  acceptedAt: "2026-01-01T00:00:00.000Z",
  textDigest: `sha256:${"ab".repeat(32)}`,
};

/** One request for each code, whose answer is refused with it. */
export function provokedByCollections(
  clientOf: () => Client,
): Readonly<Record<string, () => Promise<Reply>>> {
  const post = (path: string, body?: unknown) => clientOf().post(path, body);
  const made = async (consented: object = {}, more: object = {}) => {
    const debtor = await newDebtor(clientOf(), consented);
    const collectionId = await newCollection(clientOf(), debtor, more);
    return { ...debtor, collectionId, path: `/collections/${collectionId}` };
  };
  return {
    collection_authorization_unverified: async () =>
      post(`${(await made({ evidence: MANDATE })).path}/collect`),
    collection_not_found: () => clientOf().get("/collections/coll_none"),
    collection_status_forbidden: async () => post(`${(await made()).path}/retry`, {}),
    collection_transfer_mismatch: async () => {
      const { path, sourceAccountId, destinationAccountId } = await made();
      const moved = await post("/transfers", draft(sourceAccountId, destinationAccountId, "99"));
      return post(`${path}/confirm`, { transferId: expect(moved, 201).id("transferId") });
    },
    consent_expired: async () => {
      const client = clientOf();
      const { productId } = client;
      const clock = expect(await client.get(`/products/${productId}/sandbox-clock`), 200);
      const nowMs = Date.parse(clock.id("effectiveAt"));
      const expiresAt = new Date(nowMs + 1_000).toISOString();
      const { path } = await made({ expiresAt });
      expect(await post("/sandbox/clock/advance", { productId, at: expiresAt }), 200);
      return post(`${path}/collect`);
    },
    consent_not_active: async () => {
      const debtor = await newDebtor(clientOf(), { limits: { maxAmount: "99", currency: "EUR" } });
      return collect(clientOf(), debtor);
    },
    consent_not_found: async () =>
      collect(clientOf(), { ...(await newDebtor(clientOf())), consentId: "cons_none" }),
    consent_revoked: async () => {
      const { path, consentId } = await made();
      expect(await post(`/consents/${consentId}/revoke`, { reason: "withdrawn" }), 200);
      return post(`${path}/collect`);
    },
  };
}
