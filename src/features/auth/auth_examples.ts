/** The example of a challenge. Its answer is chance, so it is written by hand. */
import type { Example } from "../../contract/document/example.ts";

export const authExamples: readonly Example[] = [
  {
    at: "08:00:10",
    operation: "auth.challenge.create",
    answer: {
      algorithm: "SHA-256",
      challenge: "9d3f5a7c1e2b4860d4c6a8b0e1f325476981badcfe0f1e2d3c4b5a6978869504",
      salt: "5f0c3c1b7a9e4d2f8b6a1c0d9e3f7a52?expires=1774857910&",
      cost: 50_000,
      expiresAt: "2026-03-30T08:05:10.000Z",
      signature: "0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9",
    },
  },
];
