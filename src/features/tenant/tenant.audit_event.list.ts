/** tenant.audit_event.list: who changed what of the company's identity, keys and settings. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import { Actor, listOf, listQuery } from "../../contract/values/formats.ts";
import { AuditEvent, auditEventOf } from "../audit/audit_event.ts";
import { answerCreatedList } from "../created_list.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";

export const tenantAuditEventList = declareRead({
  id: "tenant.audit_event.list",
  summary: "List audit events",
  description:
    "Each change of the company, its members, keys and settings, newest first, with what was there before and after.",
  http: { method: "GET", path: "/tenant/audit-events" },
  principals: PEOPLE,
  scope: "activity:read",
  permission: "audit:read",
  acts: { on: "tenant" },
  runsIn: "pool",
  query: listQuery({
    actorType: Type.Optional(
      Type.Union(Actor.properties.type.anyOf, {
        description: "Only what actors of this kind have changed.",
      }),
    ),
    actorId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "Only what this actor has changed, by its id.",
      }),
    ),
    operation: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "Only what was changed by this call, such as `tenant.member.update`.",
      }),
    ),
  }),
  output: listOf(AuditEvent, "AuditEventList"),
  refusals: [],
  read: (snapshot, input, context) =>
    answerCreatedList(input, context, {
      snapshot,
      tableCode: PLATFORM_TABLE.auditIndex,
      itemOf(_key, row) {
        const event = auditEventOf(snapshot, row);
        const { actorType = event.actor.type, actorId = event.actor.id } = input;
        const { operation = event.operation } = input;
        const isMeant =
          event.actor.type === actorType &&
          event.actor.id === actorId &&
          event.operation === operation;
        return isMeant ? event : undefined;
      },
    }),
});
