/** tenant.audit_event.retrieve: one change of the company's identity, keys or settings. */
import { Type } from "@sinclair/typebox";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import { Id } from "../../contract/values/formats.ts";
import { AuditEvent, auditEventById, auditEventNotFound } from "../audit/audit_event.ts";

export const tenantAuditEventRetrieve = declareRead({
  id: "tenant.audit_event.retrieve",
  summary: "Retrieve an audit event",
  description: "Who changed what, from where, and what it was before and after.",
  http: { method: "GET", path: "/tenant/audit-events/{auditEventId}" },
  principals: PEOPLE,
  scope: "activity:read",
  permission: "audit:read",
  acts: { on: "tenant" },
  path: Type.Object({ auditEventId: Id("aud") }, { additionalProperties: false }),
  output: AuditEvent,
  refusals: ["resource_not_found"],
  read(snapshot, { auditEventId }, { realm }) {
    const event = auditEventById(snapshot, realm, auditEventId);
    return event === undefined ? auditEventNotFound(auditEventId) : found(event);
  },
});
