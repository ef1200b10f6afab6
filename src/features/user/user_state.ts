/**
 * People in the memory of the platform shard, and what they have begun: sign-ups, logins, resets. All of
 * them are in the platform's realm.
 */
import type { AuthState } from "../auth/auth_state.ts";
import type { StatePartOf } from "../noun.ts";
import type { PersonalAccessTokenState } from "../personal_access_token/personal_access_token_noun.ts";
import type { SessionState } from "../session/session_noun.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { GuessTable } from "./guess_table.ts";
import type { LoginDocument, PasswordResetDocument, SignupDocument } from "./pending_document.ts";
import { PendingTable } from "./pending_table.ts";
import { users } from "./user_noun.ts";

/** The feature's own part. */
export type UserState = StatePartOf<typeof users> & {
  signups: PendingTable<SignupDocument>;
  logins: PendingTable<LoginDocument>;
  passwordResets: PendingTable<PasswordResetDocument>;
  guesses: GuessTable;
};

/** What decisions about people see. */
export type PeopleState = UserState &
  AuthState &
  SessionState &
  PersonalAccessTokenState &
  TenantState;

export function createUserState(): UserState {
  return {
    ...users.manifest.createState(),
    signups: new PendingTable({
      name: "signup",
      code: PLATFORM_TABLE.signup,
      personOf: ({ email }) => email,
    }),
    logins: new PendingTable({
      name: "login",
      code: PLATFORM_TABLE.login,
      personOf: ({ userId }) => userId,
    }),
    passwordResets: new PendingTable({
      name: "password_reset",
      code: PLATFORM_TABLE.passwordReset,
      personOf: ({ userId }) => userId,
    }),
    guesses: new GuessTable(),
  };
}
