/** The keys of companies that wait for their time, each in the realm of its company. */
import type { DueSource } from "../../contract/declare/due_source.ts";
import type { PlatformState } from "./platform_state.ts";

export const apiKeysDue: DueSource<PlatformState> = {
  name: "api_keys",
  realms: ({ apiKeyDeadlines }) => apiKeyDeadlines.realms(),
  earliest({ apiKeyDeadlines }, realm) {
    const first = apiKeyDeadlines.first(realm);
    if (first === undefined) return undefined;
    return { atMs: first.atMs, operation: "api_key.expire", input: { apiKeyId: first.key } };
  },
};
