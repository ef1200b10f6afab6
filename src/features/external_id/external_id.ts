/** External ids: a caller's own name for a resource, unique per Product, environment and kind. */
import { type Refusal, refuse } from "../../contract/refusal.ts";
import type { ShardState } from "../shard_state.ts";

export type ExternalIdOwner = "customer" | "account" | "transfer" | "transfer_hold";

/** Who has the external id already, or undefined when it is free. */
export function externalIdHolder(
  state: ShardState,
  scope: number,
  owner: ExternalIdOwner,
  externalId: string,
): string | undefined {
  return state.externalIds.get(scope, externalIdKey(scope, owner, externalId))?.id;
}

/** `state_conflict` when the external id belongs to a resource other than `id`. */
export function refuseTakenExternalId(
  state: ShardState,
  scope: number,
  owner: ExternalIdOwner,
  externalId: string | undefined,
  id?: string,
): Refusal<"state_conflict"> | undefined {
  if (externalId === undefined) return undefined;
  const holder = externalIdHolder(state, scope, owner, externalId);
  if (holder === undefined || holder === id) return undefined;
  return externalIdTaken(owner, externalId, holder);
}

export function externalIdTaken(
  owner: ExternalIdOwner,
  externalId: string | undefined,
  holder: string,
): Refusal<"state_conflict"> {
  return refuse("state_conflict", `externalId is already used by ${holder}`, {
    externalId,
    resource: { type: owner, id: holder },
    issues: [{ code: "external_id_taken", message: "already used", path: ["externalId"] }],
  });
}

/** Gives the external id to `id`. Part of `apply`: the decision has made sure that it is free. */
export function claimExternalId(
  state: ShardState,
  scope: number,
  owner: ExternalIdOwner,
  externalId: string | undefined,
  id: string,
): void {
  if (externalId === undefined) return;
  state.externalIds.set(externalIdKey(scope, owner, externalId), { scope, id });
}

/** Key of an external id in its table. */
export function externalIdKey(scope: number, owner: ExternalIdOwner, externalId: string): string {
  return `${scope}:${owner}:${externalId}`;
}
