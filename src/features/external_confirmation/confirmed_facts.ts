/** What a confirmation says, compared with what another says, and its digest. */
import { createHash } from "node:crypto";
import { canonicalJson } from "../../base/canonical_json.ts";
import { isoTime } from "../../base/iso_time.ts";
import type { ConfirmedFacts } from "./external_confirmation_document.ts";

/** The fields of the later facts that are not as in the earlier ones, by their names in requests. */
export function mismatchedFacts(earlier: ConfirmedFacts, later: ConfirmedFacts): string[] {
  const before = factsShown(earlier);
  const after = factsShown(later);
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]);
}

/**
 * `sha256:` and the digest of the facts as canonical JSON: one object with the members of the request, `resource.type` and
 * `resource.id` as members of their own, times in UTC to the millisecond, keys in order, no spaces.
 */
export function digestOfFacts(facts: ConfirmedFacts): string {
  const text = canonicalJson(factsShown(facts));
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** The facts by their names in requests; those that are absent are left out. */
function factsShown(facts: ConfirmedFacts): Record<string, string> {
  const { resource, amountMinor, occurredAtMs, provider, externalReference, outcome } = facts;
  const all = {
    ...{ provider, externalReference, outcome },
    "resource.type": resource.type,
    "resource.id": resource.id,
    sourceOperationId: facts.sourceOperationId,
    financialAddressId: facts.financialAddressId,
    destinationAccountId: facts.destinationAccountId,
    amount: amountMinor,
    currency: facts.currency,
    occurredAt: isoTime(occurredAtMs),
  };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
