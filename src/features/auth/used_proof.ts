/**
 * Each proof of work is taken once. Whoever takes it notes it in the same record, whether the request
 * succeeds or is refused: a proof that paid for a wrong password pays for no second one.
 */
import { type Static, Type } from "@sinclair/typebox";
import type { Apply, DecisionContext } from "../../contract/declare/operation.ts";
import type { PreparationTools } from "../../contract/declare/preparation.ts";
import { SECRET } from "../../contract/declare/redaction.ts";
import type { Fact } from "../../contract/records/record.ts";
import { removeOver } from "../../contract/tables/document_index.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import type { AuthState } from "./auth_state.ts";
import { type Asked, counted } from "./identity_budget.ts";

export const PROOF_USED = "proof.used.1";

export type ProofUsed = { kind: typeof PROOF_USED; challengeId: string; expiresAtMs: number };

/** A proof as the preparation found it; undefined for one that is none. */
export type SeenProof = Awaited<ReturnType<PreparationTools["verifyProof"]>>;

/** The field of an input that has the proof. A longer text is no solution of any challenge. */
export const ProofOfWork = Type.String({
  description:
    "The solution of a challenge of `auth.challenge.create`, as ALTCHA's clients make it: base64 of the JSON of `{algorithm, challenge, number, salt, signature}`. Each is taken once.",
  minLength: 1,
  maxLength: 2_048,
  ...SECRET,
});
export type ProofOfWork = Static<typeof ProofOfWork>;

export const authFacts: Record<typeof PROOF_USED, Apply<AuthState>> = {
  [PROOF_USED]: ({ usedProofs, usedProofDeadlines }, fact, { timeMs }) => {
    removeOver(usedProofs, usedProofDeadlines, { realm: PLATFORM_REALM, timeMs });
    const { challengeId, expiresAtMs } = fact as ProofUsed;
    usedProofs.set(challengeId, { realm: PLATFORM_REALM, expiresAtMs });
  },
};

/**
 * The proof as a preparation sees it, before it does dear work: undefined also for one that was taken
 * before. The decision looks again, as another request may take the same proof meanwhile.
 */
export async function seenProof(
  { verifyProof, snapshot }: Pick<PreparationTools, "verifyProof" | "snapshot">,
  payload: ProofOfWork,
): Promise<SeenProof> {
  const proof = await verifyProof(payload);
  if (proof === undefined) return undefined;
  const used = snapshot().get(PLATFORM_TABLE.usedProof, PLATFORM_REALM, proof.challengeId);
  return used === undefined ? proof : undefined;
}

/**
 * Whether the proof may be taken now, and the facts that take it and count the request. A proof whose time ended between the
 * preparation and the decision is refused, so that no proof outlives the note of its use.
 */
export function takeProof(
  { usedProofs }: AuthState,
  proof: SeenProof,
  { requester }: Pick<Asked, "requester">,
  { nowMs }: Pick<DecisionContext, "nowMs">,
): { isTaken: boolean; facts: readonly Fact[] } {
  if (proof === undefined || nowMs >= proof.expiresAtMs) return { isTaken: false, facts: [] };
  const { challengeId, expiresAtMs } = proof;
  if (usedProofs.find(challengeId) !== undefined) return { isTaken: false, facts: [] };
  const used: ProofUsed = { kind: PROOF_USED, challengeId, expiresAtMs };
  return { isTaken: true, facts: [used, counted(requester)] };
}
