/** personal_access_token.list: the caller's tokens, newest first, without their texts. */
import { ID_SUFFIX_LENGTH } from "../../base/id.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import { EVERYBODY } from "../../contract/declare/roles.ts";
import { listOf, listQuery } from "../../contract/values/formats.ts";
import { answerCreatedList } from "../created_list.ts";
import { ownerOf, personText } from "../own_person.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { PersonalAccessToken } from "./personal_access_token_schema.ts";
import { ownToken, seenToken } from "./token_reads.ts";

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
  read(snapshot, input, context) {
    const owner = ownerOf(context.caller);
    return answerCreatedList(input, context, {
      snapshot,
      tableCode: PLATFORM_TABLE.tokenByUser,
      keyPrefix: personText(owner.userId),
      itemOf(key) {
        const personalAccessTokenId = `pat_${key.slice(-ID_SUFFIX_LENGTH)}`;
        const token = ownToken(snapshot, context, { personalAccessTokenId, owner });
        return token && seenToken(snapshot, token, context.nowMs);
      },
    });
  },
});
