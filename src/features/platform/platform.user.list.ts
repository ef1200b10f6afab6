/** platform.user.list: all people of this server, newest first; with `email` the one who has it. */
import { Type } from "@sinclair/typebox";
import { ID_SUFFIX_LENGTH } from "../../base/id.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { canonicalEmail, EmailAddress } from "../../contract/values/email_address.ts";
import { listOf, listQuery } from "../../contract/values/formats.ts";
import { answerCreatedList } from "../created_list.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { emailKeyOf } from "../user/user_document.ts";
import { users } from "../user/user_noun.ts";
import { BY_OPERATOR } from "./platform_operation.ts";
import { PlatformUser, platformUser } from "./platform_people.ts";

export const platformUserList = declareRead({
  ...BY_OPERATOR,
  id: "platform.user.list",
  summary: "List people",
  http: { method: "GET", path: "/platform/users" },
  acts: { on: "platform" },
  query: listQuery({ email: Type.Optional(EmailAddress) }),
  output: listOf(PlatformUser, "PlatformUserList"),
  refusals: [],
  read(snapshot, input, context) {
    const email = input.email === undefined ? undefined : canonicalEmail(input.email);
    return answerCreatedList(input, context, {
      snapshot,
      tableCode: email === undefined ? PLATFORM_TABLE.user : PLATFORM_TABLE.userByEmail,
      keyPrefix: email === undefined ? "" : emailKeyOf(email),
      itemOf(key) {
        const seen = users.find(snapshot, context.realm, `usr_${key.slice(-ID_SUFFIX_LENGTH)}`);
        const isAsked =
          seen !== undefined && (email === undefined || seen.document.email === email);
        return isAsked ? platformUser(seen.document) : undefined;
      },
    });
  },
});
