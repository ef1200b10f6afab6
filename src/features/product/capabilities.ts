/**
 * The capabilities of Products. A Product that is built from a program has those that its program needs; every other
 * Product has `PLAIN_CAPABILITIES`. The words of a noun say with which capability its scopes are used.
 */
import { SCOPE_WORDS } from "../../contract/declare/words.golden.ts";

export type Capability = {
  capability: string;
  description: string;
  /** Codes of what the capability requires for live, besides the activation of the Product. */
  liveRequirements: readonly LiveRequirement[];
};
/** A provider that a capability needs in live. */
export type LiveRequirement = "verification_provider" | "payout_provider";

export const CAPABILITIES = [
  {
    capability: "ledger",
    description: "Accounts in one currency each, their balances and their entries.",
    liveRequirements: [],
  },
  {
    capability: "customers",
    description: "Customers, who own accounts.",
    liveRequirements: [],
  },
  {
    capability: "kyc",
    description: "Entities, who customers are, and their verification.",
    liveRequirements: ["verification_provider"],
  },
  {
    capability: "transfers",
    description: "Moving money between accounts, singly and in batches, and back.",
    liveRequirements: [],
  },
  {
    capability: "holds",
    description: "Reserving money for a later transfer.",
    liveRequirements: [],
  },
  {
    capability: "payouts",
    description:
      "Money that actions of objects pay to beneficiaries, over a bank or within the platform.",
    liveRequirements: ["payout_provider"],
  },
  {
    capability: "collections",
    description: "Consents of customers, and the money that is collected by them.",
    liveRequirements: [],
  },
  {
    capability: "decisions",
    description: "Decisions that the actions of objects wait for.",
    liveRequirements: [],
  },
  {
    capability: "objects",
    description: "Objects of the kinds that the program declares, and their actions.",
    liveRequirements: [],
  },
] as const satisfies readonly Capability[];
export type CapabilityName = (typeof CAPABILITIES)[number]["capability"];

/** Those that no scope is for alone: every Product could use the scopes before programs could. */
export const SCOPELESS_CAPABILITIES: readonly string[] = ["payouts"] satisfies CapabilityName[];

/** What a Product without a Build shows. Its keys reach what their scopes open, whatever the capability. */
export const PLAIN_CAPABILITIES = [
  ...(["ledger", "customers", "transfers", "holds"] as const),
] satisfies readonly CapabilityName[];

/** The capability that a scope is used with; undefined where every Product has the scope. */
export function capabilityOf(scope: string): string | undefined {
  return SCOPE_WORDS[scope.replace(/:.*$/, "")]?.capability;
}
