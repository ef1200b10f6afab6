/** platform.personal_access_token.list: the tokens of a person, newest first, without their texts. */
import { declareRead } from "../../contract/declare/operation.ts";
import { Id, listOf, listQuery } from "../../contract/values/formats.ts";
import { PersonalAccessToken } from "../personal_access_token/personal_access_token_schema.ts";
import { ownTokens } from "../personal_access_token/token_reads.ts";
import { userNotFound, users } from "../user/user_noun.ts";
import { BY_OPERATOR } from "./platform_operation.ts";

export const platformPersonalAccessTokenList = declareRead({
  ...BY_OPERATOR,
  id: "platform.personal_access_token.list",
  summary: "List the personal access tokens of a person",
  http: { method: "GET", path: "/platform/personal-access-tokens" },
  acts: { on: "platform" },
  query: listQuery({ userId: Id("usr") }),
  output: listOf(PersonalAccessToken, "PlatformPersonalAccessTokenList"),
  refusals: ["resource_not_found"],
  read(snapshot, input, context) {
    const { userId } = input;
    if (users.find(snapshot, context.realm, userId) === undefined) return userNotFound(userId);
    return ownTokens.list(snapshot, input, context, { userId });
  },
});
