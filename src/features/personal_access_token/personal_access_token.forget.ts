/**
 * personal_access_token.forget: some of the personal access tokens that ended in one day, long enough ago, are removed, with what was
 * noted of their last uses. A step of the clock; no caller reaches it. Edges know none of them any more from the
 * same millisecond on, whether or not the step ran.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { idsForgotten } from "../credential_use/ended_credentials.ts";
import { TOKENS_FORGOTTEN, type TokensForgotten } from "./personal_access_token_facts.ts";
import type { PersonalAccessTokenState } from "./personal_access_token_state.ts";

export const personalAccessTokenForget = declareWrite<PersonalAccessTokenState>()({
  id: "personal_access_token.forget",
  summary: "Forget personal access tokens that ended long ago",
  http: { method: "POST", path: "/personal-access-tokens/forget" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  acts: { on: "platform" },
  body: Type.Object(
    {
      first: Type.String({ description: "One of them, by which one step differs from the next." }),
    },
    { title: "TokensToForget", additionalProperties: false },
  ),
  output: Type.Object(
    { forgotten: Type.Integer({ minimum: 0, description: "How many were removed." }) },
    { title: "TokensForgotten", additionalProperties: false },
  ),
  refusals: ["state_conflict"],
  events: [],
  decide({ personalAccessTokens }, _input, context) {
    const ids = idsForgotten(personalAccessTokens, context);
    if ("refused" in ids) return ids;
    const forgotten: TokensForgotten = { kind: TOKENS_FORGOTTEN, personalAccessTokenIds: ids };
    return accept([forgotten], { forgotten: ids.length });
  },
});
