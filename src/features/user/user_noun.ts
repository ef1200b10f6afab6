/** The person as a resource. */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuch } from "../../contract/refusals/unknown_id.ts";
import { entriesOfGroup } from "../../contract/tables/stored_index.ts";
import { declareNoun } from "../noun.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { emailKeyOf, type UserDocument } from "./user_document.ts";
import { User } from "./user_schema.ts";

export const users = declareNoun<UserDocument>()({
  noun: "user",
  plural: "users",
  prefix: "usr",
  readScope: "activity:read",
  output: User,
  notFoundCode: "resource_not_found",
  notFound: userNotFound,
  table: { code: PLATFORM_TABLE.user },
  private: ["passwordHash", "totp", "enrollment"],
  show: ({ userId }) => ({ userId }),
  search: { title: ({ displayName }) => displayName },
  groups: { email: ({ email }) => email },
  stored: {
    realmOf: () => PLATFORM_REALM,
    groups: {
      email: entriesOfGroup(
        { table: PLATFORM_TABLE.userByEmail, realm: PLATFORM_REALM },
        emailKeyOf,
      ),
    },
  },
  indexes: [
    {
      name: "user_by_email",
      table: PLATFORM_TABLE.userByEmail,
      textsOf: ({ email }) => [emailKeyOf(email)],
    },
  ],
  realmOf: () => PLATFORM_REALM,
  happenings: { created: {}, changed: {} },
});

export function userNotFound(userId: string): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", noSuch("usr", userId, "on this server"), {
    resourceType: "user",
  });
}
