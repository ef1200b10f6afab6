/** What the tests of the whole platform need to know of collections (test/support/noun_cases.ts). */
import { expect } from "../../../test/support/client.ts";
import { collectionMade, newCollection, newConsent } from "../../../test/support/collections.ts";
import { tellOfCollections } from "../../../test/support/features/collection/collection_story.ts";
import {
  tellOfDebits,
  tellOfLiveDebits,
} from "../../../test/support/features/collection/debit_story.ts";
import { field, ofProduct, search } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { draft, newAccount } from "../../../test/support/parties.ts";

/** A time that no clock of a test reaches. */
const FAR = "2098-01-01T00:00:00Z";

const MANDATE = {
  method: "provider_mandate",
  acceptedAt: "2026-01-01T00:00:00.000Z",
  textDigest: `sha256:${"ab".repeat(32)}`,
};

export const cases: NounCases = {
  after: ["account", "consent", "beneficiary"],
  lists: {
    "collection.list": {
      base: ofProduct,
      filters: {
        status: field("status"),
        search: search("nothing of theirs", "collectionId"),
        customerId: field("customerId", "cust_none"),
        consentId: field("consentId", "cons_none"),
        objectId: field("objectId", "obj_none"),
      },
    },
    "collection.attempt.list": {},
  },
  async made({ client }, { customerId = "", consentId = "", accountId = "" }) {
    const parties = { sourceAccountId: accountId, destinationAccountId: await newAccount(client) };
    const debtor = { customerId, consentId, ...parties };
    return { collectionId: await newCollection(client, debtor, { amount: "1" }) };
  },
  /** Of one customer, in several statuses, some of them at the same time; the last was tried three times. */
  async listed({ client, pass }, { customerId = "", accountId = "", otherId = "" }) {
    const make = async (amount: string) => {
      const consentId = await newConsent(client, customerId);
      const parties = { sourceAccountId: accountId, destinationAccountId: otherId };
      return await newCollection(client, { customerId, consentId, ...parties }, { amount });
    };
    const [collected, cancelled] = [await make("10"), await make("20")];
    pass(1);
    await make("30");
    const collectionId = await make("90000000");
    expect(await client.post(`/collections/${collected}/collect`), 200);
    expect(await client.post(`/collections/${cancelled}/cancel`, { reason: "x" }), 200);
    const failed = `/collections/${collectionId}`;
    for (let attempt = 1; attempt <= 3; attempt++) {
      if (attempt > 1) expect(await client.post(`${failed}/retry`, { dueAt: FAR }), 200);
      pass(1);
      expect(await client.post(`${failed}/collect`), "insufficient_balance");
    }
    return { collectionId };
  },
  *toldInSandbox(stage) {
    yield* tellOfCollections(stage);
    yield* tellOfDebits(stage);
  },
  toldInLive: tellOfLiveDebits,
  provoked: {
    collection_authorization_unverified: async (client) =>
      client.post(`${(await collectionMade(client, { evidence: MANDATE })).path}/collect`),
    collection_not_found: (client) => client.get("/collections/coll_none"),
    collection_status_forbidden: async (client) =>
      client.post(`${(await collectionMade(client)).path}/retry`, {}),
    collection_transfer_mismatch: async (client) => {
      const { path, sourceAccountId, destinationAccountId } = await collectionMade(client);
      const other = draft(sourceAccountId, destinationAccountId, "99");
      const moved = expect(await client.post("/transfers", other), 201);
      return client.post(`${path}/confirm`, { transferId: moved.id("transferId") });
    },
  },
};
