/**
 * The capabilities of Products, and the scopes that each capability is used with. A Product that is built from a
 * program has those that its program needs; every other Product has `PLAIN_CAPABILITIES`.
 */

export type Capability = {
  capability: string;
  description: string;
  /** Codes of what the capability requires for live, besides the activation of the Product. */
  liveRequirements: readonly string[];
  scopes: readonly string[];
};

export const CAPABILITIES = [
  {
    capability: "ledger",
    description: "Accounts in one currency each, their balances and their entries.",
    liveRequirements: [],
    scopes: ["accounts:read", "accounts:write", "balances:read"],
  },
  {
    capability: "customers",
    description: "Customers, who own accounts.",
    liveRequirements: [],
    scopes: ["customers:read", "customers:write"],
  },
  {
    capability: "kyc",
    description: "Entities, who customers are, and their verification.",
    liveRequirements: ["verification_provider"],
    scopes: ["entities:read", "entities:write", "kyc:read", "kyc:write"],
  },
  {
    capability: "transfers",
    description: "Moving money between accounts, singly and in batches, and back.",
    liveRequirements: [],
    scopes: ["transfers:read", "transfers:write"],
  },
  {
    capability: "holds",
    description: "Reserving money for a later transfer.",
    liveRequirements: [],
    scopes: ["transfer_holds:read", "transfer_holds:write"],
  },
  {
    capability: "collections",
    description: "Consents of customers, and the money that is collected by them.",
    liveRequirements: [],
    scopes: ["collections:read", "collections:write", "consents:read", "consents:write"],
  },
  {
    capability: "decisions",
    description: "Decisions that the actions of objects wait for.",
    liveRequirements: [],
    scopes: ["decisions:read", "decisions:write"],
  },
  {
    capability: "objects",
    description: "Objects of the kinds that the program declares, and their actions.",
    liveRequirements: [],
    scopes: ["objects:read", "objects:write"],
  },
] as const satisfies readonly Capability[];
export type CapabilityName = (typeof CAPABILITIES)[number]["capability"];

/** What a Product without a Build shows. Its keys reach what their scopes open, whatever the capability. */
export const PLAIN_CAPABILITIES = [
  ...(["ledger", "customers", "transfers", "holds"] as const),
] satisfies readonly CapabilityName[];
