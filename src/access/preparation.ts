/** The tools of preparations, which need randomness and secrets, in the threads that run them. */
import { randomBytes } from "node:crypto";
import type { PreparationTools } from "../contract/preparation.ts";
import { makeApiKey } from "./api_key.ts";

/** `ledgerShards`: how many ledger shards the data directory has. */
export function preparationTools({
  pepper,
  ledgerShards,
}: {
  pepper: Uint8Array;
  ledgerShards: number;
}): PreparationTools {
  return {
    newApiKey: (environment) => makeApiKey(environment, randomBytes, pepper),
    shards: ledgerShards,
  };
}
