/** collection.collect: takes the money of a collection now, before its time. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import type { ProviderState } from "../provider/provider_state.ts";
import { providerRequestsOf, resumeInputOf } from "../provider_request/provider_request_ending.ts";
import { ASKED_REFUSALS, askedNow } from "./collection_asked.ts";
import {
  ATTEMPT_EVENTS,
  AUTHORITY_REFUSALS,
  collectedNow,
  failedAttempt,
  MONEY_REFUSALS,
  refuseAuthority,
} from "./collection_attempt.ts";
import { refuseStatus } from "./collection_change.ts";
import { endingOfCollect } from "./collection_ending.ts";
import type { CollectingState } from "./collection_facts.ts";
import { collectionNotFound, collections } from "./collection_noun.ts";
import { Collection } from "./collection_schema.ts";

export const collectionCollect = declareWrite<CollectingState & ProviderState>()({
  id: "collection.collect",
  summary: "Collect now",
  description:
    "Takes the money of a collection that is `scheduled`, whatever its `dueAt`. By a mandate a bank is asked: the answer comes when the bank has accepted or refused, the collection is `processing`, and after a `provider_egress_failed` the same request with the same key asks again, and nothing is collected twice. Where customer, access or consent do not allow it now, nothing is tried and the collection stays `scheduled`. Where an account is frozen or closed, or money is missing, that is an attempt: the answer is the refusal, and the collection is `failed`.",
  http: { method: "POST", path: "/collections/{collectionId}/collect" },
  principals: PRODUCT_CALLERS,
  scope: "collections:write",
  path: collections.path,
  output: Collection,
  refusals: [
    "collection_not_found",
    "collection_status_forbidden",
    ...AUTHORITY_REFUSALS,
    ...ASKED_REFUSALS,
    ...MONEY_REFUSALS,
    "provider_egress_rejected",
    "provider_egress_failed",
    "ledger_unavailable",
  ],
  events: ATTEMPT_EVENTS,
  decide(state, { collectionId }, context) {
    const before = state.collections.byId(context.realm, collectionId);
    if (before === undefined) return collectionNotFound(collectionId);
    const refusal = refuseStatus(before, ["scheduled"]) ?? refuseAuthority(state, before, context);
    if (refusal !== undefined) return refusal;
    const answer =
      before.rail === undefined
        ? collectedNow(state, before, context)
        : askedNow(state, before, context);
    // Where nobody is there to be asked, nothing was tried.
    if (!answer.refused || answer.code === "state_constraint_failed") return answer;
    return failedAttempt(state, before, answer, context);
  },
  lasting: {
    endOf: endingOfCollect,
    resumedBy: { operation: "provider_request.resume", inputOf: resumeInputOf },
  },
  replyState: providerRequestsOf,
});
