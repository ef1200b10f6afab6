/**
 * unassigned_credit.assign: the operator has said whose address a credit was for. From now on nothing else becomes of
 * it than a received credit of that address, which is made next (`npm run admin -- credit assign`). Again with the same
 * address it changes nothing, so a command that was cut off is run again.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { Id } from "../../contract/values/formats.ts";
import { OperatorName } from "../provider/provider_schema.ts";
import { keyOfUnassigned } from "./unassigned_credit_document.ts";
import { ofUnassignedCredits } from "./unassigned_credit_facts.ts";
import {
  creditNotFound,
  otherStatus,
  stepOf,
  UnassignedCreditPath,
  UnassignedCreditStep,
} from "./unassigned_credit_schema.ts";
import type { UnassignedCreditState } from "./unassigned_credit_state.ts";

const Assignment = Type.Object(
  { financialAddressId: Id("fa"), user: OperatorName },
  { title: "UnassignedCreditAssignment", additionalProperties: false },
);

export const unassignedCreditAssign = declareWrite<UnassignedCreditState>()({
  id: "unassigned_credit.assign",
  summary: "Say whose a credit is",
  http: { method: "POST", path: "/platform/unassigned-credits/{provider}/{reference}/assign" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  acts: { on: "platform" },
  path: UnassignedCreditPath,
  body: Assignment,
  output: UnassignedCreditStep,
  refusals: ["resource_not_found", "state_conflict", "ledger_unavailable"],
  events: [],
  decide(
    { unassignedCredits },
    { provider, reference, financialAddressId, user },
    { realm, nowMs },
  ) {
    const known = unassignedCredits.get(realm, keyOfUnassigned(provider, reference));
    if (known === undefined) return creditNotFound(provider, reference);
    const { status, revision } = known;
    const isOfIt = known.financialAddressId === financialAddressId;
    if (isOfIt && (status === "assigning" || status === "assigned")) {
      return accept([], stepOf(known));
    }
    if (status !== "unassigned") return otherStatus(known, "unassigned");
    const assigning = {
      ...{ ...known, status: "assigning" as const, financialAddressId, operator: user },
      ...{ updatedAtMs: nowMs, revision: revision + 1 },
    };
    return accept([ofUnassignedCredits.fact("assigning", assigning)], stepOf(assigning));
  },
});
