/**
 * The last check of an approved call of an agent, in the step that decides it: what a person looked at is as it
 * was. A call of an agent in live that carries no approval is refused here too, whatever an edge has let through.
 */
import { changedIn, refuseUnapproved } from "../contract/declare/approval.ts";
import type { RealmNames } from "../contract/declare/principal.ts";
import type { ShardRegistry } from "../contract/declare/registry.ts";
import { isAskedFor } from "../contract/records/record.ts";
import type { Refusal } from "../contract/refusals/refusal.ts";
import { refuse } from "../contract/refusals/refusal.ts";
import type { Command } from "./command.ts";

export type BoundRules<S> = Pick<ShardRegistry<S>, "revisionOf" | "namedIn" | "buildDigestOf">;

/** Refuses what an agent asks for, and is not as a person approved it. Nothing is recorded: the key stays free. */
export function refusalOfBound<S>(
  { revisionOf, namedIn, buildDigestOf }: BoundRules<S>,
  state: S,
  { actorType, cause, bound, realm, operation, parentPlace, input }: Command,
): Refusal<"agent_approval_required" | "operation_not_allowed"> | undefined {
  if (actorType !== "agent" || !isAskedFor(cause)) return undefined;
  const { number, names } = realm;
  if (bound === undefined) {
    // What goes on under an earlier record was approved with it.
    return parentPlace === 0 && isInLive(names) ? refuseUnbound(operation) : undefined;
  }
  const changed = changedIn(bound, {
    buildDigest: isInProduct(names) ? buildDigestOf?.(state, number) : bound.buildDigest,
    revisionOf: (id) => revisionOf?.(state, number, id),
    named: namedIn?.(state, number, input) ?? [],
  });
  if (changed === undefined) return undefined;
  const message = `${changed} has changed since a person approved this request`;
  return refuseUnapproved(bound, "expired", message);
}

function isInProduct({ productId }: RealmNames): boolean {
  return productId !== "";
}

function isInLive(names: RealmNames): boolean {
  return isInProduct(names) && names.environment === "live";
}

function refuseUnbound(operation: string): Refusal<"operation_not_allowed"> {
  const message = `${operation} in live takes the approval of a person where an agent asks for it`;
  return refuse("operation_not_allowed", message, { reason: "agent_approval" });
}
