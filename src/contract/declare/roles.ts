/**
 * What members of a company may do, by role. A permission is a scope, which a role may have in one
 * environment and not in the other, or a permission of the company's own, which has no environment.
 */
import type { Environment } from "./principal.ts";

/** The roles of members; the first role may do everything. */
export const ROLES = ["owner", "admin", "developer", "finance", "compliance", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** Permissions on the company itself; everything else that has a colon is a scope. */
export const TENANT_PERMISSIONS = [
  "tenant:read",
  "tenant:write",
  "tenant:close",
  "members:read",
  "members:write",
  "security:read",
  "security:write",
  "audit:read",
] as const;
export type TenantPermission = (typeof TENANT_PERMISSIONS)[number];

/** The `permission` of an operation about what is a person's own: every role has it, and whoever has no role. */
export const EVERYBODY = "everybody";

/** Who closes a company: owners only. */
const CLOSES: TenantPermission = "tenant:close";

/** The writes of roles that write in a few areas only, in both environments. */
const WRITES: Readonly<Record<"finance" | "compliance", readonly string[]>> = {
  finance: ["payouts:write", "collections:write", "statements:write", "beneficiaries:write"],
  compliance: [
    "accounts:write",
    "consents:write",
    "customer_access:write",
    "customers:write",
    "entities:write",
    "kyc:write",
  ],
};

/** A permission, and the environment that it is for where the text names one. */
export type NamedPermission = { permission: string; environment: Environment | undefined };

/** What a text such as `keys:write@live`, `keys:write` or `tenant:read` names. */
export function namedPermission(text: string): NamedPermission {
  const [permission = "", environment] = text.split("@");
  return {
    permission,
    environment: environment === "sandbox" || environment === "live" ? environment : undefined,
  };
}

export function isTenantPermission(permission: string): permission is TenantPermission {
  return (TENANT_PERMISSIONS as readonly string[]).includes(permission);
}

/** Whether a member with this role may do what needs the permission in the environment. */
export function rolePermits(role: Role, permission: string, environment: Environment): boolean {
  switch (role) {
    case "owner":
      return true;
    case "admin":
      return permission !== CLOSES;
    case "developer":
      if (permission.endsWith(":read")) return true;
      return !isTenantPermission(permission) && environment === "sandbox";
    case "finance":
    case "compliance":
      return permission.endsWith(":read") || WRITES[role].includes(permission);
    case "viewer":
      return permission.endsWith(":read");
  }
}

/**
 * The permissions of a role, of those in `scopes` and those on the company: a scope as
 * `<scope>@<environment>`, a permission on the company by its name.
 */
export function permissionsOf(role: Role, scopes: readonly string[]): string[] {
  const environments: readonly Environment[] = ["sandbox", "live"];
  const ofEnvironments = scopes.filter((scope) => !isTenantPermission(scope));
  const ofScopes = ofEnvironments.flatMap((scope) =>
    environments
      .filter((environment) => rolePermits(role, scope, environment))
      .map((environment) => `${scope}@${environment}`),
  );
  const ofTenant = TENANT_PERMISSIONS.filter((permission) => rolePermits(role, permission, "live"));
  return [...ofTenant, ...ofScopes];
}
