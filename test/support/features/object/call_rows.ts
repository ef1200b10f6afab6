/**
 * For tests: every way in which the action `go` of a deal is refused, as rows that `object.action.call` and
 * `object.action.preview` share.
 */
import { beneficiaryArchive } from "../../../../src/features/beneficiary/beneficiary.archive.ts";
import { decisionResolve } from "../../../../src/features/decision/decision.resolve.ts";
import type {
  ACTION_REFUSALS,
  MOVE_REFUSALS,
} from "../../../../src/features/object/object_refusals.ts";
import type { ProgramObject } from "../../../../src/features/object/object_schema.ts";
import type { Row } from "../../../world/decision_table.ts";
import type { Input } from "../../../world/input.ts";
import {
  advanceClock,
  at,
  close,
  DAY_MS,
  drainAndClose,
  freeze,
  platformAccount,
} from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";
import { made as beneficiaryMade, onBook, US } from "../beneficiary/beneficiaries.ts";
import { consentMade, UNUSABLE_CONSENTS } from "../consent/consents.ts";
import { MANDATE_EVIDENCE } from "../consent/mandates.ts";
import { limitPayouts } from "../payout_limit/payout_limits.ts";
import {
  approvedDeal,
  CLIENT_FAULTS,
  type Deal,
  dealMade,
  dealOfOther,
  dollars,
  givenDeal,
  goInput,
  WITHOUT_DEALS,
  withoutAccount,
} from "./deals.ts";
import { called, pathOf, runProgram } from "./objects.ts";

type Codes =
  | (typeof ACTION_REFUSALS)[number]
  | (typeof MOVE_REFUSALS)[number]
  | "resource_not_found";
export type GivenCall = Deal & { object: ProgramObject };
type Made = GivenCall & { world: World };

/** A deal of which nothing is wrong, whose decision is approved. */
export function givenCall(world: World): GivenCall {
  const deal = givenDeal(world);
  return { ...deal, object: approvedDeal(world, deal) };
}

/** The input of `go`, changed. */
const go = (change: object) => (made: Made) => ({ input: goInput(made, change) });
/** Another deal in the place of the one that may go. */
const deal =
  (more: object | ((made: Made) => object), change: object = {}) =>
  (made: Made) => {
    const fields = { place: made.item(), ...(typeof more === "function" ? more(made) : more) };
    const { objectId } = approvedDeal(made.world, made, fields);
    return { objectId, input: goInput(made, change) };
  };
/** Another action than `go`. */
const action = (name: string, input?: object | ((made: Made) => object)) => (made: Made) => ({
  action: name,
  input: typeof input === "function" ? input(made) : input,
});
const fill = ({ world, object, ada }: Made) =>
  called(world, object, "fill", { onBehalfOf: ada.customerId, input: { amount: "60" } });

/** The call of `go`. */
export function callInput({ world, object, ada, ...deal }: Made): Input {
  return {
    ...pathOf(world, object),
    action: "go",
    onBehalfOf: ada.customerId,
    input: goInput(deal as Deal),
  };
}

/** `go` with the consent. */
function consented(make: (made: Made) => { consentId: string }) {
  return (made: Made) => ({ input: goInput(made, { mandate: make(made).consentId }) });
}

