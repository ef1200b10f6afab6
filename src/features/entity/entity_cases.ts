/** What the tests of the whole platform need to know of entities, their verifications and document files (test/support/noun_cases.ts). */
import { type Client, type Document, expect, type Reply } from "../../../test/support/client.ts";
import { tellOfEntity } from "../../../test/support/features/entity/entity_story.ts";
import { firstTierFields } from "../../../test/support/features/entity/kyc.ts";
import {
  tellOfLiveVerifications,
  tellOfVerifications,
} from "../../../test/support/features/entity/verification_story.ts";
import { addDocument, newContent } from "../../../test/support/kyc_documents.ts";
import { field, ofProduct, search } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { newCustomer } from "../../../test/support/parties.ts";

export const cases: NounCases = {
  after: ["customer"],
  lists: {
    "entity.list": {
      base: ofProduct,
      filters: {
        status: field("status", "archived"),
        kycStatus: () =>
          ["not_submitted", "submitted", "verified"].map((value) => ({
            value,
            matches: ({ kyc }) => (kyc as Document)["status"] === value,
          })),
        search: search("hopper", "entityId", "displayName"),
      },
    },
    "entity.kyc.document.list": {},
    "entity.kyc.requirement.list": {
      base: () => ({ tier: "tier_3" }),
      // A tier has what those below it ask for.
      filters: {
        tier: () =>
          ["tier_1", "tier_2", "tier_0"].map((value) => ({
            value,
            matches: ({ tier }) => String(tier) <= value,
          })),
      },
      ascendingBy: "field",
      order: [
        ...["legalName", "dateOfBirth", "address", "email", "phone"],
        ...["taxId", "nationality", "identityDocument"],
        ...["sourceOfFunds", "occupation", "proofOfAddress"],
      ],
    },
    "entity.kyc.verification.list": { filters: { status: field("status", "verified") } },
  },
  async made({ client }, { customerId = "" }) {
    // One record makes the customer and the entity.
    const entityId = customerId.replace("cust_", "ent_");
    const kyc = `/entities/${entityId}/kyc`;
    expect(await client.post(kyc, { tier: "tier_1", fields: firstTierFields() }), 200);
    const started = expect(await client.post(`${kyc}/verifications`, { tier: "tier_1" }), 201);
    return { entityId, verificationId: started.id("verificationId") };
  },
  /** Verifications of an entity that has submitted, some of them at the same time, and document files. */
  async listedLater({ client, pass }, { customerId = "" }) {
    const entityId = customerId.replace("cust_", "ent_");
    const kyc = `/entities/${entityId}/kyc`;
    expect(await client.post(kyc, { tier: "tier_1", fields: firstTierFields() }), 200);
    for (const time of [0, 1, 2, 3]) {
      expect(await addDocument(client, entityId, newContent()), 201);
      const started = expect(await client.post(`${kyc}/verifications`, { tier: "tier_1" }), 201);
      const path = `${kyc}/verifications/${started.id("verificationId")}`;
      expect(await client.post(`${path}/cancel`), 200);
      if (time !== 1) pass(1);
    }
    return { entityId };
  },
  *toldInSandbox(stage) {
    yield* tellOfVerifications(stage);
    yield* tellOfEntity(stage);
  },
  toldInLive: tellOfLiveVerifications,
  provoked: {
    entity_not_found: (client) => client.get("/entities/ent_none"),
    entity_status_forbidden: async (client) => {
      const path = `/entities/${(await newCustomer(client)).replace("cust_", "ent_")}`;
      expect(await client.post(`${path}/archive`), 200);
      return client.patch(path, { displayName: "x" });
    },
    provider_egress_failed: (client) => verification(client, "fail"),
    provider_egress_rejected: (client) => verification(client, "reject"),
    provider_outcome_unsupported: async (client) => {
      const verificationId = expect(await verification(client), 201).id("verificationId");
      return client.post("/sandbox/kyc-outcomes", { verificationId, outcome: "maybe" });
    },
  },
};

/** Starts a verification of a new entity, at a provider that a fault of this mode is armed for. */
async function verification(client: Client, mode?: string): Promise<Reply> {
  const kyc = `/entities/${(await newCustomer(client)).replace("cust_", "ent_")}/kyc`;
  expect(await client.post(kyc, { tier: "tier_1", fields: firstTierFields() }), 200);
  const { productId } = client;
  const fault = { productId, provider: "simulator", mode, count: 1 };
  if (mode !== undefined) expect(await client.post("/sandbox/provider-faults", fault), 201);
  return client.post(`${kyc}/verifications`, { tier: "tier_1" });
}
