/** tenant.security.retrieve: the company's rules for whoever acts for it. */
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import { SecurityPolicy } from "./tenant_schema.ts";
import { securityResource, tenantIn } from "./tenant_views.ts";

export const tenantSecurityRetrieve = declareRead({
  id: "tenant.security.retrieve",
  summary: "Retrieve the company's security policy",
  description:
    "What sessions and tokens of members must fulfil. Product keys have rules of their own.",
  http: { method: "GET", path: "/tenant/security" },
  principals: PEOPLE,
  scope: "security:read",
  acts: { on: "tenant" },
  output: SecurityPolicy,
  refusals: [],
  read: (snapshot, _input, context) => found(securityResource(tenantIn(snapshot, context))),
});
