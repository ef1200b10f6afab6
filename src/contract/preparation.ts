/** The tools that the preparation of an operation may use, and that no decision may use. */
import type { Environment } from "./principal.ts";

/** A new key. `text` is shown once, to its owner; only the other three fields may be stored. */
export type NewApiKey = { text: string; apiKeyId: string; prefix: string; digest: string };

export type PreparationTools = {
  newApiKey(environment: Environment): NewApiKey;
  /** Number of ledger shards of this data directory. */
  shards: number;
  /** The operating-system user of the operator; undefined for every other caller. */
  operatorUser?: string | undefined;
};
