/** What the tests of the whole platform need to know of personal access tokens (test/support/noun_cases.ts). */
import { expect } from "../../../test/support/client.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import type { Browser } from "../../../test/support/people.ts";

const DAY_MS = 86_400_000;

export const cases: NounCases = {
  lists: {
    "personal_access_token.list": {},
  },
  async listed({ founder, nowMs }) {
    const expiresAt = new Date(nowMs() + DAY_MS).toISOString();
    await newToken(founder, { name: "ends soon", expiresAt });
    const lost = await newToken(founder, { name: "lost" });
    expect(await founder.post(`/personal-access-tokens/${lost}/revoke`), 200);
  },
  async listedLater({ founder }) {
    await newToken(founder, { name: "stays" });
  },
  listsSettled: ({ member, untilUsed }) => untilUsed(member, "/personal-access-tokens"),
};

async function newToken(founder: Browser, draft: object): Promise<string> {
  const made = await founder.post("/personal-access-tokens", { scopes: [], ...draft });
  return expect(made, 201).id("personalAccessTokenId");
}
