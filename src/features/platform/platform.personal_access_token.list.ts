/** platform.personal_access_token.list: the tokens of a person, newest first, without their texts. */
import { ID_SUFFIX_LENGTH } from "../../base/id.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { Id, listOf, listQuery } from "../../contract/values/formats.ts";
import { answerCreatedList } from "../created_list.ts";
import { personText } from "../own_person.ts";
import { PersonalAccessToken } from "../personal_access_token/personal_access_token_schema.ts";
import { ownToken, seenToken } from "../personal_access_token/token_reads.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { userNotFound, users } from "../user/user_resource.ts";
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
    return answerCreatedList(input, context, {
      snapshot,
      tableCode: PLATFORM_TABLE.tokenByUser,
      keyPrefix: personText(userId),
      itemOf(key) {
        const personalAccessTokenId = `pat_${key.slice(-ID_SUFFIX_LENGTH)}`;
        const token = ownToken(snapshot, context, { personalAccessTokenId, owner: { userId } });
        return token && seenToken(snapshot, token, context.nowMs);
      },
    });
  },
});
