/** Decision table of platform.personal_access_token.revoke. */
import assert from "node:assert/strict";
import { givenTokens } from "../../../test/support/features/personal_access_token/tokens.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { AUDIT_NOTED } from "../audit/audit_note.ts";
import { platformPersonalAccessTokenRevoke } from "./platform.personal_access_token.revoke.ts";

platformTable(platformPersonalAccessTokenRevoke, {
  given: givenTokens,
  input: ({ myTokenId }) => ({ personalAccessTokenId: myTokenId }),
  asking: () => ({ caller: { kind: "operator", user: "ada/1000" } }),
  rows: [
    {
      title: "a token",
      outcome: "revoked, and noted for the person's company",
      reply: { status: "revoked" },
      check: ({ facts }) => assert.ok(facts.some(({ kind }) => kind === AUDIT_NOTED)),
    },
    {
      title: "no token",
      input: { personalAccessTokenId: "pat_unknown" },
      code: "resource_not_found",
    },
  ],
});
