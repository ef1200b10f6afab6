/** The feature of consents: what customers have agreed to. */
import type { Feature } from "../../contract/declare/feature.ts";
import type { BeneficiaryPart } from "../beneficiary/beneficiary_noun.ts";
import type { ProviderState } from "../provider/provider_state.ts";
import { consentConfirm } from "./consent.confirm.ts";
import { consentCreate } from "./consent.create.ts";
import { consentExpire } from "./consent.expire.ts";
import { consentReject } from "./consent.reject.ts";
import { consentRevoke } from "./consent.revoke.ts";
import { consentExamples } from "./consent_examples.ts";
import { type ConsentState, consentList, consentRetrieve, consents } from "./consent_noun.ts";
import { consentWords } from "./consent_words.ts";

export const consentFeature = {
  tag: {
    name: "Consents",
    description: "What customers have agreed to: standing authority, within limits.",
  },
  words: consentWords,
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
  ...consents.manifest,
  due: [consents.atDeadlines("consent.expiry", "consent.expire")],
} satisfies Feature<ConsentState & BeneficiaryPart & ProviderState>;
