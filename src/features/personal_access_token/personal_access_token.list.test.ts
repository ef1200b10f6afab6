/** Decision table of personal_access_token.list. */
import assert from "node:assert/strict";
import {
  givenTokens,
  giveToken,
} from "../../../test/support/features/personal_access_token/tokens.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { credentialUseRecord } from "../credential_use/credential_use.record.ts";
import { personalAccessTokenList } from "./personal_access_token.list.ts";

platformTable(personalAccessTokenList, {
  async given(world) {
    const given = await givenTokens(world);
    world.nowMs += 1_000;
    return { ...given, laterId: giveToken(world, given.mine, "later") };
  },
  asking: ({ mine }) => ({ caller: mine.session }),
  rows: [
    {
      title: "two tokens, and one of another person",
      outcome: "the own ones, newest first, without their secrets",
      check({ reply }, { myTokenId, elsewhereId, laterId }) {
        const ids = reply.items.map(
          (item: Record<string, string>) => item["personalAccessTokenId"],
        );
        assert.deepEqual(ids, [laterId, elsewhereId, myTokenId]);
        const text = JSON.stringify(reply);
        assert.ok(!text.includes("digest") && !text.includes('"token"'), text);
      },
    },
    {
      title: "a token, of a person who has one of another company too",
      asking: ({ mine }) => ({ caller: mine.token }),
      outcome: "those of the token's company alone",
      check({ reply }, { myTokenId, laterId }) {
        const ids = reply.items.map(
          (item: Record<string, string>) => item["personalAccessTokenId"],
        );
        assert.deepEqual(ids, [laterId, myTokenId]);
      },
    },
    {
      title: "a token whose use was noted",
      given: ({ world, laterId }) =>
        world.run(
          credentialUseRecord,
          { uses: [{ id: laterId, atMs: world.nowMs, address: "::1" }] },
          { cause: "platform" },
        ),
      outcome: "its last use",
      check: ({ reply }, { world }) =>
        assert.equal(reply.items[0].lastUsedAt, new Date(world.nowMs).toISOString()),
    },
    { title: "a cursor of nobody", input: { cursor: "x" }, code: "invalid_request" },
  ],
});
