/**
 * platform.company_telling.settle: ends the effect of a telling, once the company's audit feed has what the operator did
 * in a Product. The record has one fact, that the effect is settled.
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
