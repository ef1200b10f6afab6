/** External ids: a caller's own name for a resource, unique per Product, environment and kind. */
import { type Refusal, refuse } from "../../contract/refusal.ts";
import { DocumentTable } from "../../contract/table.ts";

export const EXTERNAL_ID_TABLE = 16;

/** An external id that is taken: which resource has it. Key: `scope:resource:externalId`. */
export type ExternalId = { scope: number; id: string };

export type ExternalIdState = { externalIds: DocumentTable<ExternalId> };

export function createExternalIdState(): ExternalIdState {
  return { externalIds: new DocumentTable("external_id", EXTERNAL_ID_TABLE) };
}

export type ExternalIdOwner = "customer" | "account" | "transfer" | "transfer_hold";

/** Who has the external id already, or undefined when it is free. */
export function externalIdHolder(
  state: ExternalIdState,
  scope: number,
  owner: ExternalIdOwner,
  externalId: string,
): string | undefined {
  return state.externalIds.get(scope, externalIdKey(scope, owner, externalId))?.id;
}

/** `state_conflict` when the external id belongs to a resource other than `id`. */
export function refuseTakenExternalId(
  state: ExternalIdState,
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
  state: ExternalIdState,
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
