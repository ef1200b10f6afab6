/**
 * A provider of live, as the operator has configured it. Each ledger shard has all of them, in the
 * platform's own realm, so that a decision knows who serves (decisions/0074).
 */
import type { ProviderKind } from "../../contract/messages/provider_kinds.ts";
import type { RailName } from "../../rails/rails.ts";

/** For how long a secret stays in force after another has taken its place, milliseconds. */
export const PROVIDER_SECRET_OVERLAP_MS = 86_400_000;

export type ProviderSecret = {
  /** Sealed for `ownerOfProvider`. */
  sealed: string;
  /** When it ends, milliseconds UTC; absent of the current one. */
  untilMs?: number;
};

export type ProviderDocument = {
  realm: number;
  /** Its name: the last part of the address of its news. */
  provider: string;
  /** Says which kinds of requests it serves. It never changes: what was sent is answered and told by the same kinds. */
  kind: ProviderKind;
  environment: "live";
  /** Of a bank: the rails for whose accounts it checks the name of a payee; absent: for none. */
  payeeChecks?: readonly RailName[];
  /** `/v1/effects` follows. */
  url: string;
  /** The current one first; at most two. */
  secrets: readonly ProviderSecret[];
  /** The first characters of the current secret, for people. */
  secretPrefix: string;
  /**
   * `serving`: new requests of its kinds go to it. `retired`: none do; what it was sent before is asked
   * about, and its news are taken.
   */
  status: "serving" | "retired";
  createdAtMs: number;
  updatedAtMs: number;
  revision: number;
  changedBy: string;
};

/** What the secrets of a provider are sealed for. */
export function ownerOfProvider(provider: string): string {
  return `provider ${provider}`;
}

/** The secrets that sign and verify now, the current one first. */
export function providerSecretsInForce(
  { secrets }: Pick<ProviderDocument, "secrets">,
  nowMs: number,
): ProviderSecret[] {
  return secrets.filter(({ untilMs = Number.POSITIVE_INFINITY }) => untilMs > nowMs);
}
