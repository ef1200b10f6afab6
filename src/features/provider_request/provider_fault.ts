/**
 * Faults of a provider that a test has armed in a sandbox: each attempt takes one, until none is left. So a
 * test makes exactly the failure that it means, and nothing depends on chance.
 */
import type { DocumentTable } from "../../contract/tables/document_table.ts";

export const PROVIDER_FAULT_MODES = ["reject", "fail", "timeout"] as const;
/** `reject`: the provider says no. `fail`: it answers with an error. `timeout`: it does not answer. */
export type ProviderFaultMode = (typeof PROVIDER_FAULT_MODES)[number];

/** The most attempts that may be armed to fail. */
export const PROVIDER_FAULT_COUNT_MAX = 100;

export type ProviderFault = {
  realm: number;
  provider: string;
  mode: ProviderFaultMode;
  /** Attempts that will still fail, at least 1. */
  count: number;
};

/** The key of what is armed for a provider in a realm. */
export function providerFaultKey(realm: number, provider: string): string {
  return `${provider} ${realm}`;
}

/** What the next attempt at a provider meets; undefined where nothing is armed. */
export function armedFault(
  { providerFaults }: { providerFaults: DocumentTable<ProviderFault> },
  realm: number,
  provider: string,
): ProviderFault | undefined {
  return providerFaults.get(realm, providerFaultKey(realm, provider));
}
