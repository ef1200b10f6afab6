/** tenant.current.retrieve: the company that the caller acts for. */
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PEOPLE_AND_AGENTS } from "../../contract/declare/principal_lists.ts";
import { Tenant } from "./tenant_schema.ts";
import { tenantIn, tenantResource } from "./tenant_views.ts";

export const tenantCurrentRetrieve = declareRead({
  id: "tenant.current.retrieve",
  summary: "Retrieve the company",
  description:
    "The company of the session or token: its own, or the one that `X-Service-Tenant` names.",
  http: { method: "GET", path: "/tenant" },
  principals: PEOPLE_AND_AGENTS,
  scope: "activity:read",
  permission: "tenant:read",
  acts: { on: "tenant" },
  output: Tenant,
  refusals: [],
  read: (snapshot, _input, context) => found(tenantResource(tenantIn(snapshot, context))),
});
