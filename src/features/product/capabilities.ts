/**
 * The capabilities of Products, and the scopes that each capability is used with. Every Product has
 * all capabilities; a Product built from a program will have those that its program needs.
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
] as const satisfies readonly Capability[];
