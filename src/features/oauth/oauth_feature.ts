/** The tokens of programs that a person let in. */
import type { Feature } from "../../contract/declare/feature.ts";
import { oauthAuthorize } from "./oauth.authorize.ts";
import { oauthTokenCreate } from "./oauth.token.create.ts";
import { oauthTokenRevoke } from "./oauth.token.revoke.ts";
import type { GrantState } from "./token_answer.ts";

export const oauthFeature = {
  operations: [oauthAuthorize, oauthTokenCreate, oauthTokenRevoke],
} satisfies Feature<GrantState>;
