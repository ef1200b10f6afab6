/** Which requests stand in a message: those that wait for one, and whose payout or collection is still to be carried out. */
import type { CollectingState } from "../collection/collection_facts.ts";
import { requestIdOf } from "../collection/collection_request.ts";
import type { PayingState } from "../payout/payout_changes.ts";
import { isOpenPayout } from "../payout/payout_document.ts";
import type { PayoutRequest } from "../payout/payout_request.ts";
import type { ProviderState } from "../provider/provider_state.ts";
import {
  keyOfRequest,
  type ProviderRequestDocument,
} from "../provider_request/provider_request_document.ts";
import type { OrderKind } from "./bank_message_document.ts";
import type { BankMessageState } from "./bank_message_state.ts";

/** What a message is made of. */
export type FilingState = PayingState & CollectingState & ProviderState & BankMessageState;

/** What a bank is asked in an order, as far as it says where the order belongs. */
export type OrderedRequest = {
  amount: string;
  currency: string;
  rail: string;
  mandate?: { sequence: "first" | "recurrent" };
};

export type OrderGroup = {
  provider: string;
  kind: OrderKind;
  /** Of requests that call payouts back. */
  action?: "cancel";
  rail: string;
  currency: string;
  sequence?: "first" | "recurrent";
};

/** The id of the request that ordered the payout which a request calls back; undefined of one that orders. */
export function calledBackBy({ kind, request }: ProviderRequestDocument): string | undefined {
  const { action, effectId } = request as PayoutRequest;
  return kind === "payout" && action === "cancel" ? effectId : undefined;
}

/** The group that a request belongs to. `ordering`: the request that ordered what it calls back, where it calls something back. */
export function groupOf(
  request: ProviderRequestDocument,
  ordering: ProviderRequestDocument,
): OrderGroup {
  const { rail, currency, mandate } = ordering.request as OrderedRequest;
  const sequence = mandate?.sequence;
  const group = { provider: request.provider, kind: request.kind as OrderKind, rail, currency };
  if (request !== ordering) return { ...group, action: "cancel" };
  return sequence === undefined ? group : { ...group, sequence };
}

/** The request that ordered what a request is about: itself, or of one that calls a payout back that which the bank has in a file. */
export function orderingOf(
  { providerRequests }: Pick<FilingState, "providerRequests">,
  request: ProviderRequestDocument,
): ProviderRequestDocument | undefined {
  const orderedId = calledBackBy(request);
  if (orderedId === undefined) return request;
  return providerRequests.get(request.realm, keyOfRequest(orderedId));
}

/**
 * Of the requests that were named: those that the message takes, in their order, and those that are over, so that no message ever takes them. What is in
 * another message, of another group, or about to be called back is in neither.
 */
export function ordersOf(
  state: FilingState,
  realm: number,
  group: OrderGroup,
  requestIds: readonly string[],
): { taken: ProviderRequestDocument[]; over: ProviderRequestDocument[] } {
  const taken: ProviderRequestDocument[] = [];
  const over: ProviderRequestDocument[] = [];
  for (const requestId of new Set(requestIds)) {
    const request = state.providerRequests.get(realm, keyOfRequest(requestId));
    const ordering = request && orderingOf(state, request);
    if (request?.file !== "waiting" || ordering === undefined) continue;
    if (!isOfGroup(groupOf(request, ordering), group)) continue;
    const standing = standingOf(state, request);
    if (standing === "open") taken.push(request);
    else if (standing === "over") over.push(request);
  }
  return { taken, over };
}

/** `held`: somebody is about to call it back, and the bank, which has not seen it, has not answered yet. */
function standingOf(
  state: FilingState,
  request: ProviderRequestDocument,
): "open" | "held" | "over" {
  const { realm, providerRequestId, subject } = request;
  if (subject.type === "payout") {
    const payout = state.payouts.byId(realm, subject.id);
    if (payout === undefined || !isOpenPayout(payout)) return "over";
    if (calledBackBy(request) !== undefined) {
      return payout.cancelRequestId === providerRequestId ? "open" : "over";
    }
    return payout.cancelRequestId === undefined ? "open" : "held";
  }
  const collection = state.collections.byId(realm, subject.id);
  const attempt = collection?.attempts.findLast((one) => requestIdOf(one) === providerRequestId);
  return attempt?.outcome === "processing" ? "open" : "over";
}

function isOfGroup(own: OrderGroup, group: OrderGroup): boolean {
  return (["provider", "kind", "action", "rail", "currency", "sequence"] as const).every(
    (member) => own[member] === group[member],
  );
}
