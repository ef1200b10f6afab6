/** The proofs of work that were taken, in the memory of the platform shard, until they expire. */
import { DeadlineIndex } from "../../contract/document_index.ts";
import { DocumentTable } from "../../contract/document_table.ts";
import { PLATFORM_TABLE } from "../platform/platform_state.ts";

export type UsedProof = { realm: number; expiresAtMs: number };

export type AuthState = {
  /** By the id of the challenge, 32 hexadecimal digits. */
  usedProofs: DocumentTable<UsedProof>;
  usedProofDeadlines: DeadlineIndex<UsedProof>;
};

export function createAuthState(): AuthState {
  const usedProofDeadlines = new DeadlineIndex<UsedProof>(({ expiresAtMs }) => expiresAtMs);
  const usedProofs = new DocumentTable<UsedProof>({
    name: "used_proof",
    code: PLATFORM_TABLE.usedProof,
    indexes: [usedProofDeadlines],
  });
  return { usedProofs, usedProofDeadlines };
}
