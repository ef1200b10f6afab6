/** How a request of somebody whom nobody knows is paid for: by a proof of work, out of the budget of the address. */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import type { AuthState } from "../auth/auth_state.ts";
import { type Asked, refuseSpent } from "../auth/identity_budget.ts";
import { type SeenProof, takeProof } from "../auth/used_proof.ts";
import { refuseCredentials } from "./user_refusals.ts";

/**
 * The facts that take the proof and count the request, whatever becomes of it. A refusal keeps nothing: a worthless
 * proof counts nowhere, and whoever has nothing left may send the same proof again after the minute.
 */
export function paidRequest(
  state: AuthState,
  { proof, asked }: { proof: SeenProof; asked: Asked },
  { nowMs }: Pick<DecisionContext, "nowMs">,
): { refused: false; facts: readonly Fact[] } | Refusal<"invalid_credentials" | "rate_limited"> {
  const { isTaken, facts } = takeProof(state, proof, asked, { nowMs });
  if (!isTaken) return refuseCredentials();
  return refuseSpent(state, asked, { nowMs }) ?? { refused: false, facts };
}
