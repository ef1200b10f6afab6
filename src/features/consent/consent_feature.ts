/** The feature of consents: what customers have agreed to. */
import type { Feature } from "../../contract/feature.ts";
import { dueAtDeadlines } from "../../contract/resource_facts.ts";
import { consentConfirm } from "./consent.confirm.ts";
import { consentCreate } from "./consent.create.ts";
import { consentExpire } from "./consent.expire.ts";
import { consentList } from "./consent.list.ts";
import { consentReject } from "./consent.reject.ts";
import { consentRetrieve } from "./consent.retrieve.ts";
import { consentRevoke } from "./consent.revoke.ts";
import { consentEvents, consentEventTypes } from "./consent_events.ts";
import { consentExamples } from "./consent_examples.ts";
import { consentFacts } from "./consent_facts.ts";
import { consents } from "./consent_resource.ts";
import { type ConsentState, createConsentState } from "./consent_state.ts";

export const consentFeature = {
  tag: {
    name: "Consents",
    description: "What customers have agreed to: standing authority, within limits.",
  },
  operations: [
    consentCreate,
    consentConfirm,
    consentReject,
    consentRevoke,
    consentExpire,
    consentList,
    consentRetrieve,
  ],
  examples: consentExamples,
  events: consentEventTypes,
  resources: [consents],
  facts: consentFacts,
  eventsOf: consentEvents,
  createState: createConsentState,
  tables: (state) => [state.consents],
  due: [
    dueAtDeadlines(
      "consent.expiry",
      (state: ConsentState) => state.consents,
      (consentId) => ({ operation: "consent.expire", input: { consentId } }),
    ),
  ],
} satisfies Feature<ConsentState>;
