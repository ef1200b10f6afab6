/** Whose things an operation on the platform's realm is about: those of the person who calls. */
import { suffixOf } from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import type { Caller } from "../contract/declare/caller.ts";
import type { ReadContext } from "../contract/declare/operation.ts";
import type { CallOrigin, PreparationTools } from "../contract/declare/preparation.ts";

/** The person behind a session or a token; only of operations that take nothing else. */
export function personOf({ caller }: Pick<ReadContext, "caller">): string {
  invariant(isOfPerson(caller), "the operation takes a session or a token");
  return caller.userId;
}

/**
 * Whose sessions and tokens a caller sees and ends. `tenantId`: only those that act for this company; absent
 * where the person calls with a session, which may act for each company of the person.
 */
export type Owner = { userId: string; tenantId?: string };

/** A token, of a login too, acts for one company: it reaches what is the person's there, and nothing else. */
export function ownerOf(caller: Caller): Owner {
  const userId = personOf({ caller });
  return caller.kind === "token" ? { userId, tenantId: caller.tenantId } : { userId };
}

/** Whether the thing of a person is the owner's; `tenantId`: the company that it acts for. */
export function isOwn(
  { userId, tenantId }: { userId: string; tenantId: string },
  owner: Owner,
): boolean {
  return userId === owner.userId && (owner.tenantId === undefined || tenantId === owner.tenantId);
}

/** The preparation of writes about what is the caller's own. */
export async function askingOwner(
  _input: unknown,
  { caller, from }: Pick<PreparationTools, "caller" | "from">,
): Promise<{ owner: Owner; from: CallOrigin }> {
  return { owner: ownerOf(caller), from };
}

/** The text that stands for a person in the indexes of things by their person. */
export function personText(userId: string): string {
  const suffix = suffixOf("usr", userId);
  invariant(suffix !== undefined, "the id of a person has a suffix");
  return suffix;
}

/** The preparation of writes that are audited and need nothing else: where the call comes from. */
export async function originOf(
  _input: unknown,
  { from }: Pick<PreparationTools, "from">,
): Promise<CallOrigin> {
  return from;
}

function isOfPerson(caller: Caller): caller is Extract<Caller, { userId: string }> {
  return caller.kind === "session" || caller.kind === "token";
}
