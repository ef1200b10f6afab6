/** The evidence of a consent: when it is complete, and when it proves the consent. */
import { parseTimestamp } from "../../contract/values/timestamp_text.ts";
import type { ConsentEvidence } from "./consent_document.ts";
import type { ConsentDraft } from "./consent_schema.ts";

/**
 * Evidence as it comes with a new consent. It proves the consent where it is complete, but for a provider's mandate:
 * the provider has yet to confirm that.
 */
export function evidenceOf(given: ConsentDraft["evidence"]): ConsentEvidence {
  const { method, acceptedAt, textDigest, ipAddress, userAgent } = given;
  const evidence = {
    method,
    ...(acceptedAt !== undefined && { acceptedAtMs: parseTimestamp(acceptedAt) as number }),
    ...(textDigest !== undefined && { textDigest }),
    ...(ipAddress !== undefined && { ipAddress }),
    ...(userAgent !== undefined && { userAgent }),
  };
  return { ...evidence, verified: method !== "provider_mandate" && isComplete(evidence) };
}

export function isComplete({
  acceptedAtMs,
  textDigest,
}: Pick<ConsentEvidence, "acceptedAtMs" | "textDigest">): boolean {
  return acceptedAtMs !== undefined && textDigest !== undefined;
}
