/** personal_access_token.retrieve: one of the caller's tokens, without its text. */
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import { EVERYBODY } from "../../contract/declare/roles.ts";
import { ownerOf } from "../own_person.ts";
import { personalAccessTokenNotFound } from "./personal_access_token_noun.ts";
import { PersonalAccessToken, PersonalAccessTokenPath } from "./personal_access_token_schema.ts";
import { ownTokens } from "./token_reads.ts";

export const personalAccessTokenRetrieve = declareRead({
  id: "personal_access_token.retrieve",
  summary: "Retrieve one of your personal access tokens",
  description:
    "What it may do, when it was used last, and until when it lasts. Never its text. A token sees those of its company.",
  http: { method: "GET", path: "/personal-access-tokens/{personalAccessTokenId}" },
  principals: PEOPLE,
  scope: "tokens:read",
  permission: EVERYBODY,
  acts: { on: "platform" },
  path: PersonalAccessTokenPath,
  output: PersonalAccessToken,
  refusals: ["resource_not_found"],
  read(snapshot, { personalAccessTokenId }, context) {
    const owner = ownerOf(context.caller);
    const token = ownTokens.seen(snapshot, context, personalAccessTokenId, owner);
    return token === undefined ? personalAccessTokenNotFound(personalAccessTokenId) : found(token);
  },
});
