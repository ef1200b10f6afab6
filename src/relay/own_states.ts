/**
 * How far a request to a provider is, as a shard's view has it: what its provider has told stands with what was asked
 * for, so each kind of request has a function of its own.
 */
import type { RequestKind } from "../contract/messages/provider_kinds.ts";
import { decodeDocument } from "../contract/tables/table.ts";
import type { BeneficiaryDocument } from "../features/beneficiary/beneficiary_document.ts";
import type { CollectionDocument } from "../features/collection/collection_document.ts";
import { collections } from "../features/collection/collection_noun.ts";
import { requestIdOf } from "../features/collection/collection_request.ts";
import {
  isOpenVerification,
  type VerificationDocument,
} from "../features/entity/verification_document.ts";
import { isOwnFault } from "../features/financial_address/address_details.ts";
import { CHANGED } from "../features/financial_address/address_replies.ts";
import type {
  AddressAction,
  FinancialAddressDocument,
} from "../features/financial_address/financial_address_document.ts";
import type { PayoutDocument } from "../features/payout/payout_document.ts";
import { payouts } from "../features/payout/payout_noun.ts";
import type { PayoutRequest } from "../features/payout/payout_request.ts";
import type { ProviderRequestDocument } from "../features/provider_request/provider_request_document.ts";
import {
  type ReceivedCreditDocument,
  returnRequestIdOf,
} from "../features/received_credit/received_credit_document.ts";
import { LEDGER_TABLE } from "../features/table_codes.ts";
import type { OwnState } from "../outbox/reconciliation.ts";
import type { ShardView } from "../views/shard_view.ts";

/** The state of a request that its provider has accepted. */
type AcceptedState = (view: Pick<ShardView, "get">, request: ProviderRequestDocument) => OwnState;

const ACCEPTED: Readonly<Record<RequestKind, AcceptedState>> = {
  verification: stateOfVerification,
  address: stateOfAddress,
  payout: stateOfPayout,
  credit_return: stateOfCreditReturn,
  collection: stateOfCollection,
  payee_check: stateOfPayeeCheck,
};

/** Of one that its provider has refused, where the operator may have booked that it did what it was asked; absent: it stays refused. */
const REFUSED: Readonly<Partial<Record<RequestKind, AcceptedState>>> = {
  payout: stateOfRefusedPayout,
  collection: stateOfRefusedCollection,
};

/** The state of a request, for the comparison with the provider's book. */
export function stateOf(view: Pick<ShardView, "get">, request: ProviderRequestDocument): OwnState {
  const { status, kind } = request;
  switch (status) {
    case "waiting":
    case "unknown":
      return "unanswered";
    case "refused":
      return REFUSED[kind]?.(view, request) ?? status;
    case "abandoned":
      return status;
    case "accepted":
      return ACCEPTED[kind](view, request);
  }
}

function stateOfVerification(
  view: Pick<ShardView, "get">,
  { realm, subject }: ProviderRequestDocument,
): OwnState {
  const [, suffix = ""] = subject.id.split("_");
  const value = view.get(LEDGER_TABLE.verification, realm, suffix);
  if (value === undefined) return "over";
  const verification = decodeDocument<VerificationDocument>(value);
  const { status, outcome } = verification;
  if (status === "verified") return "verified";
  if (status === "failed") return outcome === "rejected" ? "rejected" : "over";
  if (!isOpenVerification(verification)) return "over";
  return status === "requires_input" ? "requires_input" : "processing";
}

/**
 * Of what sends a payout as the payout stands; of what gives one up that it is given up, or, where the bank is asked by a file, how far it is with that.
 */
function stateOfPayout(
  view: Pick<ShardView, "get">,
  { realm, subject, request, providerRequestId, file }: ProviderRequestDocument,
): OwnState {
  const isCancel = (request as PayoutRequest).action === "cancel";
  if (isCancel && file === undefined) return "cancelled";
  const [, suffix = ""] = subject.id.split("_");
  const value = view.get(payouts.table.code, realm, suffix);
  if (value === undefined) return "over";
  const { status, cancelRequestId, isUnsent } = decodeDocument<PayoutDocument>(value);
  if (isCancel && status !== "cancelled") {
    return cancelRequestId === providerRequestId ? "processing" : "failed";
  }
  if (isUnsent === true) return "failed";
  return status === "created" ? "processing" : status;
}

