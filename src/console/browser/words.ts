/** Names of the contract in the words of people: scopes, roles, operations, fields. */
import type { components } from "./contract.golden.ts";
import { TITLES } from "./words.golden.ts";

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

const OPERATIONS: Readonly<Record<string, string>> = {
  "agent_approval.approve": "Approved what an agent asked for",
  "agent_approval.deny": "Denied what an agent asked for",
  "agent_grant.revoke": "Ended a grant of an agent",
  "agent_grant.update": "Narrowed a grant of an agent",
  "agent_member.revoke": "Revoked an agent",
  "agent_member.update": "Changed an agent",
  "api_key.live.create": "Made a live key",
  "api_key.revoke": "Revoked a key",
  "api_key.roll": "Rolled a key",
  "api_key.sandbox.create": "Made a sandbox key",
  "api_key.update": "Changed a key",
  "blueprint.archive": "Archived a blueprint",
  "blueprint.create": "Made a blueprint",
  "blueprint.update": "Changed a blueprint",
  "build.create": "Built a program",
  "device_authorization.approve": "Let a program or an agent in",
  "device_authorization.deny": "Denied a program or an agent",
  "oauth.token.create": "Ended a login of which something was used twice",
  "oauth.token.revoke": "Ended the own login of a program",
  "personal_access_token.create": "Made a personal access token",
  "personal_access_token.revoke": "Revoked a personal access token",
  "platform.account_funding.create": "Booked money that arrived for an account",
  "platform.api_key.create": "Made an API key",
  "platform.api_key.revoke": "Revoked an API key",
  "platform.company.create": "Made the company",
  "platform.compliance_outcome.create": "Decided, as compliance, about a customer's access",
  "platform.customer.activate": "Activated a customer",
  "platform.entity.erase": "Erased what was submitted of an entity",
  "platform.entity.reinstate": "Made an entity active again",
  "platform.entity.restrict": "Restricted an entity",
  "platform.entity.suspend": "Suspended an entity",
  "platform.personal_access_token.create": "Made a personal access token for a member",
  "platform.personal_access_token.revoke": "Ended a member's personal access token",
  "platform.product.create": "Made a Product",
  "platform.product.update": "Changed a Product",
  "platform.session.revoke": "Ended a member's session",
  "platform.tenant.create": "Made the company",
  "platform.user.mfa.reset": "Took away a member's second factor",
  "platform.closing.settle": "Closed a Product",
  "platform.product.activation.decide": "Decided about live for a Product",
  "product.build.apply": "Put a Build into a Product",
  "product.activation.cancel": "Took back a request for live",
  "product.activation.request": "Asked for live for a Product",
  "product.close": "Asked to close a Product",
  "product.create": "Made a Product",
  "product.disable": "Disabled a Product",
  "product.enable": "Enabled a Product",
  "product.update": "Renamed a Product",
  "session.logout": "Logged out",
  "session.revoke": "Ended a session",
  "tenant.current.update": "Renamed the company",
  "tenant.invitation.accept": "Accepted an invitation",
  "tenant.invitation.create": "Invited a person",
  "tenant.invitation.revoke": "Took an invitation back",
  "tenant.member.api_key.revoke": "Revoked the keys that a member had made",
  "tenant.member.remove": "Removed a member",
  "tenant.member.update": "Changed a member's role",
  "tenant.security.configure": "Changed the security policy",
  "user.current.update": "Changed the own name",
  "user.login.mfa.verify": "Used a recovery code to log in",
  "user.mfa.totp.disable": "Took the own second factor away",
  "user.mfa.totp.enrollment.confirm": "Set up a second factor",
  "user.password.change": "Changed the own password",
  "user.password.reset.confirm": "Set a new password after a mail",
  "user.signup.verify": "Signed up",
};

/** A call of the operation as what somebody has done: "Revoked a key". */
export function operationWords(operation: string): string {
  return OPERATIONS[operation] ?? spaced(operation);
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
