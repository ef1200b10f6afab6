/** Decision table of personal_access_token.retrieve. */
import { givenTokens } from "../../../test/support/features/personal_access_token/tokens.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { personalAccessTokenRetrieve } from "./personal_access_token.retrieve.ts";

platformTable(personalAccessTokenRetrieve, {
  given: givenTokens,
  input: ({ myTokenId }) => ({ personalAccessTokenId: myTokenId }),
  asking: ({ mine }) => ({ caller: mine.token }),
  rows: [
    {
      title: "the own token",
      outcome: "all but its text",
      reply: { name: "mine", status: "active", scopes: ["accounts:read"] },
    },
    {
      title: "an unknown id",
      input: { personalAccessTokenId: "pat_unknown" },
      code: "resource_not_found",
      details: { resourceType: "personal_access_token" },
    },
    {
      title: "the own token of another company, of a token",
      input: ({ elsewhereId }) => ({ personalAccessTokenId: elsewhereId }),
      asking: ({ mine }) => ({ caller: mine.token }),
      code: "resource_not_found",
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
    },
  ],
});
