/**
 * What the platform has on record of a provider, for the comparison with the provider's own book: every request
 * of live to it, in the views of all ledger shards, and how far its verification is.
 */
import { setImmediate as turn } from "node:timers/promises";
import { decodeDocument } from "../contract/tables/table.ts";
import {
  isOpenVerification,
  type VerificationDocument,
} from "../features/entity/verification_document.ts";
import type { ProviderRequestDocument } from "../features/provider_request/provider_request_document.ts";
import { LEDGER_TABLE } from "../features/table_codes.ts";
import type { OwnEffect, OwnState } from "../outbox/reconciliation.ts";
import type { ShardView } from "../views/shard_view.ts";
import { liveRealmsOf } from "./provider_shard.ts";

/** Requests that are read at once; then others have their turn in this thread. */
const PART = 500;
/** Sorts right behind the text that it follows. */
const BEHIND = "\0";

/**
 * The requests of live to the provider, each once, as the view shows them when it is its turn. `mayRead`: throws
 * once the views are about to be closed; asked each time before a view is read.
 */
export async function* requestsTo(
  provider: string,
  views: readonly ShardView[],
  mayRead: () => void,
): AsyncGenerator<OwnEffect> {
  for (const view of views) {
    mayRead();
    view.refreshed();
    for (const realm of liveRealmsOf(view)) {
      for (let from: string | undefined = ""; from !== undefined; ) {
        await turn();
        mayRead();
        view.refreshed();
        const part = partOf(view, realm, from, provider);
        yield* part.effects;
        from = part.next;
      }
    }
  }
}

function partOf(view: ShardView, realm: number, from: string, provider: string) {
  const effects: OwnEffect[] = [];
  let read = 0;
  for (const { key, value } of view.ascend(LEDGER_TABLE.providerRequest, realm, { from })) {
    const request = decodeDocument<ProviderRequestDocument>(value);
    if (request.provider === provider) effects.push(ownEffect(view, request));
    if (++read === PART) return { effects, next: key + BEHIND };
  }
  return { effects, next: undefined };
}

function ownEffect(view: ShardView, request: ProviderRequestDocument): OwnEffect {
  const { providerRequestId: effectId, answer } = request;
  const providerReference = answer?.providerReference;
  const state = stateOf(view, request);
  return { effectId, state, ...(providerReference !== undefined && { providerReference }) };
}

function stateOf(view: ShardView, { status, realm, subject }: ProviderRequestDocument): OwnState {
  switch (status) {
    case "waiting":
    case "unknown":
      return "unanswered";
    case "refused":
    case "abandoned":
      return status;
    case "accepted":
      return stateOfVerification(view, realm, subject.id);
  }
}

function stateOfVerification(view: ShardView, realm: number, verificationId: string): OwnState {
  const [, suffix = ""] = verificationId.split("_");
  const value = view.get(LEDGER_TABLE.verification, realm, suffix);
  if (value === undefined) return "over";
  const verification = decodeDocument<VerificationDocument>(value);
  const { status, outcome } = verification;
  if (status === "verified") return "verified";
  if (status === "failed") return outcome === "rejected" ? "rejected" : "over";
  if (!isOpenVerification(verification)) return "over";
  return status === "requires_input" ? "requires_input" : "processing";
}
