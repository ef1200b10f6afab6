/** External ids: ids that callers give to their things, unique within a realm and a noun. */
import type { Resource } from "../contract/declare/resource.ts";
import { type Refusal, refuse } from "../contract/refusals/refusal.ts";
import type { UniqueIndex } from "../contract/tables/document_index.ts";
import type { Snapshot } from "../contract/tables/snapshot.ts";

type Noun = Pick<Resource, "noun" | "prefix">;

/**
 * `state_conflict` when another thing than that with `id` has the external id; a new thing has no
 * `id`.
 */
export function refuseTakenExternalId(
  resource: Noun,
  externalIds: Pick<UniqueIndex, "holderOf">,
  realm: number,
  { externalId, id }: { externalId: string | null | undefined; id?: string },
): Refusal<"state_conflict"> | undefined {
  if (externalId === undefined || externalId === null) return undefined;
  const suffix = externalIds.holderOf(realm, externalId);
  if (suffix === undefined) return undefined;
  const holder = `${resource.prefix}_${suffix}`;
  return holder === id ? undefined : externalIdTaken(resource, externalId, holder);
}

export function externalIdTaken(
  { noun }: Noun,
  externalId: string | undefined,
  holder: string,
): Refusal<"state_conflict"> {
  return refuse("state_conflict", `externalId is already used by ${holder}`, {
    ...(externalId !== undefined && { externalId }),
    // The request expects that nothing has the id.
    expected: null,
    actual: holder,
    resource: { type: noun, id: holder },
    issues: [
      { code: "external_id_taken", message: "externalId is already used", path: ["externalId"] },
    ],
  });
}

/** The suffix of the id of the thing that has the external id in a snapshot. */
export function suffixOfExternalId(
  { externalIdTable }: Pick<Resource, "externalIdTable">,
  snapshot: Snapshot,
  realm: number,
  externalId: string,
): string | undefined {
  if (externalIdTable === undefined) return undefined;
  const suffix = snapshot.get(externalIdTable, realm, externalId);
  return suffix === undefined ? undefined : Buffer.from(suffix).toString("latin1");
}
