/** What the tests of the whole platform need to know of consents (test/support/noun_cases.ts). */
import { expect } from "../../../test/support/client.ts";
import { newConsent } from "../../../test/support/collections.ts";
import { field, ofProduct, search } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";

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
};
