/**
 * platform.beneficiary.erasure.settle: ends the effect of the erasure of a beneficiary, once its key is destroyed. The record has the
 * fact that the effect is settled.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { Id } from "../../contract/values/formats.ts";
import type { BeneficiaryPart } from "../beneficiary/beneficiary_noun.ts";

export const platformBeneficiaryErasureSettle = declareWrite<BeneficiaryPart>()({
  id: "platform.beneficiary.erasure.settle",
  summary: "Record that the key of a beneficiary was destroyed",
  http: { method: "POST", path: "/platform/beneficiary-erasures/settle" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  body: Type.Object(
    { beneficiaryId: Id("ben") },
    { title: "PlatformBeneficiaryErasureSettlement", additionalProperties: false },
  ),
  output: Type.Object(
    { beneficiaryId: Id("ben") },
    { title: "PlatformBeneficiaryErasureSettled", additionalProperties: false },
  ),
  refusals: [],
  events: [],
  decide: (_state, { beneficiaryId }) => accept([], { beneficiaryId }),
});
