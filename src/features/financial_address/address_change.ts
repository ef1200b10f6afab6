/** What is asked of a provider about an address that it has opened: refusals, the request, and the ending. */
import { invariant } from "../../base/invariant.ts";
import type { Ending } from "../../contract/declare/ending.ts";
import { type Acceptance, accept, type DecisionContext } from "../../contract/declare/operation.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { newRequest } from "../provider_request/provider_request_changes.ts";
import {
  keyOfRequest,
  PROVIDER_REQUEST_PREFIX,
} from "../provider_request/provider_request_document.ts";
import {
  endingOfRequest,
  type ReadableRequests,
  resumeInputOf,
} from "../provider_request/provider_request_ending.ts";
import { ofRequests } from "../provider_request/provider_request_facts.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import { changedReply } from "./address_replies.ts";
import type {
  FinancialAddressDocument,
  FinancialAddressStatus,
  LaterAction,
} from "./financial_address_document.ts";
import { type FinancialAddressState, financialAddresses } from "./financial_address_noun.ts";

/** The refusals of an operation that asks a provider to change an address, behind those of the address and account. */
export const CHANGE_REFUSALS = [
  "provider_egress_rejected",
  "provider_egress_failed",
  "ledger_unavailable",
] as const;

/**
 * `financial_address_lifecycle_status_forbidden` unless the address is in one of the `allowed` statuses and its provider
 * is asked nothing else about it.
 */
export function refuseLifecycle(
  { financialAddressId, status, asked }: FinancialAddressDocument,
  allowed: readonly FinancialAddressStatus[],
): Refusal<"financial_address_lifecycle_status_forbidden"> | undefined {
  const code = "financial_address_lifecycle_status_forbidden";
  const details = { financialAddressId, status, allowed: [...allowed] };
  if (asked !== undefined) {
    const message = `the provider of financial address ${financialAddressId} is asked to ${asked.action} it, and has not answered`;
    const receiptId = `rcpt_${keyOfRequest(asked.providerRequestId)}`;
    return refuse(code, message, { ...details, receiptId });
  }
  if (allowed.includes(status)) return undefined;
  const expected = allowed.join(" or ");
  const message = `financial address ${financialAddressId} is ${status}; allowed is ${expected}`;
  return refuse(code, message, details);
}

/** Accepts that the provider is asked: the address says so, and stays as it is until the provider has accepted. */
export function acceptAsking(
  state: FinancialAddressState,
  before: FinancialAddressDocument,
  action: LaterAction,
  context: DecisionContext,
): Acceptance {
  const { financialAddressId, provider } = before;
  const effectId = financialAddressId.replace(/^fa/, PROVIDER_REQUEST_PREFIX);
  const request = newRequest(
    {
      kind: "address",
      provider,
      subject: { type: "financial_address", id: financialAddressId },
      request: { action, financialAddressId, effectId },
    },
    productClockMs(state, context),
    context,
  );
  const asked = { action, providerRequestId: request.providerRequestId };
  return accept([
    financialAddresses.fact("asked", { ...before, asked }),
    ofRequests.fact("made", request),
  ]);
}

type ChangeEnding = Ending<"provider_egress_rejected" | "provider_egress_failed">;

/** How the work of such an operation goes on after its record. */
export const askedWork = {
  endOf(record: StoredRecord, names: RealmNames, state: ReadableRequests) {
    const ending = endingOfRequest(record, state, (request) =>
      changedReply(record, names, request),
    );
    const code =
      ending === undefined || ending.kind === "succeeded" ? undefined : ending.refusal.code;
    invariant(code !== "state_constraint_failed", "nothing gives up the change of an address");
    return ending as ChangeEnding | undefined;
  },
  resumedBy: { operation: "provider_request.resume", inputOf: resumeInputOf },
};
