/** The tokens of programs that a person let in. */
import type { Feature } from "../../contract/declare/feature.ts";
import { oauthAuthorize } from "./oauth.authorize.ts";
import { oauthTokenCreate } from "./oauth.token.create.ts";
import { oauthTokenRevoke } from "./oauth.token.revoke.ts";
import type { GrantState } from "./token_answer.ts";

export const oauthFeature = {
  words: {
    done: {
      "oauth.token.create": "Ended a login of which something was used twice",
      "oauth.token.revoke": "Ended the own login of a program",
    },
  },
  operations: [oauthAuthorize, oauthTokenCreate, oauthTokenRevoke],
} satisfies Feature<GrantState>;
