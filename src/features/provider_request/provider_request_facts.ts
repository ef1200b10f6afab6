/**
 * The facts about requests to providers, each with the whole request as it then is, and about armed faults.
 * None has events: what happens to a request is told as what happens to its subject.
 */
import { invariant } from "../../base/invariant.ts";
import { type EventsOf, noEvents } from "../../contract/declare/event.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import type { EndedBy } from "../../contract/declare/registry.ts";
import { declareFacts } from "../document_facts.ts";
import type { FactOf } from "../noun.ts";
import { type ProviderFaultMode, providerFaultKey } from "./provider_fault.ts";
import {
  keyOfRequest,
  type ProviderRequestDocument,
  placeOfRequest,
} from "./provider_request_document.ts";
import type { ProviderRequestState } from "./provider_request_state.ts";

export const ofRequests = declareFacts<ProviderRequestDocument>()({
  noun: "provider_request",
  happenings: {
    made: {},
    attempted: {},
    answered: {},
    abandoned: {},
    resumed: {},
    asked: {},
    told: {},
    /** It stands in a file for its bank, or will stand in none. */
    filed: {},
  },
});
export type ProviderRequestFact = FactOf<typeof ofRequests>;

/** What is armed takes the place of what was; a count of 0 leaves nothing armed. */
export type ProviderFaultArmed = {
  kind: "provider_fault.armed.1";
  provider: string;
  mode: ProviderFaultMode;
  count: number;
};

/** An attempt has met a fault that was armed. */
export type ProviderFaultTaken = { kind: "provider_fault.taken.1"; provider: string };

const put: Apply<ProviderRequestState> = (state, fact, { realm }) => {
  const { providerRequest } = fact as ProviderRequestFact;
  const key = keyOfRequest(providerRequest.providerRequestId);
  state.providerRequests.set(key, { realm, ...providerRequest });
};

export const providerRequestFacts: Record<string, Apply<ProviderRequestState>> = {
  ...ofRequests.byKind(() => put),
  "provider_fault.armed.1": ({ providerFaults }, fact, { realm }) => {
    const { provider, mode, count } = fact as ProviderFaultArmed;
    const key = providerFaultKey(realm, provider);
    if (count > 0) providerFaults.set(key, { realm, provider, mode, count });
    else if (providerFaults.get(realm, key) !== undefined) providerFaults.remove(key);
  },
  "provider_fault.taken.1": ({ providerFaults }, fact, { realm }) => {
    const key = providerFaultKey(realm, (fact as ProviderFaultTaken).provider);
    const armed = providerFaults.get(realm, key);
    invariant(armed !== undefined, "a fault that an attempt takes was armed");
    if (armed.count > 1) providerFaults.set(key, { ...armed, count: armed.count - 1 });
    else providerFaults.remove(key);
  },
};

/** What gives a request up ends the work of the record that made it, also where nobody was asked yet. */
export const endsOfRequests: Readonly<Record<string, EndedBy>> = {
  "provider_request.abandoned.1": (fact) =>
    placeOfRequest((fact as ProviderRequestFact).providerRequest.providerRequestId),
};

export const providerRequestEvents: Record<string, EventsOf> = Object.fromEntries(
  Object.keys(providerRequestFacts).map((kind) => [kind, noEvents]),
);
