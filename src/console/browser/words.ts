/** Names of the contract in the words of people: scopes, roles, operations, fields. */
import type { components } from "./contract.golden.ts";
import { DONE, TITLES } from "./words.golden.ts";

type Role = components["schemas"]["RoleEntry"]["role"];

export const ROLES: readonly { role: Role; is: string }[] = [
  { role: "owner", is: "May do everything, and makes other owners." },
  { role: "admin", is: "May do everything but close the company and deal with owners." },
  { role: "developer", is: "May do everything in the sandbox, and looks at live." },
  { role: "finance", is: "Deals with payouts, collections and statements; looks at the rest." },
  {
    role: "compliance",
    is: "Deals with customers, their checks and frozen accounts; looks at the rest.",
  },
  { role: "viewer", is: "Looks at everything and changes nothing." },
];

/** `transfer_hold.create` as "Transfer hold create", `displayName` as "Display name". */
export function spaced(name: string): string {
  const words = name.replaceAll(/[._-]+/g, " ").replaceAll(/([a-z])([A-Z])/g, "$1 $2");
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** `1 key`, `2 keys`; of a noun whose plural ends with s. */
export function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** The resource of a scope or permission, and whether it may be changed: `keys:write`. */
export function partsOf(scope: string): { resource: string; action: string } {
  const [resource = "", action = ""] = scope.split(":");
  return { resource, action };
}

/** The heading of the scopes about a resource. */
export function resourceWords(resource: string): string {
  return TITLES[resource] ?? spaced(resource);
}

/** A call of the operation as what somebody has done: "Revoked a key". */
export function operationWords(operation: string): string {
  return DONE[operation] ?? spaced(operation);
}

const FIELDS: Readonly<Record<string, string>> = {
  allowedCidrs: "Allowed addresses",
  buildIds: "Builds",
  blueprintIds: "Blueprints for reading",
  companyWide: "Reaches the sandboxes of all Products",
  endsAt: "Works until",
  expiresAt: "Ends",
  mfa: "Second factor",
  productIds: "Products",
  replacedBy: "Replaced by",
  requireMfa: "Second factor required",
  revokedAt: "Revoked",
  sessionMaxAge: "Seconds of a session",
  totp: "Second factor",
};

/** A field of the contract as a label: `displayName` as "Display name". */
export function fieldWords(field: string): string {
  return FIELDS[field] ?? spaced(field);
}
