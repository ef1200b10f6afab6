/** The feature of entities: who a customer is, and how well the platform knows that. */
import type { Feature } from "../../contract/feature.ts";
import { entityEvents, entityEventTypes } from "./entity_events.ts";
import { entityFacts } from "./entity_facts.ts";
import { entities } from "./entity_resource.ts";
import { createEntityState, type EntityState, tablesOfEntities } from "./entity_state.ts";
import { kycDocuments } from "./kyc_document_resource.ts";
import { verifications } from "./verification_resource.ts";

export const entityFeature = {
  tag: {
    name: "Entities",
    description: "The persons and organizations that customers are, and what is known of them.",
  },
  operations: [],
  events: entityEventTypes,
  resources: [entities, verifications, kycDocuments],
  facts: entityFacts,
  eventsOf: entityEvents,
  createState: createEntityState,
  tables: tablesOfEntities,
} satisfies Feature<EntityState>;
