/** Common refusals of what changes a KYC profile. */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { EntityDocument } from "./entity_document.ts";

/** `state_conflict` while a verification looks at what was submitted. */
export function refuseInReview({
  entityId,
  kycStatus,
}: Pick<EntityDocument, "entityId" | "kycStatus">): Refusal<"state_conflict"> | undefined {
  if (kycStatus !== "in_review") return undefined;
  const message = `a verification of entity ${entityId} is under way; wait for its end, or cancel it`;
  return refuse("state_conflict", message, {
    expected: "no verification under way",
    actual: kycStatus,
    status: kycStatus,
  });
}
