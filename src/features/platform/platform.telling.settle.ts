/**
 * platform.telling.settle: a realm of a Product has recorded what it was told. The record says so
 * with the fact that its effect is settled, and has no other.
 */
import { Type } from "@sinclair/typebox";
import { accept } from "../../contract/declare/operation.ts";
import { write } from "./platform_operation.ts";

export const platformTellingSettle = write({
  id: "platform.telling.settle",
  summary: "Record that a realm of a Product was told",
  http: { method: "POST", path: "/platform/tellings/settle" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  acts: { on: "tenant" },
  output: Type.Object({}, { title: "PlatformTellingSettled", additionalProperties: false }),
  refusals: [],
  events: [],
  decide: () => accept([], {}),
});
