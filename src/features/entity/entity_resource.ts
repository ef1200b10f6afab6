/** The entity as a resource, and the one function that renders it, for replies and reads. */
import { isoTime } from "../../base/iso_time.ts";
import { declareResource, filter, type ResourceNames } from "../../contract/declare/resource.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { actorOfText } from "../../contract/records/actor.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import { declareReads } from "../resource_reads.ts";
import { statusTransitions } from "../status_transitions.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { ENTITY_STATUSES, type EntityDocument } from "./entity_document.ts";
import { Entity, EntityPath, EntityStatus, KycStatus } from "./entity_schema.ts";

export const entities = declareResource<EntityDocument>()({
  noun: "entity",
  prefix: "ent",
  readScope: "entities:read",
  output: Entity,
  notFoundCode: "entity_not_found",
  notFound: entityNotFound,
  table: { code: LEDGER_TABLE.entity },
  private: ["erasedAtMs"],
  show: entityResource,
  search: {
    title: ({ displayName }) => displayName,
    names: ({ displayName }) => [displayName],
  },
  deadlineOf: ({ kycExpiresAtMs }) => kycExpiresAtMs,
  stored: { deadlines: LEDGER_TABLE.entityDue },
  filters: {
    status: filter(
      described(EntityStatus, "Only entities in this status."),
      (wanted) =>
        ({ status }) =>
          status === wanted,
    ),
    kycStatus: filter(
      described(KycStatus, "Only entities whose KYC is in this status."),
      (wanted) =>
        ({ kycStatus }) =>
          kycStatus === wanted,
    ),
  },
});

/** `entity.list` and `entity.retrieve`. */
export const [entityList, entityRetrieve] = declareReads(
  { ...entities, path: EntityPath },
  {
    path: "/entities",
    list: {
      summary: "List entities",
      description: "`search` looks in the display name, whatever the case, and takes an entity id.",
    },
    retrieve: {
      summary: "Read an entity",
      description:
        "The entity as it is now, archived ones too, with the tier that it has attained.",
    },
  },
);

export function entityNotFound(entityId: string): Refusal<"entity_not_found"> {
  return refuse("entity_not_found", noSuchHere("ent", entityId), {
    entityId,
    issues: [{ code: "not_found", message: "entityId names no entity", path: ["entityId"] }],
  });
}

/** The entity in answers. The order of the fields is their order on the wire. */
export function entityResource(
  entity: Omit<EntityDocument, "realm" | "erasedAtMs">,
  { productId, environment }: ResourceNames,
): Entity {
  const { kycExpiresAtMs } = entity;
  return {
    entityId: entity.entityId,
    productId,
    environment,
    customerId: entity.customerId,
    kind: entity.kind,
    displayName: entity.displayName,
    country: entity.country,
    status: entity.status,
    kyc: {
      status: entity.kycStatus,
      tierAttained: entity.kycTier,
      ...(kycExpiresAtMs !== undefined && { expiresAt: isoTime(kycExpiresAtMs) }),
    },
    revision: entity.revision,
    createdAt: isoTime(entity.createdAtMs),
    updatedAt: isoTime(entity.updatedAtMs),
    metadata: entity.metadata ?? {},
    actor: actorOfText(entity.changedBy),
    statusTransitions: statusTransitions(ENTITY_STATUSES, entity.reachedAtMs),
  };
}
