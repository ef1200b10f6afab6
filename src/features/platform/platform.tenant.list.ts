/** platform.tenant.list: all tenants of this server, newest first. */
import { declareRead } from "../../contract/declare/operation.ts";
import { listOf, listQuery } from "../../contract/values/formats.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { answerPlatformList } from "./platform_list.ts";
import { BY_OPERATOR, PlatformTenant, tenantResource } from "./platform_operation.ts";
import type { TenantDocument } from "./platform_state.ts";

export const platformTenantList = declareRead({
  ...BY_OPERATOR,
  id: "platform.tenant.list",
  summary: "List tenants",
  http: { method: "GET", path: "/platform/tenants" },
  acts: { on: "platform" },
  query: listQuery({}),
  output: listOf(PlatformTenant, "PlatformTenantList"),
  refusals: [],
  read: (snapshot, input, context) =>
    answerPlatformList<TenantDocument>(input, context, {
      snapshot,
      indexCode: PLATFORM_TABLE.tenantIndex,
      tableCode: PLATFORM_TABLE.tenant,
      itemOf: tenantResource,
    }),
});
