/** personal_access_token.list: the caller's tokens, newest first, without their texts. */
import { ID_SUFFIX_LENGTH } from "../../base/id.ts";
import { listOf, listQuery } from "../../contract/formats.ts";
import { declareRead } from "../../contract/operation.ts";
import { answerCreatedList } from "../created_list.ts";
import { personOf, personText } from "../own_person.ts";
import { PLATFORM_TABLE } from "../platform/platform_state.ts";
import { PersonalAccessToken } from "./personal_access_token_schema.ts";
import { ownToken, seenToken } from "./token_reads.ts";

export const personalAccessTokenList = declareRead({
  id: "personal_access_token.list",
  summary: "List your personal access tokens",
  description: "The tokens of the person who calls, ended ones included, newest first.",
  tag: "Start",
  http: { method: "GET", path: "/personal-access-tokens", status: 200 },
  principals: ["founder", "session"],
  scope: undefined,
  acts: { on: "platform" },
  query: listQuery({}),
  output: listOf(PersonalAccessToken, "PersonalAccessTokenList"),
  refusals: [],
  read(snapshot, input, context) {
    const userId = personOf(context);
    return answerCreatedList(input, context, {
      snapshot,
      tableCode: PLATFORM_TABLE.tokenByUser,
      keyPrefix: personText(userId),
      itemOf(key) {
        const personalAccessTokenId = `pat_${key.slice(-ID_SUFFIX_LENGTH)}`;
        const token = ownToken(snapshot, context, { personalAccessTokenId, userId });
        return token && seenToken(snapshot, token, context.nowMs);
      },
    });
  },
});
