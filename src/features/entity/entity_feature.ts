/** The feature of entities: who a customer is, and how well the platform knows that. */
import type { Feature } from "../../contract/declare/feature.ts";
import { dueAtDeadlines } from "../../contract/declare/resource_facts.ts";
import { entityArchive } from "./entity.archive.ts";
import { entityKycDocumentCreate } from "./entity.kyc.document.create.ts";
import { entityKycDocumentList } from "./entity.kyc.document.list.ts";
import { entityKycExpire } from "./entity.kyc.expire.ts";
import { entityKycRequirementList } from "./entity.kyc.requirement.list.ts";
import { entityKycRetrieve } from "./entity.kyc.retrieve.ts";
import { entityKycSubmit } from "./entity.kyc.submit.ts";
import { entityKycVerificationCancel } from "./entity.kyc.verification.cancel.ts";
import { entityKycVerificationExpire } from "./entity.kyc.verification.expire.ts";
import { entityKycVerificationList } from "./entity.kyc.verification.list.ts";
import { entityKycVerificationRetrieve } from "./entity.kyc.verification.retrieve.ts";
import { entityKycVerificationSimulate } from "./entity.kyc.verification.simulate.ts";
import { entityKycVerificationStart } from "./entity.kyc.verification.start.ts";
import { entityUpdate } from "./entity.update.ts";
import { ENTITY_KEY_DESTRUCTION } from "./entity_erasure.ts";
import { entityEvents, entityEventTypes } from "./entity_events.ts";
import { entityExamples } from "./entity_examples.ts";
import { entityFacts } from "./entity_facts.ts";
import { entities, entityList, entityRetrieve } from "./entity_resource.ts";
import {
  createEntityState,
  type EntityState,
  tablesOfEntities,
  verificationSteps,
} from "./entity_state.ts";
import { entityWords } from "./entity_words.ts";
import { kycDocumentExamples } from "./kyc_document_examples.ts";
import { kycDocumentFiles } from "./kyc_document_files.ts";
import { kycDocuments } from "./kyc_document_resource.ts";
import { verificationExamples } from "./verification_examples.ts";
import { verifications } from "./verification_resource.ts";

export const entityFeature = {
  tag: {
    name: "Entities",
    description: "The persons and organizations that customers are, and what is known of them.",
  },
  words: entityWords,
  operations: [
    entityList,
    entityRetrieve,
    entityUpdate,
    entityArchive,
    entityKycRetrieve,
    entityKycSubmit,
    entityKycRequirementList,
    entityKycExpire,
    entityKycVerificationList,
    entityKycVerificationRetrieve,
    entityKycVerificationStart,
    entityKycVerificationCancel,
    entityKycVerificationSimulate,
    entityKycVerificationExpire,
    entityKycDocumentList,
    entityKycDocumentCreate,
  ],
  examples: [...entityExamples, ...kycDocumentExamples, ...verificationExamples],
  events: entityEventTypes,
  effects: [ENTITY_KEY_DESTRUCTION],
  resources: [entities, verifications, kycDocuments],
  facts: entityFacts,
  eventsOf: entityEvents,
  createState: createEntityState,
  tables: tablesOfEntities,
  due: [
    verificationSteps,
    dueAtDeadlines(
      "entity.kyc_expiry",
      (state: EntityState) => state.entities,
      (entityId) => ({ operation: "entity.kyc.expire", input: { entityId } }),
    ),
  ],
  files: kycDocumentFiles,
} satisfies Feature<EntityState>;
