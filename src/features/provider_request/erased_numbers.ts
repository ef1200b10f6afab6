/**
 * A request that needs the account numbers of somebody of whom everything was erased meanwhile: nobody can send it any more. A provider that
 * may have it is asked; where it has never seen it, the request is refused here, and its subject fails by this code. So it fails where the request was accepted for a
 * file to a bank, and no file has had it.
 */
import type { AttemptOutcome } from "./provider_request_changes.ts";

export const NUMBERS_ERASED = "account_erased";

/** The code in words. */
export const NUMBERS_ERASED_REASON =
  "the account numbers were erased before the provider had been told them";

/** How an attempt ends that cannot be sent. */
export const NUMBERS_ERASED_OUTCOME: AttemptOutcome = {
  kind: "refused",
  providerCode: NUMBERS_ERASED,
};

/** What to say of a provider's code: of `NUMBERS_ERASED`, which no provider has said, that; else `otherwise`. */
export function refusedWords(providerCode: string, otherwise: string): string {
  return providerCode === NUMBERS_ERASED ? NUMBERS_ERASED_REASON : otherwise;
}
