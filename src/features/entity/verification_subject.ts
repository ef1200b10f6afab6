/** What the attempts at a provider change in a verification, and the answer once the provider has accepted. */
import { invariant } from "../../base/invariant.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import type { ProviderProgress } from "../../contract/messages/provider_protocol.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import type {
  AttemptContext,
  ProviderSubject,
} from "../provider_request/provider_request_changes.ts";
import type { ProviderRequestDocument } from "../provider_request/provider_request_document.ts";
import { BY_PROVIDER } from "../provider_request/provider_request_ending.ts";
import { SIMULATOR } from "../provider_request/providers.ts";
import type { EntityFact } from "./entity_facts.ts";
import type { EntityState } from "./entity_state.ts";
import type { VerificationDocument } from "./verification_document.ts";
import {
  inVerificationStatus,
  partsOf,
  toldFact,
  untoldFact,
  type VerificationFact,
  type VerificationParts,
  withoutReview,
} from "./verification_lifecycle.ts";
import { progressFact, verificationProgress } from "./verification_progress.ts";
import { verificationResource } from "./verification_resource.ts";

/** How long the simulator takes to verify by itself, by the Product's clock. */
export const SIMULATED_NEWS_MS = 24 * 3_600_000;

export const verificationSubject: ProviderSubject<EntityState> = {
  events: {
    attempted: ["entity.kyc.verification_processing", "entity.kyc.verification_failed"],
    progressed: ["entity.kyc.verified", "entity.kyc.rejected", "entity.kyc.requires_input"],
  },
  progressed: verificationProgress,
  attempted(state, request, context, told) {
    const verification = state.verifications.byId(context.realm, request.subject.id);
    invariant(verification !== undefined, "a request about a verification names one");
    const before = partsOf(state, verification);
    const { attempts, answer } = request;
    switch (request.status) {
      case "accepted": {
        const newsAtMs = context.clockMs + SIMULATED_NEWS_MS;
        const accepted = acceptedBy(verification, request, context.nowMs);
        const after = request.provider === SIMULATOR ? { ...accepted, newsAtMs } : accepted;
        const parts = { ...before, verification: after };
        const outcome = told && outcomeFacts(state, parts, told, context);
        if (outcome !== undefined) return outcome;
        return [toldFact(state, "kyc.verification_processing", before.entity, parts, context)];
      }
      case "refused": {
        const failed = inVerificationStatus(verification, "failed", context.nowMs);
        const code = answer?.providerCode ?? "refused";
        const lastError = { code, reason: "the provider refused the request" };
        const parts = {
          ...before,
          entity: withoutReview(before),
          verification: { ...failed, attempts, lastError },
        };
        return [toldFact(state, "kyc.verification_failed", before.entity, parts, context)];
      }
      default: {
        const parts = { ...before, verification: { ...verification, attempts } };
        return [untoldFact("kyc.verification_attempted", parts, context)];
      }
    }
  },
};

/**
 * The facts of a verification whose provider had reported an outcome by the time when it accepted: the event shows
 * the outcome alone. Undefined where it had reported none.
 */
function outcomeFacts(
  state: EntityState,
  accepted: VerificationParts,
  told: ProviderProgress,
  context: AttemptContext,
): readonly VerificationFact[] | undefined {
  const attempted = untoldFact("kyc.verification_attempted", accepted, context);
  const { realm } = accepted.verification;
  const verification = { realm, ...attempted.verification };
  const fact = progressFact(state, { ...accepted, verification }, told, context);
  return fact === undefined ? undefined : [attempted, fact];
}

function acceptedBy(
  before: VerificationDocument,
  { attempts, answer = {} }: ProviderRequestDocument,
  atMs: number,
): VerificationDocument {
  const { providerReference, url } = answer;
  return {
    ...inVerificationStatus(before, "processing", atMs),
    attempts,
    ...(url !== undefined && { url }),
    ...(providerReference !== undefined && { providerReference }),
  };
}

/**
 * The verification as it was right after its provider accepted it, as JSON text, whatever has happened since:
 * until then nothing but attempts has changed it.
 */
export function acceptedReply(
  record: StoredRecord,
  names: RealmNames,
  request: ProviderRequestDocument,
): string {
  const started = record.facts.find(({ kind }) => kind === "entity.kyc.verification_started.1");
  const verification = (started as EntityFact | undefined)?.verification;
  const { attempts, answeredAtMs } = request;
  invariant(verification !== undefined, "the record of a start has its verification");
  invariant(answeredAtMs !== undefined, "a request that was accepted has the time of its answer");
  const accepted = acceptedBy({ realm: record.realm, ...verification }, request, answeredAtMs);
  return JSON.stringify(
    verificationResource(
      {
        ...accepted,
        revision: verification.revision + attempts,
        updatedAtMs: answeredAtMs,
        changedBy: BY_PROVIDER,
      },
      names,
    ),
  );
}
