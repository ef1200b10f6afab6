/** Chance and secrets for the preparation of operations, in the threads that prepare them. */
import { randomBytes } from "node:crypto";
import type { PreparationMeans } from "../contract/preparation.ts";
import { makeApiKey } from "./api_key.ts";

/** `shards`: how many ledger shards the data directory has. */
export function preparationMeans({
  pepper,
  shards,
}: {
  pepper: Uint8Array;
  shards: number;
}): PreparationMeans {
  return {
    newApiKey: (environment) => makeApiKey(environment, randomBytes, pepper),
    shards,
  };
}
