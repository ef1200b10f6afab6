/**
 * What is asked of an address: as it is on record, with the name of the customer who holds the account, which stands
 * there as an id alone. The name is that which was submitted of the customer's entity, or the one that it is called by.
 */
import type { Snapshot } from "../contract/tables/snapshot.ts";
import { decodeDocument } from "../contract/tables/table.ts";
import type { EntityDocument } from "../features/entity/entity_document.ts";
import { suffixOfEntity } from "../features/entity/entity_tables.ts";
import { LEDGER_TABLE } from "../features/table_codes.ts";
import type { AskedOf, Submitted } from "./asked_parts.ts";
import { openedFields } from "./opened_fields.ts";

/** Who holds the account, as the request has it: only what opens an address says so. */
type AddressRequest = { holder?: { type: string; id: string } };

export const askedOfAddress: AskedOf = (snapshot, { realm, request }, submitted) => {
  const { holder } = request as AddressRequest;
  if (holder?.type !== "customer") return { request, files: [] };
  // One record makes a customer and its entity, so their ids have the same suffix.
  const entityId = holder.id.replace("cust_", "ent_");
  const name = nameOf(snapshot, realm, entityId, submitted);
  return {
    request: { ...request, holder: { ...holder, ...(name !== "" && { name }) } },
    files: [],
  };
};

/** Empty where everything that was submitted of the entity was destroyed. */
function nameOf(snapshot: Snapshot, realm: number, entityId: string, submitted: Submitted): string {
  const value = snapshot.get(LEDGER_TABLE.entity, realm, suffixOfEntity(entityId));
  const entity = value && decodeDocument<EntityDocument>(value);
  if (entity === undefined || entity.erasedAtMs !== undefined) return "";
  const { legalName } = openedFields(snapshot, realm, entityId, ["legalName"], submitted);
  return typeof legalName === "string" ? legalName : entity.displayName;
}
