/** Which requests stand in a message: those that wait for one, and whose payout or collection is still to be carried out. */
import type { CollectingState } from "../collection/collection_facts.ts";
import { requestIdOf } from "../collection/collection_request.ts";
import type { PayingState } from "../payout/payout_changes.ts";
import { isOpenPayout } from "../payout/payout_document.ts";
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
  rail: string;
  currency: string;
  sequence?: "first" | "recurrent";
};

/** What was ordered by a request, and the group that it belongs to. */
export function groupOf({ provider, kind, request }: ProviderRequestDocument): OrderGroup {
  const { rail, currency, mandate } = request as OrderedRequest;
  const sequence = mandate?.sequence;
  const group = { provider, kind: kind as OrderKind, rail, currency };
  return sequence === undefined ? group : { ...group, sequence };
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
    if (request?.file !== "waiting" || !isOfGroup(request, group)) continue;
    const standing = standingOf(state, request);
    if (standing === "open") taken.push(request);
    else if (standing === "over") over.push(request);
  }
  return { taken, over };
}

/** `held`: somebody is about to call it back, and the bank, which has not seen it, has not answered yet. */
function standingOf(
  state: FilingState,
  { realm, providerRequestId, subject }: ProviderRequestDocument,
): "open" | "held" | "over" {
  if (subject.type === "payout") {
    const payout = state.payouts.byId(realm, subject.id);
    if (payout === undefined || !isOpenPayout(payout)) return "over";
    return payout.cancelRequestId === undefined ? "open" : "held";
  }
  const collection = state.collections.byId(realm, subject.id);
  const attempt = collection?.attempts.findLast((one) => requestIdOf(one) === providerRequestId);
  return attempt?.outcome === "processing" ? "open" : "over";
}

function isOfGroup(request: ProviderRequestDocument, group: OrderGroup): boolean {
  const own = groupOf(request);
  return (["provider", "kind", "rail", "currency", "sequence"] as const).every(
    (member) => own[member] === group[member],
  );
}
