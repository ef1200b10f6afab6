/** platform.tenant.create: create a tenant. */
import { Type } from "@sinclair/typebox";
import { accept } from "../../contract/declare/operation.ts";
import { audited } from "../audit/audit_note.ts";
import type { TenantChanged } from "./platform_facts.ts";
import {
  BY_OPERATOR,
  NameDraft,
  PlatformTenant,
  tenantResource,
  write,
} from "./platform_operation.ts";
import { AT_SOCKET } from "./platform_people.ts";

export const platformTenantCreate = write({
  ...BY_OPERATOR,
  id: "platform.tenant.create",
  summary: "Create a tenant",
  http: { method: "POST", path: "/platform/tenants", status: 201 },
  acts: { on: "platform" },
  body: Type.Object(
    { name: NameDraft },
    { title: "PlatformTenantDraft", additionalProperties: false },
  ),
  output: PlatformTenant,
  refusals: [],
  events: [],
  decide(_state, { name }, { newId, nowMs }) {
    const tenant = { tenantId: newId("ten"), name, createdAtMs: nowMs };
    const created: TenantChanged = { kind: "tenant.created.1", tenant };
    const { tenantId } = tenant;
    const after = tenantResource(tenant);
    const note = { tenantIds: [tenantId], resource: { type: "tenant", id: tenantId }, after };
    return audited(accept([created], after), note, AT_SOCKET);
  },
});
