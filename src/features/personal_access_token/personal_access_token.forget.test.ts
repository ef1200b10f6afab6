/** Decision table of personal_access_token.forget. */
import assert from "node:assert/strict";
import { givenTokens } from "../../../test/support/features/personal_access_token/tokens.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { forgottenAtMs } from "../../contract/messages/credential_end.ts";
import { CREDENTIAL_USED, type CredentialUsed } from "../credential_use/credential_use_facts.ts";
import { personalAccessTokenForget } from "./personal_access_token.forget.ts";
import { revokedToken, TOKENS_FORGOTTEN } from "./personal_access_token_facts.ts";

platformTable(personalAccessTokenForget, {
  async given(world) {
    const tokens = await givenTokens(world);
    const token = world.state.personalAccessTokens.byId(1, tokens.myTokenId);
    assert.ok(token !== undefined);
    return { ...tokens, token };
  },
  input: ({ myTokenId }) => ({ first: myTokenId }),
  asking: () => ({ cause: "clock" }),
  rows: [
    {
      title: "tokens that are in force",
      code: "state_conflict",
    },
    {
      title: "one that was revoked long ago, beside one in force",
      given({ world, token, myTokenId }) {
        const uses = [{ id: myTokenId, atMs: world.nowMs, address: "::1" }];
        const used: CredentialUsed = { kind: CREDENTIAL_USED, uses };
        world.apply([used, revokedToken(token, world.nowMs)]);
        world.nowMs = forgottenAtMs({ ...token, revokedAtMs: world.nowMs });
      },
      outcome: "removed with its last use, the other stays",
      check({ facts }, { world, myTokenId, theirTokenId }) {
        assert.deepEqual(facts, [{ kind: TOKENS_FORGOTTEN, personalAccessTokenIds: [myTokenId] }]);
        assert.equal(world.state.personalAccessTokens.byId(1, myTokenId), undefined);
        assert.equal(world.state.credentialUses.find(myTokenId), undefined);
        assert.ok(world.state.personalAccessTokens.byId(1, theirTokenId) !== undefined);
      },
    },
    {
      title: "both long after they expired",
      given({ world, token }) {
        world.nowMs = forgottenAtMs(token);
      },
      outcome: "both removed",
      check: (_, { world }) => assert.equal(world.state.personalAccessTokens.size, 0),
    },
  ],
});
