/**
 * platform.retired_keys.settle: ends the effect by which the keys of a retired realm are destroyed, once they are and
 * its files are deleted. The record stands in the retired realm, and has the fact that the effect is settled, and how many there were.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";

const COUNT = Type.Integer({ minimum: 0 });

export const platformRetiredKeysSettle = declareWrite<object>()({
  id: "platform.retired_keys.settle",
  summary: "Record that the keys of a retired realm were destroyed",
  http: { method: "POST", path: "/platform/retired-keys/settle" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  body: Type.Object(
    { keys: COUNT, files: COUNT },
    { title: "PlatformRetiredKeysSettlement", additionalProperties: false },
  ),
  output: Type.Object(
    { keys: COUNT, files: COUNT },
    { title: "PlatformRetiredKeysSettled", additionalProperties: false },
  ),
  refusals: [],
  events: [],
  decide: (_state, { keys, files }) => accept([], { keys, files }),
});
