/** What the tests of the whole platform need to know of consents (test/support/noun_cases.ts). */
import { expect } from "../../../test/support/client.ts";
import { newConsent } from "../../../test/support/collections.ts";
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
