/** platform.operator_act.tell: what the operator has done in a Product of a company stands in the company's audit feed. */
import { Type } from "@sinclair/typebox";
import { accept } from "../../contract/declare/operation.ts";
import { audited } from "../audit/audit_note.ts";
import { ToldAct } from "./operator_act.ts";
import { write } from "./platform_operation.ts";
import { AT_SOCKET } from "./platform_people.ts";

export const platformOperatorActTell = write({
  id: "platform.operator_act.tell",
  summary: "Record an act of the operator in the audit feed of a company",
  http: { method: "POST", path: "/platform/operator-acts/tell" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  acts: { on: "tenant" },
  body: ToldAct,
  output: Type.Object({}, { title: "PlatformOperatorActTold", additionalProperties: false }),
  refusals: [],
  events: [],
  decide(_state, { operation, resource, after, requestId, ...where }, { principal }) {
    const { tenantId } = principal;
    const told = { operation, requestId };
    const note = { tenantIds: [tenantId], resource, after: { ...after, ...where }, told };
    return audited(accept([], {}), note, AT_SOCKET);
  },
});
