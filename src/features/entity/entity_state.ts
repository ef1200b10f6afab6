/** The part of a shard's state about entities; all of it stays in the `state` database. */
import type { DueSource } from "../../contract/declare/due_source.ts";
import { ResourceTable } from "../../contract/declare/resource.ts";
import { DocumentTable } from "../../contract/tables/document_table.ts";
import type { ProviderRequestState } from "../provider_request/provider_request_state.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { EntityDocument } from "./entity_document.ts";
import { entities } from "./entity_resource.ts";
import type { KycDocumentDocument } from "./kyc_document_document.ts";
import { kycDocuments } from "./kyc_document_resource.ts";
import type { KycProfileDocument } from "./kyc_profile_document.ts";
import type { KycValuesDocument } from "./kyc_values_document.ts";
import { nextStepOf, type VerificationDocument } from "./verification_document.ts";
import { verifications } from "./verification_resource.ts";

export type EntityState = ProviderRequestState & ReturnType<typeof createEntityState>;

export function createEntityState() {
  return {
    entities: new ResourceTable<EntityDocument>(entities),
    /** By the entity's suffix. */
    kycProfiles: new DocumentTable<KycProfileDocument>({
      name: "kyc_profile",
      code: LEDGER_TABLE.kycProfile,
      stored: {},
    }),
    /** By the entity's suffix. */
    kycValues: new DocumentTable<KycValuesDocument>({
      name: "kyc_values",
      code: LEDGER_TABLE.kycValues,
      stored: {},
    }),
    verifications: new ResourceTable<VerificationDocument>(verifications),
    kycDocuments: new ResourceTable<KycDocumentDocument>(kycDocuments),
  };
}

export function tablesOfEntities(state: EntityState) {
  return [
    state.entities,
    state.kycProfiles,
    state.kycValues,
    state.verifications,
    state.kycDocuments,
  ];
}

/** What time does to verifications: the news of the simulator, and their end. */
export const verificationSteps: DueSource<EntityState> = {
  name: "entity.kyc.verification.step",
  realms: ({ verifications }) => verifications.deadlines.realms(),
  earliest({ verifications }, realm) {
    const first = verifications.deadlines.first(realm);
    const verification = first && verifications.get(realm, first.key);
    const next = verification && nextStepOf(verification);
    if (verification === undefined || next === undefined) return undefined;
    const { verificationId } = verification;
    const { step, atMs } = next;
    const operation = `entity.kyc.verification.${step}`;
    const isNews = step === "simulate";
    return { atMs, operation, input: { verificationId }, ...(isNews && { cause: "provider" }) };
  },
};
