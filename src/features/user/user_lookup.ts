/** Finds people: for a preparation in its snapshot, for a decision in the state. */
import { createHash } from "node:crypto";
import { invariant } from "../../base/invariant.ts";
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { PreparationTools } from "../../contract/declare/preparation.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { emailKeyOf, type UserDocument } from "./user_document.ts";
import { users } from "./user_noun.ts";
import type { UserState } from "./user_state.ts";

/** The user with the canonical address, as a snapshot shows it. */
export function seenByEmail(snapshot: Snapshot, email: string): UserDocument | undefined {
  const from = emailKeyOf(email);
  const range = { from, below: `${from}~` };
  for (const { key } of snapshot.ascend(PLATFORM_TABLE.userByEmail, PLATFORM_REALM, range)) {
    const user = seenUser(snapshot, `usr_${key.slice(from.length)}`);
    if (user?.email === email) return user;
  }
  return undefined;
}

export function seenUser(snapshot: Snapshot, userId: string): UserDocument | undefined {
  return users.find(snapshot, PLATFORM_REALM, userId)?.document;
}

/** The user who calls, as the preparation of a session's or token's request sees him. */
export function seenCaller({
  snapshot,
  caller,
}: Pick<PreparationTools, "snapshot" | "caller">): UserDocument {
  invariant(caller.kind === "session" || caller.kind === "token", "a person calls");
  const user = seenUser(snapshot(), caller.userId);
  invariant(user !== undefined, "a session is of a person who is there");
  return user;
}

/** The user who calls. */
export function callingUser(
  { users }: UserState,
  { actor }: Pick<DecisionContext, "actor">,
): UserDocument {
  const user = users.byId(PLATFORM_REALM, actor.id);
  invariant(user !== undefined, "a session is of a person who is there");
  return user;
}

/**
 * Stands for a stored text from a preparation to its decision, which compares: what was verified against
 * the text holds only while it is still there.
 */
export function markOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
