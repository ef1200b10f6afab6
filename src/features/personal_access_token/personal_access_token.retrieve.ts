/** personal_access_token.retrieve: one of the caller's tokens, without its text. */
import { found } from "../../contract/found.ts";
import { declareRead } from "../../contract/operation.ts";
import { personOf } from "../own_person.ts";
import { personalAccessTokenNotFound } from "./personal_access_token_resource.ts";
import { PersonalAccessToken, PersonalAccessTokenPath } from "./personal_access_token_schema.ts";
import { ownToken, seenToken } from "./token_reads.ts";

export const personalAccessTokenRetrieve = declareRead({
  id: "personal_access_token.retrieve",
  summary: "Retrieve one of your personal access tokens",
  description: "What it may do, when it was used last, and until when it lasts. Never its text.",
  tag: "Start",
  http: { method: "GET", path: "/personal-access-tokens/{personalAccessTokenId}", status: 200 },
  principals: ["founder", "session"],
  scope: undefined,
  acts: { on: "platform" },
  path: PersonalAccessTokenPath,
  output: PersonalAccessToken,
  refusals: ["resource_not_found"],
  read(snapshot, { personalAccessTokenId }, context) {
    const userId = personOf(context);
    const token = ownToken(snapshot, context, { personalAccessTokenId, userId });
    if (token === undefined) return personalAccessTokenNotFound(personalAccessTokenId);
    return found(seenToken(snapshot, token, context.nowMs));
  },
});
