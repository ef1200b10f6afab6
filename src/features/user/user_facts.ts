/** The facts about people: each carries the whole user as it is afterwards. */
import type { Apply } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import type { UserDocument, UserTotp } from "./user_document.ts";
import type { UserState } from "./user_state.ts";

export type UserFact = Fact & {
  kind: "user.created.1" | "user.changed.1";
  user: Omit<UserDocument, "realm">;
};

export const userFacts: Record<UserFact["kind"], Apply<UserState>> = {
  "user.created.1": putUser,
  "user.changed.1": putUser,
};

/**
 * Users are in the platform's realm, whichever realm the record is in. A new password ends every login
 * and reset that was begun with the old one.
 */
function putUser({ users, logins, passwordResets }: UserState, fact: Fact): void {
  const { user } = fact as UserFact;
  const key = users.keyOf(user.userId);
  const before = users.find(key);
  if (before !== undefined && before.passwordHash !== user.passwordHash) {
    logins.forgetPerson(user.userId);
    passwordResets.forgetPerson(user.userId);
  }
  users.set(key, { ...user, realm: PLATFORM_REALM });
}

/** The user with changed fields: the next revision. */
export function changedUser(
  { realm: _, ...before }: UserDocument,
  change: Partial<Omit<UserDocument, "realm" | "userId">>,
  nowMs: number,
): UserFact {
  const revision = before.revision + 1;
  return { kind: "user.changed.1", user: { ...before, ...change, revision, updatedAtMs: nowMs } };
}

/** The user whose second factor took a code: what answers show of the user is the same revision. */
export function withTotp({ realm: _, ...user }: UserDocument, totp: UserTotp): UserFact {
  return { kind: "user.changed.1", user: { ...user, totp } };
}

/** The user with an enrolment that was begun, which no answer shows. */
export function beganEnrollment(
  { realm: _, ...user }: UserDocument,
  enrollment: NonNullable<UserDocument["enrollment"]>,
): UserFact {
  return { kind: "user.changed.1", user: { ...user, enrollment } };
}

/** The user with the canonical e-mail address. */
export function userByEmail({ users }: UserState, email: string): UserDocument | undefined {
  return users.inGroup("email", email)[0];
}
