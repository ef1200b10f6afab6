/**
 * What the answers and the news of a provider change in an address. Its details are looked at before it becomes active:
 * an address with wrong details, or with those of another address, fails.
 */
import { invariant } from "../../base/invariant.ts";
import type {
  AddressDetails,
  ProviderProgress,
} from "../../contract/messages/provider_protocol.ts";
import type {
  AttemptContext,
  ProgressOfSubject,
  ProviderSubject,
} from "../provider_request/provider_request_changes.ts";
import type { ProviderRequestDocument } from "../provider_request/provider_request_document.ts";
import { SIMULATOR } from "../provider_request/providers.ts";
import { ADDRESS_FAULTS, readDetails } from "./address_details.ts";
import { CHANGED, changedAddress } from "./address_replies.ts";
import { type FinancialAddressDocument, inStatus } from "./financial_address_document.ts";
import {
  type FinancialAddressFact,
  type FinancialAddressState,
  financialAddresses,
  holderOfDetails,
} from "./financial_address_noun.ts";
import { simulatedDetails } from "./simulated_details.ts";

type Context = Pick<AttemptContext, "nowMs" | "actor" | "principal">;

/** How a provider has ended an opening. */
export type OpenedOutcome =
  | { status: "active"; details?: AddressDetails }
  | { status: "failed"; code: string };

export const addressSubject: ProviderSubject<FinancialAddressState> = {
  events: {
    attempted: [
      "financial_address.activated",
      "financial_address.failed",
      "financial_address.disabled",
      "financial_address.enabled",
      "financial_address.retired",
    ],
    progressed: ["financial_address.activated", "financial_address.failed"],
  },
  attempted(state, request, context, told) {
    const address = addressOf(state, request);
    if (request.status !== "accepted" && request.status !== "refused") return [];
    if (!isOpening(request)) return [changeFact(address, request, context)];
    const outcome = outcomeOfAnswer(state, address, request, told);
    if (outcome === undefined) return [];
    return [openedFact(state, address, outcome, { by: "answer" }, context)];
  },
  progressed: (state, request, progress, context) => progressed(state, request, progress, context),
};

/** A change is over when it was accepted; an opening when the address is not pending any more. */
const progressed: ProgressOfSubject<FinancialAddressState> = (
  state,
  request,
  progress,
  context,
) => {
  const address = addressOf(state, request);
  const { status } = progress;
  if (!isOpening(request)) {
    const { action } = request.request as { action: keyof typeof CHANGED };
    const isSame = status === "processing" || status === CHANGED[action].status;
    return { facts: [], verdict: isSame ? "same" : "contradictory", isOver: true };
  }
  if (address.status !== "pending") {
    const stands = address.status === "failed" ? "failed" : "active";
    return { facts: [], verdict: status === stands ? "same" : "contradictory", isOver: true };
  }
  if (status === "processing") return { facts: [], verdict: "same", isOver: false };
  const outcome = outcomeOf(progress);
  if (outcome === undefined) return { facts: [], verdict: "contradictory", isOver: false };
  const fact = openedFact(state, address, outcome, { by: "news" }, context);
  return { facts: [fact], verdict: "applied", isOver: true };
};

/** The fact by which a pending address becomes active, or fails. `by`: what has told the outcome. */
export function openedFact(
  state: FinancialAddressState,
  address: FinancialAddressDocument,
  outcome: OpenedOutcome,
  { by }: { by: "answer" | "news" },
  context: Context,
): FinancialAddressFact {
  const opened = openedWith(state, address, outcome);
  const [status, what] =
    "details" in opened ? (["active", "activated"] as const) : (["failed", "failed"] as const);
  const after: FinancialAddressDocument = {
    ...inStatus(address, status, context.nowMs),
    ...opened,
    ...(by === "answer" && { answered: status }),
  };
  return financialAddresses.changeFact(what, address, after, context);
}

/** The details of the address, or why it has failed. */
function openedWith(
  state: FinancialAddressState,
  address: FinancialAddressDocument,
  outcome: OpenedOutcome,
): { details: AddressDetails } | { failure: { code: string } } {
  const failed = (code: string) => ({ failure: { code } });
  if (outcome.status === "failed") return failed(outcome.code);
  const { accounts } = state;
  const ordinal = accounts.ordinalOf(address.realm, address.accountId);
  if (accounts.status(ordinal) === "closed") return failed(ADDRESS_FAULTS.closed);
  const details = readDetails(address, outcome.details);
  if (details === undefined) return failed(ADDRESS_FAULTS.invalid);
  return holderOfDetails(state, details) === undefined ? { details } : failed(ADDRESS_FAULTS.taken);
}

/** What the simulator gives: details that no other address has. */
export function simulatedOpening(
  state: FinancialAddressState,
  address: FinancialAddressDocument,
): OpenedOutcome {
  const isTaken = (details: AddressDetails) => holderOfDetails(state, details) !== undefined;
  return { status: "active", details: simulatedDetails(address, isTaken) };
}

/** What the answer to an opening ends it with; undefined where the provider takes longer. */
function outcomeOfAnswer(
  state: FinancialAddressState,
  address: FinancialAddressDocument,
  { status, answer, provider }: ProviderRequestDocument,
  told: ProviderProgress | undefined,
): OpenedOutcome | undefined {
  if (status === "refused") return { status: "failed", code: answer?.providerCode ?? "refused" };
  // The simulator tells of an alias later, when a test says what.
  if (provider === SIMULATOR) {
    return address.type === "alias" ? undefined : simulatedOpening(state, address);
  }
  return told && outcomeOf(told);
}

/** The outcome of an opening that a provider tells; undefined where it tells none. */
function outcomeOf({ status, details, reason }: ProviderProgress): OpenedOutcome | undefined {
  if (status === "active") return { status, ...(details !== undefined && { details }) };
  return status === "failed" ? { status, code: reason ?? "failed" } : undefined;
}

/** The fact of a change that the provider has accepted, or refused. */
function changeFact(
  address: FinancialAddressDocument,
  { status }: ProviderRequestDocument,
  context: Context,
): FinancialAddressFact {
  const { asked, ...kept } = address;
  invariant(asked !== undefined, "an address that is changed says what its provider is asked");
  if (status === "refused") return financialAddresses.fact("kept", kept);
  const after = changedAddress(address, context.nowMs);
  return financialAddresses.changeFact(CHANGED[asked.action].event, address, after, context);
}

function isOpening({ request }: ProviderRequestDocument): boolean {
  return request["action"] === "open";
}

function addressOf(
  { financialAddresses: table }: FinancialAddressState,
  { realm, subject }: Pick<ProviderRequestDocument, "realm" | "subject">,
): FinancialAddressDocument {
  const address = table.byId(realm, subject.id);
  invariant(address !== undefined, "a request about an address names one");
  return address;
}
