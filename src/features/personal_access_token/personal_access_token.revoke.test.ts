/** Decision table of personal_access_token.revoke. */
import assert from "node:assert/strict";
import { givenTokens } from "../../../test/support/features/personal_access_token/tokens.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { AUDIT_NOTED } from "../audit/audit_note.ts";
import { personalAccessTokenRevoke } from "./personal_access_token.revoke.ts";

platformTable(personalAccessTokenRevoke, {
  given: givenTokens,
  input: ({ myTokenId }) => ({ personalAccessTokenId: myTokenId }),
  asking: ({ mine }) => ({ caller: mine.session }),
  rows: [
    {
      title: "the own token",
      outcome: "revoked, and noted",
      reply: { status: "revoked", revokedAt: "2026-01-31T09:30:00.000Z" },
      check: ({ facts }) =>
        assert.deepEqual(
          facts.map(({ kind }) => kind),
          ["personal_access_token.revoked.1", AUDIT_NOTED],
        ),
    },
    {
      title: "a token that was revoked before",
      async given({ world, mine, myTokenId }) {
        const input = { personalAccessTokenId: myTokenId };
        await world.made(personalAccessTokenRevoke, input, { caller: mine.session });
        world.nowMs += 60_000;
      },
      outcome: "unchanged, and nothing noted",
      reply: { status: "revoked", revokedAt: "2026-01-31T09:30:00.000Z" },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "an unknown id",
      input: { personalAccessTokenId: "pat_unknown" },
      code: "resource_not_found",
    },
    {
      title: "the own token of another company, of a token",
      input: ({ elsewhereId }) => ({ personalAccessTokenId: elsewhereId }),
      asking: ({ mine }) => ({ caller: mine.token }),
      code: "resource_not_found",
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "the same, of a session",
      input: ({ elsewhereId }) => ({ personalAccessTokenId: elsewhereId }),
      asking: ({ mine }) => ({ caller: mine.session }),
      outcome: "found",
      reply: { name: "mine elsewhere" },
    },
    {
      title: "the token of another member",
      input: ({ theirTokenId }) => ({ personalAccessTokenId: theirTokenId }),
      code: "resource_not_found",
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
  ],
});
