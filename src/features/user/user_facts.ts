/** What becomes of people. */
import type { Apply } from "../../contract/declare/operation.ts";
import type { FactOf } from "../noun.ts";
import type { UserDocument, UserTotp } from "./user_document.ts";
import { users } from "./user_noun.ts";
import type { UserState } from "./user_state.ts";

export type UserFact = FactOf<typeof users>;

/** A new password ends every login and reset that was begun with the old one. */
const putUser: Apply<UserState> = (state, fact, head) => {
  const { userId, passwordHash } = (fact as UserFact).user;
  const before = state.users.find(state.users.keyOf(userId));
  if (before !== undefined && before.passwordHash !== passwordHash) {
    state.logins.forgetPerson(userId);
    state.passwordResets.forgetPerson(userId);
  }
  users.put(state, fact, head);
};

export const userFacts = { "user.created.1": putUser, "user.changed.1": putUser };

/** The user with changed fields: the next revision. */
export function changedUser(
  before: UserDocument,
  change: Partial<Omit<UserDocument, "realm" | "userId">>,
  nowMs: number,
): UserFact {
  return users.revised("changed", before, change, nowMs);
}

/** The user whose second factor took a code: what answers show of the user is the same revision. */
export function withTotp(user: UserDocument, totp: UserTotp): UserFact {
  return users.fact("changed", { ...user, totp });
}

/** The user with an enrolment that was begun, which no answer shows. */
export function beganEnrollment(
  user: UserDocument,
  enrollment: NonNullable<UserDocument["enrollment"]>,
): UserFact {
  return users.fact("changed", { ...user, enrollment });
}

/** The user with the canonical e-mail address. */
export function userByEmail(state: UserState, email: string): UserDocument | undefined {
  return state.users.inGroup("email", email)[0];
}
