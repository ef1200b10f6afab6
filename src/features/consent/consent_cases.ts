/** What the tests of the whole platform need to know of consents (test/support/noun_cases.ts). */
import { expect } from "../../../test/support/client.ts";
import {
  collect,
  collectionMade,
  newConsent,
  newDebtor,
} from "../../../test/support/collections.ts";
import { field, ofProduct, search } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { PRODUCT_ID, START_MS } from "../../../test/world/callers.ts";
import {
  advance,
  ask,
  createCustomer,
  type Part,
  type ShardStage,
} from "../../../test/world/story.ts";

const DAY_MS = 86_400_000;

export const cases: NounCases = {
  after: ["customer"],
  lists: {
    "consent.list": {
      base: ofProduct,
      filters: {
        customerId: field("customerId", "cust_none"),
        type: field("type", "data_sharing"),
        status: field("status", "consumed"),
        search: search("no text of theirs", "consentId"),
      },
    },
  },
  made: async ({ client }, { customerId = "" }) => ({
    consentId: await newConsent(client, customerId),
  }),
  /** Of two customers, some of them at the same time, in several statuses. */
  async listed({ client, pass }, { customerId = "", idleCustomerId = "" }) {
    for (const id of [customerId, idleCustomerId, customerId, idleCustomerId]) {
      const consentId = await newConsent(client, id);
      await newConsent(client, id, { type: "terms", evidence: { method: "browser" } });
      pass(1);
      if (id !== customerId) continue;
      expect(await client.post(`/consents/${consentId}/revoke`, { reason: "x" }), 200);
    }
  },
  toldInSandbox: tellOfConsents,
  provoked: {
    consent_expired: async (client) => {
      const { productId } = client;
      const clock = expect(await client.get(`/products/${productId}/sandbox-clock`), 200);
      const nowMs = Date.parse(clock.id("effectiveAt"));
      const expiresAt = new Date(nowMs + 1_000).toISOString();
      const { path } = await collectionMade(client, { expiresAt });
      expect(await client.post("/sandbox/clock/advance", { productId, at: expiresAt }), 200);
      return client.post(`${path}/collect`);
    },
    consent_not_active: async (client) =>
      collect(client, await newDebtor(client, { limits: { maxAmount: "99", currency: "EUR" } })),
    consent_not_found: async (client) =>
      collect(client, { ...(await newDebtor(client)), consentId: "cons_none" }),
    consent_revoked: async (client) => {
      const { path, consentId } = await collectionMade(client);
      expect(await client.post(`/consents/${consentId}/revoke`, { reason: "withdrawn" }), 200);
      return client.post(`${path}/collect`);
    },
  },
};

/** Consents in each of their statuses but for those that only a use makes. */
function* tellOfConsents(stage: ShardStage): Part {
  const customerId = yield* createCustomer();
  const method = "browser";
  const acceptedAt = new Date(START_MS).toISOString();
  const complete = { method, acceptedAt, textDigest: `sha256:${"ab".repeat(32)}` };
  function* consent(evidence: object, more: object = {}): Part<{ consentId: string }> {
    const given = { productId: PRODUCT_ID, customerId, type: "collection", evidence, ...more };
    return { consentId: String((yield* ask("consent.create", given))["consentId"]) };
  }
  yield* ask("consent.confirm", { ...(yield* consent({ method })), evidence: complete });
  yield* ask("consent.reject", yield* consent({ method }));
  yield* ask("consent.revoke", { ...(yield* consent(complete)), reason: "a story" });
  const expiresAt = new Date(stage.nowMs + DAY_MS).toISOString();
  yield* consent(complete, { expiresAt });
  yield* advance(stage, 2 * DAY_MS);
}
