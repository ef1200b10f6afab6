/** The facts about people: each carries the whole user as it is afterwards. */
import type { Apply } from "../../contract/operation.ts";
import type { Fact } from "../../contract/record.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import type { UserDocument } from "./user_document.ts";
import type { UserState } from "./user_state.ts";

export type UserFact = Fact & {
  kind: "user.created.1" | "user.changed.1";
  user: Omit<UserDocument, "realm">;
};

export const userFacts: Record<UserFact["kind"], Apply<UserState>> = {
  "user.created.1": putUser,
  "user.changed.1": putUser,
};

/** Users are in the platform's realm, whichever realm the record is in. */
function putUser({ users }: UserState, fact: Fact): void {
  const { user } = fact as UserFact;
  users.set(users.keyOf(user.userId), { ...user, realm: PLATFORM_REALM });
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

/** The user with the canonical e-mail address. */
export function userByEmail({ users }: UserState, email: string): UserDocument | undefined {
  return users.inGroup("email", email)[0];
}
