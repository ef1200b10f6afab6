/** Solves challenges as a browser does, for tests. */
import { hash } from "node:crypto";
import type { ProofChallenge } from "../../../src/access/proof_of_work.ts";

/** The payload that solves a challenge: base64 of JSON, as ALTCHA's clients send it. */
export function solveProof({
  algorithm,
  challenge,
  salt,
  signature,
  cost,
}: Omit<ProofChallenge, "expiresAt">): string {
  for (let number = 0; number <= cost; number++) {
    if (hash("sha256", `${salt}${number}`) !== challenge) continue;
    return payloadOf({ algorithm, challenge, number, salt, signature, took: 1 });
  }
  throw new Error(`no number up to ${cost} solves the challenge`);
}

/** Any fields as a payload. */
export function payloadOf(fields: unknown): string {
  return Buffer.from(JSON.stringify(fields)).toString("base64");
}
