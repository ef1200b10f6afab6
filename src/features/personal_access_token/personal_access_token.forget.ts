/**
 * personal_access_token.forget: some of the personal access tokens that ended in one day, long enough ago, are removed, with what was
 * noted of their last uses. A step of the clock; no caller reaches it. Edges know none of them any more from the
 * same millisecond on, whether or not the step ran.
 */
import { declareWrite } from "../../contract/declare/operation.ts";
import { decideForgotten, forgetting } from "../credential_use/ended_credentials.ts";
import { TOKENS_FORGOTTEN, type TokensForgotten } from "./personal_access_token_facts.ts";
import type { PersonalAccessTokenState } from "./personal_access_token_noun.ts";

export const personalAccessTokenForget = declareWrite<PersonalAccessTokenState>()({
  ...forgetting("Tokens"),
  id: "personal_access_token.forget",
  summary: "Forget personal access tokens that ended long ago",
  http: { method: "POST", path: "/personal-access-tokens/forget" },
  decide({ personalAccessTokens }, _input, context) {
    return decideForgotten(
      personalAccessTokens,
      context,
      (ids): TokensForgotten => ({
        kind: TOKENS_FORGOTTEN,
        personalAccessTokenIds: ids,
      }),
    );
  },
});
