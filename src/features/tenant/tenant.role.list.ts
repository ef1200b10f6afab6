/** tenant.role.list: the roles of members, and what each may do. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import { EVERYBODY, permissionsOf, ROLES } from "../../contract/declare/roles.ts";
import { Cursor, Limit, listOf } from "../../contract/values/formats.ts";
import { answerCatalogPage } from "../catalog/catalog_page.ts";
import { roleScopes } from "../operation_ids.ts";
import { RoleName } from "./tenant_schema.ts";

const RoleEntry = Type.Object(
  {
    role: RoleName,
    permissions: Type.Array(Type.String(), {
      description:
        "What members with the role may do: permissions on the company such as `members:write`, and scopes by environment such as `accounts:write@sandbox`.",
    }),
  },
  {
    title: "RoleEntry",
    description: "A role of members, and what it permits.",
    additionalProperties: false,
  },
);

export const tenantRoleList = declareRead({
  id: "tenant.role.list",
  summary: "List roles",
  description: "The same for every company, from the role that may do most.",
  http: { method: "GET", path: "/tenant/roles" },
  principals: PEOPLE,
  scope: "catalog:read",
  permission: EVERYBODY,
  acts: { on: "nothing" },
  query: Type.Object(
    { limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) },
    { additionalProperties: false },
  ),
  output: listOf(RoleEntry, "RoleEntryList"),
  refusals: [],
  read(_snapshot, input, context) {
    const scopes = roleScopes();
    const rows = ROLES.map((role) => ({ role, permissions: permissionsOf(role, scopes) }));
    return answerCatalogPage(input, context, rows, ({ role }) => String(ROLES.indexOf(role)));
  },
});
