/** The feature of entities: who a customer is, and how well the platform knows that. */
import type { Feature } from "../../contract/feature.ts";
import { entityKycVerificationCancel } from "./entity.kyc.verification.cancel.ts";
import { entityKycVerificationExpire } from "./entity.kyc.verification.expire.ts";
import { entityKycVerificationList } from "./entity.kyc.verification.list.ts";
import { entityKycVerificationRetrieve } from "./entity.kyc.verification.retrieve.ts";
import { entityKycVerificationSimulate } from "./entity.kyc.verification.simulate.ts";
import { entityKycVerificationStart } from "./entity.kyc.verification.start.ts";
import { entityEvents, entityEventTypes } from "./entity_events.ts";
import { entityFacts } from "./entity_facts.ts";
import { entities } from "./entity_resource.ts";
import { createEntityState, tablesOfEntities, verificationSteps } from "./entity_state.ts";
import { kycDocuments } from "./kyc_document_resource.ts";
import { verifications } from "./verification_resource.ts";

export const entityFeature = {
  tag: {
    name: "Entities",
    description: "The persons and organizations that customers are, and what is known of them.",
  },
  operations: [
    entityKycVerificationList,
    entityKycVerificationRetrieve,
    entityKycVerificationStart,
    entityKycVerificationCancel,
    entityKycVerificationSimulate,
    entityKycVerificationExpire,
  ],
  events: entityEventTypes,
  resources: [entities, verifications, kycDocuments],
  facts: entityFacts,
  eventsOf: entityEvents,
  createState: createEntityState,
  tables: tablesOfEntities,
  due: [verificationSteps],
} satisfies Feature<Parameters<typeof entityKycVerificationStart.decide>[0]>;
