/**
 * platform.company_telling.settle: the audit feed of a company has what the operator did in one of its Products. The
 * record says so with the fact that its effect is settled, and has no other.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";

export const platformCompanyTellingSettle = declareWrite<object>()({
  id: "platform.company_telling.settle",
  summary: "Record that a company was told of an act of the operator",
  http: { method: "POST", path: "/platform/company-tellings/settle" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  output: Type.Object({}, { title: "PlatformCompanyTellingSettled", additionalProperties: false }),
  refusals: [],
  events: [],
  decide: () => accept([], {}),
});
