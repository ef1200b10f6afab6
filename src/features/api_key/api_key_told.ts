/** What the platform shard has decided about an API key, as a fact of the realm that the key acts in. */
import type { Place } from "../../base/id.ts";
import type { ApiKeyView } from "../../contract/declare/principal.ts";
import { declareTold, type ToldTypeOf } from "../told_facts.ts";
import { ApiKey } from "./api_key_document.ts";

/** All that can happen to a key on the platform shard. */
export const API_KEY_HAPPENINGS = {
  created: "An API key was made.",
  /** What time has done to the key. */
  changed: {},
  /** A use of the key showed that its digest is under a pepper of before. */
  digest_renewed: {},
  updated: "An API key got another name, or is taken from other addresses.",
  rolled: "Another API key, which was made at once, takes the place of this one.",
  revoked: "An API key was revoked, for ever.",
} as const;

/** The key of a fact is as `api_key.current.retrieve` shows it, and as revoked when it is. */
export const apiKeysTold = declareTold({
  noun: "api_key",
  output: ApiKey,
  happenings: { ...API_KEY_HAPPENINGS, expiring: "An API key stops working in seven days." },
});
export type ApiKeyEventType = ToldTypeOf<typeof apiKeysTold>;

/** The input of `api_key.tell`. `origin`: the place of the platform shard's record. */
export type ApiKeyTelling = { type: ApiKeyEventType; apiKey: ApiKeyView; origin: Place };
