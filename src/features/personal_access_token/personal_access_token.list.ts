/** personal_access_token.list: the caller's tokens, newest first, without their texts. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import { EVERYBODY } from "../../contract/declare/roles.ts";
import { listOf, listQuery } from "../../contract/values/formats.ts";
import { ownerOf } from "../own_person.ts";
import { PersonalAccessToken } from "./personal_access_token_schema.ts";
import { ownTokens } from "./token_reads.ts";

export const personalAccessTokenList = declareRead({
  id: "personal_access_token.list",
  summary: "List your personal access tokens",
  description:
    "The tokens of the person who calls, ended ones included, newest first. A token sees those of its company.",
  http: { method: "GET", path: "/personal-access-tokens" },
  principals: PEOPLE,
  scope: "tokens:read",
  permission: EVERYBODY,
  acts: { on: "platform" },
  query: listQuery({}),
  output: listOf(PersonalAccessToken, "PersonalAccessTokenList"),
  refusals: [],
  read: (snapshot, input, context) =>
    ownTokens.list(snapshot, input, context, ownerOf(context.caller)),
});
