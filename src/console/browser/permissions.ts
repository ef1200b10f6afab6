/** What the person may do in the company that the tab acts for, by the person's role there. */
import { api, type components } from "./api.ts";
import { outcome } from "./outcome.ts";
import { type Read, useRead } from "./read.ts";
import { ownCompany, useSession } from "./session.ts";

export type RoleEntry = components["schemas"]["RoleEntry"];
export type Role = RoleEntry["role"];
export type Environment = components["schemas"]["Environment"];

export type Permissions = {
  role: Role | undefined;
  /** The roles with what each permits; undefined until the answer has come. */
  roles: readonly RoleEntry[] | undefined;
  /** Whether the role permits it: `members:write`, `keys:write@live`. False until it is known. */
  may(permission: string): boolean;
  read: Pick<Read<unknown>, "failure" | "reload">;
};

/** The permissions of the person. The roles are read once the component is shown; until then `may` is false. */
export function usePermissions(): Permissions {
  const role = ownCompany(useSession())?.role;
  const read = useRead(() => outcome(api.GET("/tenant/roles")));
  const roles = read.data?.items;
  const own = new Set(roles?.find((entry) => entry.role === role)?.permissions);
  return { role, roles, may: (permission) => own.has(permission), read };
}
