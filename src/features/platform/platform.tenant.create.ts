/** platform.tenant.create: create a tenant. */
import { Type } from "@sinclair/typebox";
import { accept } from "../../contract/operation.ts";
import { BY_OPERATOR, Document, Name, write } from "./platform_operation.ts";
import type { TenantDocument } from "./platform_state.ts";

export const tenantCreate = write({
  ...BY_OPERATOR,
  id: "platform.tenant.create",
  summary: "Create a tenant",
  http: { method: "POST", path: "/platform/tenants", status: 201 },
  body: Type.Object({ name: Name }),
  output: Document,
  refusals: [],
  events: [],
  decide(_state, { name }, { newId, nowMs }) {
    const tenant: Omit<TenantDocument, "scope"> = {
      tenantId: newId("ten"),
      name,
      createdAtMs: nowMs,
    };
    return accept([{ kind: "tenant.created.1", tenant } as { kind: string }], tenant);
  },
});