/** A bank may have carried out what it had refused, or never seen; the operator has booked it then. */
function stateOfRefusedPayout(
  view: Pick<ShardView, "get">,
  { realm, subject, request }: ProviderRequestDocument,
): OwnState {
  const [, suffix = ""] = subject.id.split("_");
  const value = view.get(payouts.table.code, realm, suffix);
  if (value === undefined || (request as PayoutRequest).action === "cancel") return "refused";
  const { settledTransferId, status, isUnsent } = decodeDocument<PayoutDocument>(value);
  const isAsRefused = settledTransferId === undefined || status === "created" || isUnsent === true;
  return isAsRefused ? "refused" : status;
}

/** Of the last sending back of a credit as the credit stands; each before it has failed, or there would be no later one. */
function stateOfCreditReturn(
  view: Pick<ShardView, "get">,
  { realm, subject, providerRequestId }: ProviderRequestDocument,
): OwnState {
  const [, suffix = ""] = subject.id.split("_");
  const value = view.get(LEDGER_TABLE.receivedCredit, realm, suffix);
  if (value === undefined) return "over";
  const credit = decodeDocument<ReceivedCreditDocument>(value);
  if (returnRequestIdOf(credit) !== providerRequestId) return "failed";
  const { status } = credit;
  if (status === "returning") return "processing";
  return status === "returned" ? "returned" : "failed";
}

/** Of a check of a payee what the bank has said; of a beneficiary that was archived before that nothing. */
function stateOfPayeeCheck(
  view: Pick<ShardView, "get">,
  { realm, subject }: ProviderRequestDocument,
): OwnState {
  const [, suffix = ""] = subject.id.split("_");
  const value = view.get(LEDGER_TABLE.beneficiary, realm, suffix);
  if (value === undefined) return "over";
  const { status, verification } = decodeDocument<BeneficiaryDocument>(value);
  if (status === "pending") return "processing";
  return verification.result ?? "over";
}

/** As the attempt stands that has made the request: a collection may have been tried again since. */
function stateOfCollection(
  view: Pick<ShardView, "get">,
  { realm, subject, providerRequestId }: ProviderRequestDocument,
): OwnState {
  const [, suffix = ""] = subject.id.split("_");
  const value = view.get(collections.table.code, realm, suffix);
  if (value === undefined) return "over";
  const { attempts } = decodeDocument<CollectionDocument>(value);
  const attempt = attempts.findLast((one) => requestIdOf(one) === providerRequestId);
  return attempt?.outcome ?? "over";
}

/** As of a payout: a bank may have collected what it had refused, or never seen. */
function stateOfRefusedCollection(
  view: Pick<ShardView, "get">,
  request: ProviderRequestDocument,
): OwnState {
  const state = stateOfCollection(view, request);
  return state === "failed" || state === "over" ? "refused" : state;
}

/** Of what opens an address: the address, which may have failed here. Of a change: what was asked, which was accepted. */
function stateOfAddress(
  view: Pick<ShardView, "get">,
  { realm, subject, request }: ProviderRequestDocument,
): OwnState {
  const { action } = request as { action: AddressAction };
  if (action !== "open") return CHANGED[action].status;
  const [, suffix = ""] = subject.id.split("_");
  const value = view.get(LEDGER_TABLE.financialAddress, realm, suffix);
  if (value === undefined) return "over";
  const { status, failure } = decodeDocument<FinancialAddressDocument>(value);
  if (status === "pending") return "processing";
  if (status !== "failed") return "active";
  // The bank has opened it, and the address has failed here all the same.
  return isOwnFault(failure?.code) ? "over" : "failed";
}
