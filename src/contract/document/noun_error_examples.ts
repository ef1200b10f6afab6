/** One refusal of each code of programs, objects, decisions, consents and collections (`error_examples.ts`). */
import { exampleIdSuffix, placeOf } from "../../base/id.ts";
import type { ErrorCode } from "../refusals/error_catalog.ts";
import type { DetailsByCode } from "../refusals/error_details.ts";

type Example<C extends ErrorCode> = { message: string; details: DetailsByCode[C] };

const TIME = "2026-01-31T09:30:00.000Z";
const idOf = (prefix: string, place = 0) =>
  `${prefix}_${exampleIdSuffix(Date.parse(TIME), placeOf(1, place))}`;
const OBJECT = idOf("obj");
const ORDER = idOf("obj", 1);
const DECISION = idOf("dec");
const CONSENT = idOf("cons");
const COLLECTION = idOf("coll");
const ACCOUNT = idOf("acct");
const CUSTOMER = idOf("cust");
const TRANSFER = idOf("tr");

export const NOUN_EXAMPLES = {
  aggregate_condition_unmet: {
    message: "agg.repaid == let.owed does not hold: repaid is 4000",
    details: { aggregate: "repaid", expected: "10000", actual: "4000" },
  },
  collection_authorization_unverified: {
    message: `the evidence of consent ${CONSENT} is not verified`,
    details: { collectionId: COLLECTION, consentId: CONSENT },
  },
  collection_not_found: {
    message: `no collection ${COLLECTION} in this Product and environment`,
    details: { collectionId: COLLECTION },
  },
  collection_status_forbidden: {
    message: `collection ${COLLECTION} is collected; allowed is scheduled or failed`,
    details: {
      collectionId: COLLECTION,
      status: "collected",
      allowed: ["scheduled", "failed"],
    },
  },
  collection_transfer_mismatch: {
    message: `transfer ${TRANSFER} has another amount than collection ${COLLECTION}`,
    details: { collectionId: COLLECTION, transferId: TRANSFER, mismatched: ["amount"] },
  },
  consent_expired: {
    message: `consent ${CONSENT} expired at ${TIME}`,
    details: { consentId: CONSENT, expiredAt: TIME },
  },
  consent_not_active: {
    message: `consent ${CONSENT} is pending, must be active`,
    details: { consentId: CONSENT, status: "pending" },
  },
  consent_not_found: {
    message: `there is no consent ${CONSENT}`,
    details: { consentId: CONSENT },
  },
  consent_revoked: {
    message: `consent ${CONSENT} was revoked at ${TIME}`,
    details: { consentId: CONSENT, revokedAt: TIME },
  },
  invalid_noun_transition: {
    message: "settle may be called in funded, and the object is settled",
    details: { kind: "invoice", action: "settle", state: "settled", allowed: ["funded"] },
  },
  noun_account_not_drained: {
    message: "escrow holds 2500 USD; it must be empty before void",
    details: { accountId: ACCOUNT, balance: "2500" },
  },
  noun_aggregate_cap_exceeded: {
    message: "openPerBorrower is 1 of at most 1, and would grow by 1",
    details: { aggregate: "openPerBorrower", cap: "1", current: "1", requested: "1" },
  },
  noun_aggregate_currency_mismatch: {
    message: "repaid is in EUR, and USD would be added",
    details: { aggregate: "repaid", expected: "EUR", received: "USD" },
  },
  noun_decision_declined: {
    message: `decision ${DECISION} was declined`,
    details: { decisionId: DECISION },
  },
  noun_decision_timeout: {
    message: `decision ${DECISION} was not decided before its deadline ${TIME}`,
    details: { decisionId: DECISION, deadline: TIME },
  },
  noun_instance_not_found: {
    message: `no object ${OBJECT} in this Product and environment`,
    details: { kind: "invoice", objectId: OBJECT },
  },
  noun_partition_mismatch: {
    message: "lines add up to 9900; the whole is 10000",
    details: { partition: "lines", whole: "10000", sum: "9900" },
  },
  noun_reference_already_claimed: {
    message: `order names ${ORDER}, which ${OBJECT} holds`,
    details: { field: "order", objectId: ORDER, claimedBy: OBJECT },
  },
  noun_reference_incongruent: {
    message: `order names ${ORDER}, which has another currency`,
    details: { field: "order", mismatched: ["currency"] },
  },
  noun_reference_not_found: {
    message: `order names ${ORDER}, and there is no such object of order`,
    details: { field: "order", kind: "order", objectId: ORDER },
  },
  noun_reference_required: {
    message: "order must name an object",
    details: { field: "order" },
  },
  noun_reference_status_forbidden: {
    message: `order names ${ORDER}, which is done; it must be confirmed`,
    details: { field: "order", state: "done", allowed: ["confirmed"] },
  },
  noun_remainder_exceeded: {
    message: "due has 2500 left; 3000 is more",
    details: { remainder: "due", left: "2500", requested: "3000" },
  },
  noun_retired: {
    message: "invoice is retired, and nothing may be done with it",
    details: { kind: "invoice" },
  },
  noun_subject_kind_forbidden: {
    message: "the subject is an organization; it must be person",
    details: { kind: "organization", allowed: ["person"] },
  },
  noun_subject_not_found: {
    message: `the subject payer names ${CUSTOMER}, and there is no such customer`,
    details: { field: "payer", subjectId: CUSTOMER },
  },
  port_actor_not_allowed: {
    message: "the actor operator may not call pay of invoice; the ports that have it: payer",
    details: { action: "pay", actor: "operator", ports: ["payer"] },
  },
} satisfies { readonly [C in ErrorCode]?: Example<C> };
