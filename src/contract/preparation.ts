/** What the preparation of an operation may use; a decision may use none of it. */
import type { Environment } from "./principal.ts";

/** A new key. `text` is shown once to its owner; only the other three may be stored. */
export type NewApiKey = { text: string; apiKeyId: string; prefix: string; digest: string };

export type PreparationTools = {
  newApiKey(environment: Environment): NewApiKey;
  /** Ledger shards of this data directory. */
  shards: number;
};
