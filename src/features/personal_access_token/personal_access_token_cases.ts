/** What the tests of the whole platform need to know of personal access tokens (test/support/noun_cases.ts). */
import { expect } from "../../../test/support/client.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import type { Browser } from "../../../test/support/people.ts";
import { operate } from "../../../test/world/story.ts";
import { PLATFORM_NAMES } from "../../contract/records/platform_realm.ts";

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
  *toldOnPlatform({ company: { tenantId }, userId }) {
    yield { enter: PLATFORM_NAMES };
    const text = `pat_${"s".repeat(32)}`;
    const credential = { text, identity: "i".repeat(16), digest: "d".repeat(64) };
    const draft = { userId, tenantId, name: "of a story" };
    yield* operate("platform.personal_access_token.create", draft, credential);
  },
  listsSettled: ({ member, untilUsed }) => untilUsed(member, "/personal-access-tokens"),
};

async function newToken(founder: Browser, draft: object): Promise<string> {
  const made = await founder.post("/personal-access-tokens", { scopes: [], ...draft });
  return expect(made, 201).id("personalAccessTokenId");
}
