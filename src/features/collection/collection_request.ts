/** What a bank is asked of a collection, as it is recorded: nothing personal, which is put in when the bank is asked. */
import { suffixOf } from "../../base/id.ts";
import type { DebitRail } from "../../rails/debits.ts";
import type { ConsentDocument } from "../consent/consent_document.ts";
import {
  PROVIDER_REQUEST_PREFIX,
  type ProviderRequestDocument,
} from "../provider_request/provider_request_document.ts";
import type { CollectionAttempt, CollectionDocument } from "./collection_document.ts";

export type CollectionRequest = {
  action: "collect";
  collectionId: string;
  /** Minor units, decimal. */
  amount: string;
  currency: string;
  rail: DebitRail;
  /** As answers call the beneficiary that is debited. */
  beneficiaryId: string;
  mandate: {
    reference: string;
    /** When the customer agreed: real time, ISO 8601. */
    acceptedAt: string;
    /** `first` where the bank has collected nothing by the mandate, and is asked for nothing else by it. */
    sequence: "first" | "recurrent";
  };
};

type Asked = Pick<ProviderRequestDocument, "kind" | "provider" | "subject" | "request">;

/** The request that the provider collects. */
export function collectingOf(
  { collectionId, amountMinor, currency }: CollectionDocument,
  { mandate, underWay }: ConsentDocument & Required<Pick<ConsentDocument, "mandate">>,
  { provider, acceptedAt }: { provider: string; acceptedAt: string },
): Asked {
  const { beneficiaryId, reference, rail, isUsed } = mandate;
  const isFirst = isUsed !== true && (underWay?.count ?? 0) === 0;
  const request: CollectionRequest = {
    ...{ action: "collect", collectionId, amount: amountMinor, currency, rail, beneficiaryId },
    mandate: { reference, acceptedAt, sequence: isFirst ? "first" : "recurrent" },
  };
  return {
    kind: "collection",
    provider,
    subject: { type: "collection", id: collectionId },
    request,
  };
}

/** The request of an attempt: both are made by one record. */
export function requestIdOf({ operationId }: Pick<CollectionAttempt, "operationId">): string {
  return `${PROVIDER_REQUEST_PREFIX}_${suffixOf("op", operationId)}`;
}
