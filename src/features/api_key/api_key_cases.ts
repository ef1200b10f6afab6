/** What the tests of the whole platform need to know of API keys (test/support/noun_cases.ts). */
import { type Document, expect } from "../../../test/support/client.ts";
import { tellOfKeys, tellRealmOfKey } from "../../../test/support/features/api_key/key_story.ts";
import { field } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { admin } from "../../../test/support/server.ts";

/** What the Product is told of the keys of the sandbox below: that two are made, and that one of them is revoked. */
const TELLINGS = 3;

export const cases: NounCases = {
  lists: {
    "api_key.list": {
      filters: {
        environment: field("environment"),
        status: field("status", "rolling", "expired"),
        createdByStatus: () =>
          ["active", "removed"].map((value) => ({
            value,
            matches: ({ createdByMember }) =>
              (createdByMember as Document | undefined)?.["status"] === value,
          })),
      },
    },
  },
  async listed({ server, client, founder, pass }) {
    const { productId } = client;
    const keys = `/products/${productId}/api-keys`;
    const make = async (name: string) => {
      const draft = { name, scopes: ["customers:read"] };
      return expect(await founder.post(`${keys}/sandbox`, draft), 201).id("apiKeyId");
    };
    await make("Checkout");
    const revoked = await make("Back office");
    await admin(server, "product set", { product: productId, live: "true" });
    await admin(server, "key create", { product: productId, environment: "live" });
    pass(1);
    expect(await founder.post(`${keys}/${revoked}/revoke`), 200);
    return { apiKeyId: expect(await client.get("/api-keys/current"), 200).id("apiKeyId") };
  },
  async listsSettled({ client, member, until, untilUsed }) {
    const told = `/operations?productId=${client.productId}&operation=api_key.tell`;
    await until(async () => expect(await client.get(told), 200).items().length > TELLINGS);
    expect(await client.get("/api-keys/current"), 200);
    await untilUsed(member, `/products/${client.productId}/api-keys`);
  },
  toldInSandbox: tellRealmOfKey,
  toldOnPlatform: tellOfKeys,
};
