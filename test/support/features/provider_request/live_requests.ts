/** For tests: requests to a provider of live. */
import { entityKycVerificationStart } from "../../../../src/features/entity/entity.kyc.verification.start.ts";
import {
  keyOfRequest,
  type ProviderRequestDocument,
} from "../../../../src/features/provider_request/provider_request_document.ts";
import { providerRequestReport } from "../../../../src/features/provider_request_steps/provider_request.report.ts";
import type { World } from "../../../world/world.ts";
import { profileIn } from "../entity/entities.ts";
import { submittedEntity } from "../entity/verifications.ts";
import { configured } from "../provider/providers.ts";

export const PROVIDER = { cause: "provider" } as const;
export const ACCEPTED = {
  result: "accepted",
  providerReference: "chk-1",
  url: "https://acme.example.com/verify/1",
} as const;

/** A verification of live that waits for the provider `acme`. */
export function waitingInLive(world: World) {
  configured(world, "acme", "one");
  const entityId = submittedEntity(world, "tier_2");
  const { place } = world.run(entityKycVerificationStart, { entityId, tier: "tier_2" });
  const { verificationId = "" } = profileIn(world, entityId);
  const providerRequestId = verificationId.replace("ver_", "preq_");
  return { entityId, place, verificationId, providerRequestId };
}

/** The same after the provider has accepted it. */
export function acceptedInLive(world: World) {
  const made = waitingInLive(world);
  const { providerRequestId } = made;
  world.made(providerRequestReport, { providerRequestId, attempt: 1, outcome: ACCEPTED }, PROVIDER);
  return made;
}

export function requestIn(world: World, providerRequestId: string): ProviderRequestDocument {
  const realm = world.realmOf(world.caller);
  const key = keyOfRequest(providerRequestId);
  return world.state.providerRequests.get(realm, key) as ProviderRequestDocument;
}
