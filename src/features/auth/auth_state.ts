/**
 * The proofs of work that were taken, in the memory of the platform shard, until they expire; and how many were
 * taken in this minute, by whom and for whom.
 */
import { DeadlineIndex } from "../../contract/tables/document_index.ts";
import { DocumentTable } from "../../contract/tables/document_table.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";

export type UsedProof = { realm: number; expiresAtMs: number };

/** What was counted under a key, until its minute ends. */
export type IdentityCount = { realm: number; windowEndsAtMs: number; count: number };

export type AuthState = {
  /** By the id of the challenge, 32 hexadecimal digits. */
  usedProofs: DocumentTable<UsedProof>;
  usedProofDeadlines: DeadlineIndex<UsedProof>;
  /** By the keys of `Asked`. */
  identityCounts: DocumentTable<IdentityCount>;
  identityDeadlines: DeadlineIndex<IdentityCount>;
};

export function createAuthState(): AuthState {
  const usedProofDeadlines = new DeadlineIndex<UsedProof>(({ expiresAtMs }) => expiresAtMs);
  const usedProofs = new DocumentTable<UsedProof>({
    name: "used_proof",
    code: PLATFORM_TABLE.usedProof,
    indexes: [usedProofDeadlines],
  });
  const identityDeadlines = new DeadlineIndex<IdentityCount>(
    ({ windowEndsAtMs }) => windowEndsAtMs,
  );
  const identityCounts = new DocumentTable<IdentityCount>({
    name: "identity_count",
    code: PLATFORM_TABLE.identityCount,
    indexes: [identityDeadlines],
  });
  return { usedProofs, usedProofDeadlines, identityCounts, identityDeadlines };
}
