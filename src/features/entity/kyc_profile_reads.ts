/** The KYC profile of an entity, as a snapshot has it. */
import type { Seen } from "../../contract/declare/resource.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { EntityDocument } from "./entity_document.ts";
import type { KycProfileDocument } from "./kyc_profile_document.ts";
import type { KycProfileParts } from "./kyc_profile_resource.ts";
import { verifications } from "./verification_resource.ts";

export function kycProfileIn(
  snapshot: Snapshot,
  { suffix, realm, document: entity }: Seen<EntityDocument>,
): KycProfileParts {
  const value = snapshot.get(LEDGER_TABLE.kycProfile, realm, suffix);
  if (value === undefined) return { entity };
  const profile = decodeDocument<KycProfileDocument>(value);
  const { verificationId = "" } = profile;
  return {
    entity,
    profile,
    verification: verifications.find(snapshot, realm, verificationId)?.document,
  };
}
