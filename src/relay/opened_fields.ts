/** The values that were submitted of an entity, opened. */
import type { EntitySealer } from "../access/entity_sealer.ts";
import type { Snapshot } from "../contract/tables/snapshot.ts";
import { decodeDocument } from "../contract/tables/table.ts";
import { suffixOfEntity } from "../features/entity/entity_tables.ts";
import type { KycValuesDocument } from "../features/entity/kyc_values_document.ts";
import { LEDGER_TABLE } from "../features/table_codes.ts";

/**
 * The values of the named fields, in the order of the names; without those that were never submitted, and those whose
 * key was destroyed. Throws where the keys of entities are damaged.
 */
export function openedFields(
  snapshot: Snapshot,
  realm: number,
  entityId: string,
  names: readonly string[],
  { sealer }: { sealer: Pick<EntitySealer, "opened"> },
): Record<string, unknown> {
  const value = snapshot.get(LEDGER_TABLE.kycValues, realm, suffixOfEntity(entityId));
  const sealed = value === undefined ? {} : decodeDocument<KycValuesDocument>(value).sealed;
  const fields = names.flatMap((name) => {
    const text = sealed[name];
    const opened = text === undefined ? undefined : sealer.opened(text, entityId, name);
    return opened === undefined ? [] : [[name, JSON.parse(opened) as unknown] as const];
  });
  return Object.fromEntries(fields);
}
