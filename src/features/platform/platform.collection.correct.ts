/**
 * platform.collection.correct: the operator books what a bank has done with a collection of live, where something else was heard first: it has
 * collected after all, has never collected, or has the money no longer. Nothing tells these apart but the bank itself, so the operator asks it before.
 */
import { Type } from "@sinclair/typebox";
import { declareWrite } from "../../contract/declare/operation.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { Id } from "../../contract/values/formats.ts";
import { CORRECTED_ENDS, correctionFacts } from "../collection/collection_correction.ts";
import type { CollectingState } from "../collection/collection_facts.ts";
import {
  collectionNotFound,
  collectionResource,
  collections,
} from "../collection/collection_noun.ts";
import { Collection } from "../collection/collection_schema.ts";
import { attemptContext } from "../provider_request/provider_request_changes.ts";
import { PROVIDER_REQUEST_PREFIX } from "../provider_request/provider_request_document.ts";
import type { ProviderRequestState } from "../provider_request/provider_request_state.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import { correctedInFeed, correctionBody } from "./corrected_in_feed.ts";
import { operatorOf } from "./operator_note.ts";
import { BY_OPERATOR } from "./platform_operation.ts";

export const platformCollectionCorrect = declareWrite<CollectingState & ProviderRequestState>()({
  ...BY_OPERATOR,
  id: "platform.collection.correct",
  summary:
    "Book what a bank has done with a collection against what was heard first, as the platform",
  http: { method: "POST", path: "/platform/collections/{collectionId}/correct" },
  // No `environment`: such an operation works in Products of every status, and the command asks for live.
  acts: { on: "product", by: "collectionId" },
  path: collections.path,
  body: Type.Composite(
    [
      correctionBody("PlatformCollectionCorrection", CORRECTED_ENDS),
      Type.Object({
        providerRequestId: Type.Optional(
          described(
            Id(PROVIDER_REQUEST_PREFIX),
            "The request of the attempt that is meant; without it the last by which a bank was asked.",
          ),
        ),
      }),
    ],
    { title: "PlatformCollectionCorrection", additionalProperties: false },
  ),
  output: Collection,
  refusals: ["collection_not_found", "state_conflict", "ledger_unavailable"],
  events: [
    "collection.collected",
    "collection.returned",
    "collection.updated",
    "consent.consumed",
    "transfer.posted",
    "account.created",
  ],
  prepare: operatorOf,
  decide(state, { collectionId, ...input }, context) {
    const { realm } = context;
    const resource = { type: "collection", id: collectionId };
    const collection = state.collections.byId(realm, collectionId);
    const booking = attemptContext(context, productClockMs(state, context));
    const came =
      collection === undefined
        ? collectionNotFound(collectionId)
        : correctionFacts(state, collection, input, booking);
    return correctedInFeed(
      { operation: "platform.collection.correct", resource, input },
      came,
      (facts) => {
        const after = collections.lastIn(facts);
        return after && collectionResource(after, context.principal);
      },
      context,
    );
  },
});
