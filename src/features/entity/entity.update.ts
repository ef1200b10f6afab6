/**
 * entity.update: changes the name, the country or the metadata of an active entity, and the copy of name
 * and country that its customer has.
 */
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { changed } from "../change.ts";
import { customerOf } from "../customer/customer_lifecycle.ts";
import type { CustomerState } from "../customer/customer_noun.ts";
import { customers } from "../customer/customer_noun.ts";
import { refuseRevision } from "../expected_revision.ts";
import { mergedMetadata, refuseMetadata } from "../metadata_change.ts";
import { changeOfEntity, refuseEntityStatus } from "./entity_lifecycle.ts";
import { entityNotFound, entityResource } from "./entity_resource.ts";
import { Entity, EntityChange, EntityPath } from "./entity_schema.ts";
import { refuseKycCountry } from "./kyc_country.ts";

export const entityUpdate = declareWrite<CustomerState>()({
  id: "entity.update",
  summary: "Change an entity's name, country or metadata",
  description:
    "What is absent stays. Name and country change on its customer in the same step. What was verified stays verified: the legal name and the address are submitted by `entity.kyc.submit`. A change that leaves everything as it is, such as `{}`, is answered with the entity and a receipt: the revision stays, and there is no event.",
  http: { method: "PATCH", path: "/entities/{entityId}" },
  principals: PRODUCT_CALLERS,
  scope: "entities:write",
  path: EntityPath,
  body: EntityChange,
  output: Entity,
  refusals: [
    "entity_not_found",
    "entity_status_forbidden",
    "kyc_country_unsupported",
    "state_conflict",
    "state_constraint_failed",
    "ledger_unavailable",
  ],
  events: ["entity.updated", "customer.updated"],
  decide(state, { entityId, displayName, country, metadata, expectedRevision }, context) {
    const { principal } = context;
    const before = state.entities.byId(context.realm, entityId);
    if (before === undefined) return entityNotFound(entityId);
    const merged = mergedMetadata(before.metadata, metadata);
    const refusal =
      refuseEntityStatus(before) ??
      refuseRevision(entityId, expectedRevision, before.revision) ??
      (country === undefined ? undefined : refuseKycCountry(country, ["country"])) ??
      refuseMetadata(merged);
    if (refusal !== undefined) return refusal;
    const after = changed(before, { displayName, country, metadata: merged });
    if (after === before) return accept([], entityResource(before, principal));
    const change = changeOfEntity("updated", before, after, context);
    const customer = customerOf(state, before);
    const entity = changed(customer.entity, { displayName, country });
    const copies =
      entity === customer.entity
        ? []
        : [customers.changeFact("updated", customer, { ...customer, entity }, context)];
    return accept([change.fact, ...copies], change.reply);
  },
});
