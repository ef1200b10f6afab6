/**
 * unassigned_credit.settle: what became of a credit that the operator has assigned: it is a received credit of the
 * address, or the address did not take it, and it is unassigned again.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { OperatorName } from "../provider/provider_schema.ts";
import { keyOfUnassigned, type UnassignedCreditDocument } from "./unassigned_credit_document.ts";
import { ofUnassignedCredits } from "./unassigned_credit_facts.ts";
import {
  creditNotFound,
  otherStatus,
  stepOf,
  UnassignedCreditPath,
  UnassignedCreditStep,
} from "./unassigned_credit_schema.ts";
import type { UnassignedCreditState } from "./unassigned_credit_state.ts";

const Settlement = Type.Object(
  {
    user: OperatorName,
    /** Absent: the address did not take it, for good. */
    receivedCreditId: Type.Optional(Type.String({ pattern: "^rc_[0-9A-Z]{26}$" })),
  },
  { title: "UnassignedCreditSettlement", additionalProperties: false },
);

export const unassignedCreditSettle = declareWrite<UnassignedCreditState>()({
  id: "unassigned_credit.settle",
  summary: "Note what became of a credit that was assigned",
  http: { method: "POST", path: "/platform/unassigned-credits/{provider}/{reference}/settle" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  acts: { on: "platform" },
  path: UnassignedCreditPath,
  body: Settlement,
  output: UnassignedCreditStep,
  refusals: ["resource_not_found", "state_conflict", "ledger_unavailable"],
  events: [],
  decide({ unassignedCredits }, { provider, reference, receivedCreditId, user }, { realm, nowMs }) {
    const known = unassignedCredits.get(realm, keyOfUnassigned(provider, reference));
    if (known === undefined) return creditNotFound(provider, reference);
    const isKnown = receivedCreditId !== undefined && known.receivedCreditId === receivedCreditId;
    if (isKnown) return accept([], stepOf(known));
    if (known.status !== "assigning") return otherStatus(known, "assigning");
    const changed = { updatedAtMs: nowMs, revision: known.revision + 1, operator: user };
    if (receivedCreditId !== undefined) {
      const assigned = { ...known, ...changed, status: "assigned" as const, receivedCreditId };
      return accept([ofUnassignedCredits.fact("assigned", assigned)], stepOf(assigned));
    }
    const { financialAddressId: _, ...rest } = known;
    const released: UnassignedCreditDocument = { ...rest, ...changed, status: "unassigned" };
    return accept([ofUnassignedCredits.fact("released", released)], stepOf(released));
  },
});
