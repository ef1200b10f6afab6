/**
 * unassigned_credit.take: the outbox hands over money that a bank has told for an address that nobody here has. The same
 * telling again changes nothing; another one under the same reference is noted, and the first holds. No caller can ask for it.
 */
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import type { UnassignedCreditDocument } from "./unassigned_credit_document.ts";
import { keyOfUnassigned } from "./unassigned_credit_document.ts";
import { ofUnassignedCredits } from "./unassigned_credit_facts.ts";
import {
  stepOf,
  UnassignedCreditPath,
  UnassignedCreditTaken,
  UnassignedCreditTelling,
} from "./unassigned_credit_schema.ts";
import type { UnassignedCreditState } from "./unassigned_credit_state.ts";

export const unassignedCreditTake = declareWrite<UnassignedCreditState>()({
  id: "unassigned_credit.take",
  summary: "Take money that is nobody's",
  http: { method: "POST", path: "/platform/unassigned-credits/{provider}/{reference}/take" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  acts: { on: "platform" },
  path: UnassignedCreditPath,
  body: UnassignedCreditTelling,
  output: UnassignedCreditTaken,
  refusals: ["ledger_unavailable"],
  events: [],
  decide({ unassignedCredits }, { provider, reference, ...told }, { realm, nowMs }) {
    const known = unassignedCredits.get(realm, keyOfUnassigned(provider, reference));
    if (known !== undefined) return judged(known, told, nowMs);
    const credit: UnassignedCreditDocument = {
      ...{ realm, provider, reference, ...told, status: "unassigned" },
      ...{ createdAtMs: nowMs, updatedAtMs: nowMs, revision: 1 },
    };
    const fact = ofUnassignedCredits.fact("taken", credit);
    return accept([fact], { ...stepOf(credit), verdict: "unassigned" });
  },
});

/** What is told again is compared by what decides where the money goes. */
function judged(
  known: UnassignedCreditDocument,
  { newsId, amount, currency, sentTo }: UnassignedCreditTelling,
  nowMs: number,
) {
  const isSame = (one: Pick<UnassignedCreditDocument, "amount" | "currency" | "sentTo">) =>
    one.amount === amount && one.currency === currency && one.sentTo === sentTo;
  if (isSame(known)) return accept([], { ...stepOf(known), verdict: "twice" });
  if (known.contradiction !== undefined && isSame(known.contradiction)) {
    return accept([], { ...stepOf(known), verdict: "contradictory" });
  }
  const contradicted: UnassignedCreditDocument = {
    ...{ ...known, contradiction: { newsId, amount, currency, sentTo } },
    ...{ updatedAtMs: nowMs, revision: known.revision + 1 },
  };
  const fact = ofUnassignedCredits.fact("contradicted", contradicted);
  return accept([fact], { ...stepOf(contradicted), verdict: "contradictory" });
}
