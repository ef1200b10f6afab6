/** What the tests of the whole platform need to know of sessions (test/support/noun_cases.ts). */
import { expect } from "../../../test/support/client.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";

export const cases: NounCases = {
  lists: {
    "session.list": {},
  },
  madeByFounder: async ({ browser }) => ({
    sessionId: expect(await browser.get("/sessions/current"), 200).id("sessionId"),
  }),
  async listed({ logIn }) {
    await logIn();
  },
  async listedLater({ founder, logIn, pass }) {
    const left = expect(await founder.get("/sessions/current"), 200).id("sessionId");
    pass(1);
    await logIn();
    expect(await founder.post(`/sessions/${left}/revoke`), 200);
  },
};