export const CALL_ROWS: readonly Row<Codes, GivenCall>[] = [
  {
    title: "a kind that is retired",
    given: ({ world }) => runProgram(world, WITHOUT_DEALS, 2),
    code: "noun_retired",
    details: { kind: "deal" },
  },
  {
    title: "another revision",
    input: { expectedRevision: 1 },
    code: "state_conflict",
    details: { expected: 1, actual: 2, revision: 2 },
  },
  {
    title: "an action that the program has not",
    input: { action: "gone" },
    code: "invalid_noun_transition",
    details: { kind: "deal", action: "gone", state: "fresh", allowed: [] },
  },
  {
    title: "an action of another state",
    input: { action: "end", onBehalfOf: undefined, input: undefined },
    code: "invalid_noun_transition",
    details: { action: "end", state: "fresh", allowed: ["done"] },
  },
  {
    title: "no port for the caller",
    input: { onBehalfOf: undefined },
    code: "port_actor_not_allowed",
  },
  {
    title: "a customer for another one",
    input: ({ bob }) => ({ onBehalfOf: bob.customerId }),
    code: "port_actor_not_allowed",
  },
  {
    title: "a customer in the input that is not there",
    input: action("introduce", { who: "cust_unknown" }),
    code: "customer_not_found",
  },
  ...CLIENT_FAULTS.map(({ code, spoil }) => ({
    title: `client with ${code}`,
    given: (made: Made) => spoil(made.world, made),
    code,
  })),
  {
    title: "a decision that nobody has asked for",
    input: (made) => ({ objectId: dealMade(made.world, made, { place: made.item() }).objectId }),
    code: "state_conflict",
    details: { expected: "approved", actual: null },
  },
  {
    title: "a decision that was declined",
    given({ world, object }) {
      const [decision] = called(world, object, "ask").outcome.decisions;
      const { decisionId } = decision as { decisionId: string };
      world.made(decisionResolve, { decisionId, outcome: "decline" });
    },
    code: "noun_decision_declined",
  },
  {
    title: "a decision whose deadline has passed",
    given({ world, object }) {
      called(world, object, "ask");
      advanceClock(world, at(DAY_MS + 60_000));
    },
    code: "noun_decision_timeout",
  },
  {
    title: "an approval that a call has used",
    given: ({ world, object, ada, ...rest }) =>
      called(world, object, "go", { onBehalfOf: ada.customerId, input: goInput(rest as Deal) }),
    code: "invalid_noun_transition",
  },
  { title: "input of a wrong type", input: go({ flag: "yes" }), code: "invalid_request" },
  {
    title: "input that the action has not",
    input: go({ colour: "red" }),
    code: "invalid_request",
  },
  { title: "no reference", input: go({ thing: undefined }), code: "noun_reference_required" },
  {
    title: "a reference to nothing",
    input: go({ thing: "obj_unknown" }),
    code: "noun_reference_not_found",
  },
  {
    title: "a thing that is gone",
    given: ({ world, thing: objectId }) => called(world, { kind: "item", objectId }, "drop"),
    code: "noun_reference_status_forbidden",
  },
  {
    title: "a thing of another customer",
    input: (made) => go({ thing: made.item(made.bob.customerId) })(made),
    code: "noun_reference_incongruent",
  },
  {
    title: "an item that another deal holds",
    given(made) {
      const { world, ada } = made;
      const other = approvedDeal(world, made, { place: made.item() });
      called(world, other, "go", { onBehalfOf: ada.customerId, input: goInput(made) });
    },
    code: "noun_reference_already_claimed",
    details: { field: "item" },
  },
  {
    title: "a consent that is not there",
    input: go({ mandate: "cons_unknown" }),
    code: "consent_not_found",
  },
  {
    title: "a consent of another customer",
    input: consented(({ world, bob: { customerId } }) => consentMade(world, { customerId })),
    code: "consent_not_found",
  },
  {
    title: "a consent to something else",
    input: consented(({ world, ada: { customerId } }) =>
      consentMade(world, { customerId, type: "terms" }),
    ),
    code: "state_constraint_failed",
    details: { constraint: "consent_type" },
  },
  ...UNUSABLE_CONSENTS.map(({ title, code, make }) => ({
    title,
    input: consented(({ world, ada: { customerId } }) => make(world, { customerId })),
    code,
  })),
  {
    title: "a requirement that does not hold",
    input: go({ flag: false }),
    code: "state_constraint_failed",
    details: { constraint: "flag_is_down" },
  },
  {
    title: "a whole that its parts do not add up to",
    input: go({ total: "99" }),
    code: "noun_partition_mismatch",
  },
  {
    title: "more than is left",
    input: go({ amount: "101" }),
    code: "noun_remainder_exceeded",
    details: { remainder: "left", left: "100", requested: "101" },
  },
  {
    title: "a deal in another currency than the sum",
    input: deal({ currency: "USD" }),
    code: "noun_aggregate_currency_mismatch",
    details: { aggregate: "volume", expected: "EUR", received: "USD" },
  },
  {
    title: "more than the Product may move",
    input: deal({ more: "600" }, { amount: "1001" }),
    code: "noun_aggregate_cap_exceeded",
    details: { aggregate: "volume", cap: "1000", current: "0", requested: "1001" },
  },
  {
    title: "more deals than the condition allows",
    given: (made) => {
      for (let count = 0; count < 4; count++) dealOfOther(made.world, made);
    },
    code: "aggregate_condition_unmet",
    details: { aggregate: "seen", actual: "5" },
  },
  {
    title: "more than all pots may hold",
    input: action("fill", { amount: "101" }),
    code: "exposure_cap_exceeded",
    details: { cap: "pots", limit: "100", current: "0", requested: "101" },
  },
  {
    title: "an own account that must be empty",
    given: fill,
    code: "noun_account_not_drained",
    details: { balance: "60" },
  },
  {
    title: "a customer without an account",
    input: deal(({ world }) => ({ other: withoutAccount(world) })),
    code: "account_not_found",
  },
  {
    title: "an account of another currency",
    input: (made) =>
      action("payTo", { account: dollars(made.world, made.bob.customerId), amount: "1" })(made),
    code: "currency_mismatch",
    details: { expected: "USD", received: "EUR" },
  },
  {
    title: "a payer whose account is frozen",
    given: ({ world, ada }) => freeze(world, ada.accountId, "debits"),
    code: "account_frozen",
  },
  {
    title: "a payer whose account is closed",
    given: ({ world, ada }) => drainAndClose(world, ada.accountId),
    code: "source_account_status_forbidden",
  },
  {
    title: "a payee whose account is closed",
    given: ({ world, bob }) => close(world, bob.accountId),
    code: "destination_account_status_forbidden",
  },
  {
    title: "an account of the platform",
    input: (made) => action("payTo", { account: platformAccount(made.world), amount: "1" })(made),
    code: "ledger_transfer_rejected",
    details: { ledgerReason: "platform_account" },
  },
  {
    title: "an account of an object",
    input: (made) =>
      action("payTo", { account: made.object.ownAccounts[0]?.accountId, amount: "1" })(made),
    code: "ledger_transfer_rejected",
    details: { ledgerReason: "object_account" },
  },
  {
    title: "more than the payer has",
    input: action("payTo", ({ bob }) => ({ account: bob.accountId, amount: "10001" })),
    code: "insufficient_balance",
    details: { available: "10000", amount: "10001", currency: "EUR" },
  },
  {
    title: "a mandate that its provider has not confirmed",
    input: (made) => {
      const { customerId } = made.ada;
      const { consentId } = consentMade(made.world, { customerId, evidence: MANDATE_EVIDENCE });
      return action("debit", { by: consentId, amount: "1" })(made);
    },
    code: "collection_authorization_unverified",
    details: { collectionId: undefined },
  },
  {
    title: "a payout to the platform",
    input: action("payOut", { to: "revenue", amount: "1" }),
    code: "payout_beneficiary_reserved",
    details: { beneficiaryId: "revenue" },
  },
  {
    title: "a payout to nobody",
    input: action("payOut", { to: "ben_unknown", amount: "1" }),
    code: "resource_not_found",
    details: { resourceType: "beneficiary" },
  },
  {
    title: "a payout to a beneficiary that is archived",
    input: (made) => {
      const { beneficiaryId } = onBook(made.world);
      made.world.made(beneficiaryArchive, { beneficiaryId });
      return action("payOut", { to: beneficiaryId, amount: "1" })(made);
    },
    code: "state_conflict",
    details: { expected: "active", actual: "archived" },
  },
  {
    title: "a payout over a rail of another currency",
    input: async (made) => {
      const { beneficiaryId } = await beneficiaryMade(made.world, { rail: "ach", destination: US });
      return action("payOut", { to: beneficiaryId, amount: "1" })(made);
    },
    code: "currency_mismatch",
    details: { expected: "USD", received: "EUR" },
  },
  {
    title: "a payout over a limit",
    input: async (made) => {
      limitPayouts(made.world, { maxEach: "10" });
      const { beneficiaryId } = await beneficiaryMade(made.world);
      return action("payOut", { to: beneficiaryId, amount: "11" })(made);
    },
    code: "exposure_cap_exceeded",
    details: { cap: "payout_each", requested: "11" },
  },
  {
    title: "a payout of more than the payer has",
    input: async (made) => {
      const { beneficiaryId } = await beneficiaryMade(made.world);
      return action("payOut", { to: beneficiaryId, amount: "10001" })(made);
    },
    code: "insufficient_balance",
    details: { available: "10000", amount: "10001", currency: "EUR" },
  },
  {
    title: "a payout from an account that is frozen",
    given: ({ world, ada }) => freeze(world, ada.accountId, "debits"),
    input: async (made) => {
      const { beneficiaryId } = await beneficiaryMade(made.world);
      return action("payOut", { to: beneficiaryId, amount: "1" })(made);
    },
    code: "source_account_status_forbidden",
  },
  {
    title: "a decision that waits",
    given: ({ world, object }) => called(world, object, "ask"),
    code: "state_conflict",
    details: { expected: "approved", actual: "pending" },
  },
  {
    title: "a payee whose account is frozen for credits too",
    given: ({ world, bob }) => freeze(world, bob.accountId, "all"),
    code: "account_frozen",
  },
  {
    title: "a payee whose account is not there",
    input: action("payTo", { account: "acct_unknown", amount: "1" }),
    code: "account_not_found",
    details: { accountId: "acct_unknown" },
  },
];
