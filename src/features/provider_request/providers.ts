/**
 * The providers outside of the platform: what a provider may say of a thing, by kind of request, and who serves in
 * sandbox. In live it is whom the operator has configured (`../provider`).
 */
import type { RequestKind } from "../../contract/messages/provider_kinds.ts";

/** What the platform understands of a thing, whoever is asked for it. */
export const PROVIDER_OUTCOMES = {
  verification: ["verified", "rejected", "requires_input"],
  payout: ["posted", "failed", "returned"],
  collection: ["collected", "failed", "returned"],
  address: ["active", "failed"],
  credit_return: ["returned", "failed"],
  payee_check: ["matched", "close_match", "no_match", "unavailable"],
} as const satisfies Record<RequestKind, readonly string[]>;

export type VerificationOutcome = (typeof PROVIDER_OUTCOMES)["verification"][number];

export type Provider = {
  provider: string;
  kind: RequestKind;
  /** What it may say of a thing that it was asked for and has accepted. */
  outcomes: readonly string[];
};

/** The provider of every kind in a sandbox, which is a part of the platform itself. */
export const SIMULATOR = "simulator";

export const SIMULATED_PROVIDERS: readonly Provider[] = Object.entries(PROVIDER_OUTCOMES).map(
  ([kind, outcomes]) => ({ provider: SIMULATOR, kind: kind as RequestKind, outcomes }),
);
