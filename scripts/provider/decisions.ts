/**
 * What the reference provider decides by itself, by kind of request: one status after another, each after the same
 * time; and what it says of each.
 */
import type {
  ProviderStatus,
  RequestKind,
  StatusOf,
} from "../../src/contract/messages/provider_kinds.ts";
import type { ProviderEffect } from "../../src/contract/messages/provider_protocol.ts";
import { detailsOf } from "./address_details.ts";
import type { DatedProgress } from "./book.ts";

/** What it can be told to decide of each effect of a kind. `returned`: posted or collected, and then returned. */
export const DECISIONS = {
  verification: ["verified", "rejected", "requires_input", "nothing"],
  address: ["active", "failed", "nothing"],
  payout: ["posted", "failed", "returned", "nothing"],
  credit_return: ["returned", "failed", "nothing"],
  collection: ["collected", "failed", "returned", "nothing"],
  payee_check: ["matched", "close_match", "no_match", "unavailable", "nothing"],
} as const satisfies { [K in RequestKind]: readonly (StatusOf<K> | "nothing")[] };

export type Decisions = { readonly [K in RequestKind]: (typeof DECISIONS)[K][number] };

const FIRST = {
  ...{ verification: "verified", address: "active", payout: "posted" },
  ...{ credit_return: "returned", collection: "collected", payee_check: "matched" },
} as const satisfies Decisions;
export const USUAL_DECISIONS: Decisions = FIRST;

/** What contradicts a status. */
const OPPOSITES: Readonly<Record<ProviderStatus, Partial<Record<RequestKind, ProviderStatus>>>> = {
  processing: { ...FIRST },
  requires_input: { verification: "verified" },
  verified: { verification: "rejected" },
  rejected: { verification: "verified" },
  active: { address: "failed" },
  disabled: { address: "active" },
  retired: { address: "active" },
  failed: {
    ...{ address: "active", payout: "posted" },
    ...{ credit_return: "returned", collection: "collected" },
  },
  posted: { payout: "failed" },
  collected: { collection: "failed" },
  returned: { payout: "failed", credit_return: "failed", collection: "failed" },
  cancelled: { payout: "posted" },
  matched: { payee_check: "no_match" },
  close_match: { payee_check: "matched" },
  no_match: { payee_check: "matched" },
  unavailable: { payee_check: "matched" },
};

/** What it says why, where a status wants that: a code. */
const REASONS: Readonly<Partial<Record<ProviderStatus, string>>> = {
  ...{ rejected: "data_mismatch", requires_input: "document_unreadable" },
  ...{ failed: "not_possible", returned: "account_closed" },
};

/** What comes before `returned`. */
const ARRIVED: Readonly<Partial<Record<RequestKind, ProviderStatus>>> = {
  ...{ payout: "posted", collection: "collected" },
};

/** What follows a status by itself; undefined where nothing does. */
export function nextStatus(
  { kind, request }: Pick<ProviderEffect, "kind" | "request">,
  status: ProviderStatus,
  decisions: Decisions,
): ProviderStatus | undefined {
  const decision = decisions[kind];
  if (decision === "nothing") return undefined;
  // What changes an address, cancels a payout or checks a payee is done when it is answered.
  if (status === "processing") {
    return decision === "returned" ? (ARRIVED[kind] ?? decision) : decision;
  }
  if (decision !== "returned" || request["action"] === "cancel") return undefined;
  return status === ARRIVED[kind] ? "returned" : undefined;
}

/** What it decides first of an effect, also where it was told to decide nothing. */
export function firstStatus(
  effect: Pick<ProviderEffect, "kind" | "request">,
  decisions: Decisions,
): ProviderStatus {
  const usual = nextStatus(effect, "processing", USUAL_DECISIONS) as ProviderStatus;
  return nextStatus(effect, "processing", decisions) ?? usual;
}

/** The opposite of what was told of an effect of this kind. */
export function oppositeOf(kind: RequestKind, status: ProviderStatus): ProviderStatus {
  return OPPOSITES[status][kind] ?? "processing";
}

/**
 * What is told of an effect that is in this status from now on. `number`: that of the effect in the book, from which
 * the details of an address are made.
 */
export function progressOf(
  { request }: Pick<ProviderEffect, "request">,
  { status, number }: { status: ProviderStatus; number: number },
): DatedProgress {
  const reason = REASONS[status];
  const isOpened = request["action"] === "open" && status === "active";
  const details = isOpened ? detailsOf(request, number) : undefined;
  const payee = request["payee"] as { name: string } | undefined;
  return {
    status,
    ...(reason !== undefined && { reason }),
    ...(details !== undefined && { details }),
    ...(status === "close_match" && payee && { accountName: `${payee.name} and Partners` }),
    occurredAtMs: Date.now(),
  };
}
