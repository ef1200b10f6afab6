/** API keys: the one in use, on the shards of its Product, and those of a company, on the platform shard. */
import type { Feature } from "../../contract/declare/feature.ts";
import { apiKeyCurrentRetrieve } from "./api_key.current.retrieve.ts";
import { apiKeyExpire } from "./api_key.expire.ts";
import { apiKeyList } from "./api_key.list.ts";
import { apiKeyLiveCreate } from "./api_key.live.create.ts";
import { apiKeyRetrieve } from "./api_key.retrieve.ts";
import { apiKeyRevoke } from "./api_key.revoke.ts";
import { apiKeyRoll } from "./api_key.roll.ts";
import { apiKeySandboxCreate } from "./api_key.sandbox.create.ts";
import { apiKeyTell } from "./api_key.tell.ts";
import { apiKeyUpdate } from "./api_key.update.ts";
import { apiKeyCompanyExamples } from "./api_key_company_examples.ts";
import { apiKeyExamples } from "./api_key_examples.ts";
import { apiKeysTold } from "./api_key_told.ts";
import { apiKeyWords } from "./api_key_words.ts";

export const apiKeyFeature = {
  tag: { name: "API keys", description: "The credentials of a Product." },
  words: apiKeyWords,
  operations: [apiKeyCurrentRetrieve, apiKeyTell],
  examples: apiKeyExamples,
  ...apiKeysTold.manifest,
} satisfies Feature;

/** The due steps of keys are those of the platform's own manifest, which has their table. */
export const apiKeyPlatformFeature = {
  tag: "API keys",
  examples: apiKeyCompanyExamples,
  operations: [
    apiKeyList,
    apiKeyRetrieve,
    apiKeySandboxCreate,
    apiKeyLiveCreate,
    apiKeyUpdate,
    apiKeyRoll,
    apiKeyRevoke,
    apiKeyExpire,
  ],
} satisfies Feature;
