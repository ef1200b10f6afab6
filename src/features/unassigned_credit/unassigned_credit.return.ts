/**
 * unassigned_credit.return: the bank has sent money back that was nobody's. The operator has asked the bank for it outside
 * of the platform, and enters the bank's own name of the sending back (`npm run admin -- credit return`).
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { OperatorName } from "../provider/provider_schema.ts";
import { keyOfUnassigned } from "./unassigned_credit_document.ts";
import { ofUnassignedCredits } from "./unassigned_credit_facts.ts";
import {
  creditNotFound,
  otherStatus,
  Reference,
  stepOf,
  UnassignedCreditPath,
  UnassignedCreditStep,
} from "./unassigned_credit_schema.ts";
import type { UnassignedCreditState } from "./unassigned_credit_state.ts";

const SendingBack = Type.Object(
  { returnReference: Reference, user: OperatorName },
  { title: "UnassignedCreditReturn", additionalProperties: false },
);

export const unassignedCreditReturn = declareWrite<UnassignedCreditState>()({
  id: "unassigned_credit.return",
  summary: "Note that the bank has sent a credit back",
  http: { method: "POST", path: "/platform/unassigned-credits/{provider}/{reference}/return" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  acts: { on: "platform" },
  path: UnassignedCreditPath,
  body: SendingBack,
  output: UnassignedCreditStep,
  refusals: ["resource_not_found", "state_conflict", "ledger_unavailable"],
  events: [],
  decide({ unassignedCredits }, { provider, reference, returnReference, user }, { realm, nowMs }) {
    const known = unassignedCredits.get(realm, keyOfUnassigned(provider, reference));
    if (known === undefined) return creditNotFound(provider, reference);
    const { status, revision } = known;
    if (status === "returned" && known.returnReference === returnReference) {
      return accept([], stepOf(known));
    }
    if (status !== "unassigned") return otherStatus(known, "unassigned");
    const returned = {
      ...{ ...known, status: "returned" as const, returnReference, operator: user },
      ...{ updatedAtMs: nowMs, revision: revision + 1 },
    };
    return accept([ofUnassignedCredits.fact("returned", returned)], stepOf(returned));
  },
});
