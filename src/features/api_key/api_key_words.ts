/** The words of API keys: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const apiKeyWords: NounWords = {
  ids: { key: "an API key" },
  scopes: {
    keys: {
      group: "Company",
      name: "API keys",
      title: "API keys",
      write:
        "Make, change and revoke API keys. A sandbox key may get everything that your role permits in the sandbox.",
      writeOfAgent: "Revoke API keys. An agent makes none and changes none.",
    },
  },
  synonyms: {
    "api key": `
      keys, which keys exist, who has a key, token, credential, secret, access key, secret key,
      access token
    `,
    "api key revoke": `
      not needed any more, end a key, key in public, published by mistake, remove a key, delete a
      key, employee left, leaked, stolen, compromised, invalidate, rotate, disable, exposed, kill,
      deactivate
    `,
    "api key list": `
      all keys, which keys, keys of product, list credentials
    `,
    "api key retrieve": `
      last used, key used
    `,
  },
  sameMeaning: [["key", "credential", "token", "secret", "apikey", "authenticate", "bearer"]],
  done: {
    "api_key.live.create": "Made a live key",
    "api_key.revoke": "Revoked a key",
    "api_key.roll": "Rolled a key",
    "api_key.sandbox.create": "Made a sandbox key",
    "api_key.update": "Changed a key",
  },
};
