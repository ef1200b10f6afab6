/**
 * The answers to those who have asked for an address, or for a change of one, once the provider has accepted: the
 * address as it was then, whatever has become of it since.
 */
import { invariant } from "../../base/invariant.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import type { ProviderRequestDocument } from "../provider_request/provider_request_document.ts";
import {
  afterAnswer,
  providerRequestsOf,
  type ReadableRequests,
  timeOfAnswer,
} from "../provider_request/provider_request_ending.ts";
import {
  type FinancialAddressDocument,
  inStatus,
  type LaterAction,
} from "./financial_address_document.ts";
import { financialAddresses, financialAddressResource } from "./financial_address_noun.ts";

/** The addresses, in the memory of the shard or in a snapshot. */
export type ReadableAddresses = {
  financialAddresses: { byId(realm: number, id: string): FinancialAddressDocument | undefined };
};

/** The addresses and requests that the answer to an opening is made of, as a snapshot shows them. */
export function openingsOf(snapshot: Snapshot): ReadableAddresses & ReadableRequests {
  return {
    ...providerRequestsOf(snapshot),
    financialAddresses: {
      byId: (realm, id) => financialAddresses.find(snapshot, realm, id)?.document,
    },
  };
}

/** The status that a change leads to, and the name of its event. */
export const CHANGED = {
  disable: { status: "disabled", event: "disabled" },
  enable: { status: "active", event: "enabled" },
  retire: { status: "retired", event: "retired" },
} as const satisfies Record<LaterAction, object>;

/** The address once the provider has accepted the change that it was asked for. */
export function changedAddress(
  { asked, ...before }: FinancialAddressDocument,
  nowMs: number,
): FinancialAddressDocument {
  invariant(asked !== undefined, "an address that is changed says what its provider is asked");
  return inStatus(before, CHANGED[asked.action].status, nowMs);
}

/** The answer to an opening, as JSON text: nothing but the answer of the provider has changed the address by then. */
export function openedReply(
  record: StoredRecord,
  names: RealmNames,
  request: ProviderRequestDocument,
  state: ReadableAddresses,
): string {
  const made = addressIn(record);
  const now = state.financialAddresses.byId(record.realm, made.financialAddressId);
  invariant(now !== undefined, "an address that was made is there");
  const { answered, details, failure } = now;
  // Only news came after the answer: it showed the address as it was made.
  if (answered === undefined) return shown(made, names);
  const outcome = answered === "active" ? { details } : { failure };
  const then = { ...made, ...outcome } as FinancialAddressDocument;
  return shown(after(then, answered, request), names);
}

/** The answer to a change, as JSON text: nothing else changes an address while its provider is asked. */
export function changedReply(
  record: StoredRecord,
  names: RealmNames,
  request: ProviderRequestDocument,
): string {
  const { asked, ...before } = addressIn(record);
  invariant(asked !== undefined, "the record of a change has what the provider is asked");
  return shown(after(before, CHANGED[asked.action].status, request), names);
}

/** The address after the one change that the answer of the provider made. */
function after(
  before: FinancialAddressDocument,
  status: FinancialAddressDocument["status"],
  request: ProviderRequestDocument,
): FinancialAddressDocument {
  return afterAnswer(inStatus(before, status, timeOfAnswer(request)), request);
}

function shown(address: FinancialAddressDocument, names: RealmNames): string {
  return JSON.stringify(financialAddressResource(address, names));
}

function addressIn(record: StoredRecord): FinancialAddressDocument {
  const address = record.facts.map(financialAddresses.of).find((found) => found !== undefined);
  invariant(address !== undefined, "the record of a request about an address has the address");
  return { realm: record.realm, ...address };
}
