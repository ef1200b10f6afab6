/** Codes of providers and of what they confirm. */
import { declareCodes, optional, RESOURCE, TEXT, TEXTS } from "../error_code.ts";
import { idOf } from "../example_values.ts";

const CONFIRMATION = idOf("conf");
const PAYOUT = idOf("po");

export const OUTSIDE_CODES = declareCodes({
  provider_outcome_unsupported: {
    httpStatus: 400,
    cause: "The named provider never reports the given outcome.",
    action: "Use one of `details.supported`.",
    remediation: "Take the outcomes of each provider from `catalog.provider.list`.",
    details: { provider: TEXT, outcome: TEXT, supported: TEXTS },
    exampleMessage: "simulator says verified, rejected or requires_input, not passed",
    exampleDetails: {
      provider: "simulator",
      outcome: "passed",
      supported: ["verified", "rejected", "requires_input"],
    },
  },
  external_confirmation_not_found: {
    httpStatus: 404,
    cause: "No external confirmation with this id exists in this tenant and environment.",
    action: "Find it with `external_confirmation.list` by provider and reference.",
    remediation: "Keep the `externalConfirmationId` that recording it returned.",
    details: { externalConfirmationId: TEXT },
    exampleMessage: `no external confirmation ${CONFIRMATION} in this Product and environment`,
    exampleDetails: { externalConfirmationId: CONFIRMATION },
  },
  external_confirmation_conflict: {
    httpStatus: 409,
    cause: "The provider's reference is already recorded with other facts.",
    action: "Read the recorded confirmation and compare `details.mismatched`.",
    remediation: "Pass on the provider's reference and facts unchanged.",
    details: { externalConfirmationId: TEXT, mismatched: TEXTS },
    exampleMessage: "simulator has confirmed STATEMENT-31-7 with other facts: amount",
    exampleDetails: { externalConfirmationId: CONFIRMATION, mismatched: ["amount"] },
  },
  external_confirmation_resource_conflict: {
    httpStatus: 409,
    cause: "The resource is already confirmed otherwise, or contradicts the confirmation.",
    action: "Read the resource and the confirmation on record, and reconcile them.",
    remediation: "Confirm each resource once, from one source.",
    details: {
      externalConfirmationId: optional(TEXT),
      resource: RESOURCE,
      mismatched: optional(TEXTS),
    },
    exampleMessage: `${PAYOUT} is posted, which contradicts failed`,
    exampleDetails: { resource: { type: "payout", id: PAYOUT } },
  },
  provider_egress_rejected: {
    httpStatus: 422,
    cause: "The outside provider refused the request for a business reason.",
    action: "Read `details.providerCode`, correct what it names, and use a new key.",
    remediation: "Validate the data that the provider checks before submitting it.",
    details: { provider: TEXT, providerCode: TEXT },
    exampleMessage: "provider simulator refused: rejected",
    exampleDetails: { provider: "simulator", providerCode: "rejected" },
  },
  provider_egress_failed: {
    httpStatus: 502,
    cause: "The provider could not be reached or failed after the intent was recorded.",
    action: "Send the same request with the same key until it has an outcome.",
    remediation: "Follow the resource's events; the platform keeps pursuing the step.",
    retryable: true,
    idempotencySafe: false,
    details: { provider: TEXT, receiptId: TEXT },
    exampleMessage:
      "provider simulator gave no answer; the same request with the same key asks again",
    exampleDetails: { provider: "simulator", receiptId: idOf("rcpt") },
  },
});
