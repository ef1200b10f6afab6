/**
 * What a provider of live is asked, by kind of request.
 * Guarantees: a value that does not open, because its key was destroyed, is left out, and what cannot be asked without it is withheld; nobody gets the content of
 * a file whose digests are not those of its record; a content is opened when `open` is called, and is kept nowhere.
 */
import type { RequestKind } from "../contract/messages/provider_kinds.ts";
import type { Snapshot } from "../contract/tables/snapshot.ts";
import type { ProviderRequestDocument } from "../features/provider_request/provider_request_document.ts";
import { askedOfAddress } from "./asked_address.ts";
import { askedOfCollection } from "./asked_collection.ts";
import { askedOfCreditReturn } from "./asked_credit_return.ts";
import type { AskedOf, ProviderAsked, Submitted } from "./asked_parts.ts";
import { askedOfPayeeCheck } from "./asked_payee_check.ts";
import { askedOfPayout } from "./asked_payout.ts";
import { askedOfVerification } from "./asked_verification.ts";

const ASKED: Readonly<Record<RequestKind, AskedOf>> = {
  verification: askedOfVerification,
  address: askedOfAddress,
  payout: askedOfPayout,
  credit_return: askedOfCreditReturn,
  collection: askedOfCollection,
  payee_check: askedOfPayeeCheck,
};

/** What is asked by the request, of what the snapshot shows. Throws where the keys of entities are damaged. */
export function askedOf(
  snapshot: Snapshot,
  request: Pick<ProviderRequestDocument, "kind" | "realm" | "request">,
  submitted: Submitted,
): ProviderAsked {
  return ASKED[request.kind](snapshot, request, submitted);
}
