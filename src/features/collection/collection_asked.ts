/**
 * An attempt by a mandate: a bank is asked, in the record that says so. No money moves before the bank says that it has it, and the use
 * of the consent counts from now on.
 */
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import type { Acceptance, DecisionContext } from "../../contract/declare/operation.ts";
import { actorText } from "../../contract/records/actor.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import { debitSettlement } from "../../rails/debits.ts";
import { askedFact } from "../consent/consent_used.ts";
import type { ProviderState } from "../provider/provider_state.ts";
import { newRequest } from "../provider_request/provider_request_changes.ts";
import { ofRequests } from "../provider_request/provider_request_facts.ts";
import { providerFor } from "../provider_request/serving_provider.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import { refuseDestination } from "../transfer/transfer_party.ts";
import { consentOf } from "./collection_authority.ts";
import { withoutFailure } from "./collection_change.ts";
import type { CollectionDocument } from "./collection_document.ts";
import type { CollectingState } from "./collection_facts.ts";
import { collections } from "./collection_noun.ts";
import { collectingOf } from "./collection_request.ts";
import type { CollectingSight } from "./collection_sight.ts";

/** Codes of `askedNow` that no attempt has which moves money at once. */
export const ASKED_REFUSALS = ["state_constraint_failed"] as const;

type AskedRefusal = Refusal<
  "state_constraint_failed" | "account_frozen" | "destination_account_status_forbidden"
>;

/** Asks the bank for the money; or says what stands against that. */
export function askedNow(
  state: CollectingState & ProviderState,
  before: CollectionDocument,
  context: DecisionContext,
): Acceptance | AskedRefusal {
  const asked = askedOf(state, before, productClockMs(state, context), context);
  if (asked.refused) return asked;
  const { after, facts } = asked;
  return collections.acceptChange("processing", before, after, context, facts);
}

/** The collection that a bank is asked for. `facts`: the use of its consent, and the request. */
export type AskedCollection = {
  refused: false;
  after: CollectionDocument;
  facts: readonly Fact[];
};

/** What the asking knows of the record that it stands in. */
export type AskingContext = Pick<
  DecisionContext,
  "realm" | "nowMs" | "actor" | "principal" | "newId"
>;

/** As `askedNow`, without the fact of the collection. `before`: it may not be on record yet. `clockMs`: the Product's clock. */
export function askedOf(
  state: CollectingSight,
  before: CollectionDocument,
  clockMs: number,
  context: AskingContext,
): AskedCollection | AskedRefusal {
  const { realm, principal, nowMs, newId } = context;
  const { rail, destinationAccountId = "" } = before;
  const consent = consentOf(state, before);
  const { mandate, evidence } = consent;
  invariant(rail !== undefined && mandate !== undefined, "a bank is asked by a mandate");
  const served = providerFor(state, principal.environment, "collection");
  if (served.refused) return served;
  const unfit = refuseDestination(
    state.accounts,
    state.accounts.ordinalOf(realm, destinationAccountId),
  );
  if (unfit !== undefined) return unfit;
  const { provider } = served;
  const acceptedAt = isoTime(evidence.acceptedAtMs ?? consent.createdAtMs);
  const asked = collectingOf(before, { ...consent, mandate }, { provider, acceptedAt });
  const request = newRequest(asked, clockMs, context);
  const attempt = { atMs: clockMs, operationId: newId("op"), outcome: "processing" } as const;
  const after = {
    ...withoutFailure(before),
    provider,
    attempts: [...before.attempts, attempt],
    expectedSettlementDate: debitSettlement(rail, clockMs).arrivesOn,
    status: "processing",
  } as const;
  const changedBy = actorText(context.actor);
  const used = askedFact(consent, BigInt(before.amountMinor), { nowMs, clockMs, changedBy });
  return { refused: false, after, facts: [used, ofRequests.fact("made", request)] };
}
