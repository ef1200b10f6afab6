/** Examples of the refusals of programs, of an invoice that a customer pays; see `error_examples.ts`. */
import { encodeIdSuffix, placeOf } from "../base/id.ts";
import type { ErrorCode } from "./error_catalog.ts";
import type { DetailsByCode } from "./error_details.ts";

const TIME = "2026-01-31T09:30:00.000Z";
const idOf = (prefix: string, place = 0) =>
  `${prefix}_${encodeIdSuffix(Date.parse(TIME), 0, placeOf(1, place), 0)}`;
const OBJECT = idOf("obj");
const OTHER = idOf("obj", 1);
const DECISION = idOf("dec");
const ACCOUNT = idOf("acct");
const CUSTOMER = idOf("cust");
const CONSENT = "cons_unknown";

export const NOUN_EXAMPLES = {
  aggregate_condition_unmet: {
    message: "agg.repaid == let.owed does not hold: 4000 and 10000",
    details: { aggregate: "repaid", expected: "10000", actual: "4000" },
  },
  consent_not_found: {
    message: `there is no consent ${CONSENT} of the subject`,
    details: { consentId: CONSENT },
  },
  invalid_noun_transition: {
    message: "pay may be called in open, and the object is draft; in draft there is issue, void",
    details: { kind: "invoice", action: "pay", state: "draft", allowed: ["open"] },
  },
  noun_account_not_drained: {
    message: `account ${ACCOUNT} has 2500, and must be empty in void`,
    details: { accountId: ACCOUNT, balance: "2500" },
  },
  noun_aggregate_cap_exceeded: {
    message: "openPerBorrower would be 2, and its cap is 1",
    details: { aggregate: "openPerBorrower", cap: "1", current: "1", requested: "1" },
  },
  noun_aggregate_currency_mismatch: {
    message: "repaid adds up EUR, and the object has USD",
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
    message: "the parts of lines add up to 9000, and the whole is 10000",
    details: { partition: "lines", whole: "10000", sum: "9000" },
  },
  noun_reference_already_claimed: {
    message: `order names ${OBJECT}, which ${OTHER} holds`,
    details: { field: "order", objectId: OBJECT, claimedBy: OTHER },
  },
  noun_reference_incongruent: {
    message: `order names ${OBJECT}, which has another currency`,
    details: { field: "order", mismatched: ["currency"] },
  },
  noun_reference_not_found: {
    message: `order names ${OBJECT}, and there is no such object of order`,
    details: { field: "order", kind: "order", objectId: OBJECT },
  },
  noun_reference_required: {
    message: "order must name an object",
    details: { field: "order" },
  },
  noun_reference_status_forbidden: {
    message: `order names ${OBJECT}, which is done; it must be confirmed`,
    details: { field: "order", state: "done", allowed: ["confirmed"] },
  },
  noun_remainder_exceeded: {
    message: "due has 6000 left; 7000 is asked for",
    details: { remainder: "due", left: "6000", requested: "7000" },
  },
  noun_retired: {
    message: "invoice is retired, and nothing may be done with it",
    details: { kind: "invoice" },
  },
  noun_subject_kind_forbidden: {
    message: "the subject is of the kind organization; it must be person",
    details: { kind: "organization", allowed: ["person"] },
  },
  noun_subject_not_found: {
    message: `the subject payer names ${CUSTOMER}, and there is no such customer`,
    details: { field: "payer", subjectId: CUSTOMER },
  },
  port_actor_not_allowed: {
    message: "the operator may not call pay of invoice; the ports that have it: payer",
    details: { action: "pay", actor: "operator", ports: ["payer"] },
  },
} as const satisfies {
  readonly [C in ErrorCode]?: { message: string; details: DetailsByCode[C] };
};
