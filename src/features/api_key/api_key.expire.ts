/**
 * api_key.expire: what time does to a key, as a step of the platform: it tells that the key ends in seven
 * days, ends the key that another has replaced when the overlap is over, or notes that the key has
 * expired. No caller reaches it. Edges refuse a key that is over by the clock, whether or not the step ran.
 */
import { Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { apiKeyNotFound } from "../platform/api_key_rules.ts";
import { nextOfKeyAtMs } from "../platform/api_key_times.ts";
import { idsInState, type StoredKey, shownKey, viewOfKey } from "../platform/api_key_view.ts";
import type { ApiKeyChanged } from "../platform/platform_facts.ts";
import type { PlatformState } from "../platform/platform_state.ts";
import { tellApiKey } from "../platform/platform_telling.ts";
import { ApiKey } from "./api_key_document.ts";

export const apiKeyExpire = declareWrite<PlatformState>()({
  id: "api_key.expire",
  summary: "Do what is due of an API key",
  http: { method: "POST", path: "/api-keys/expire" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  acts: { on: "tenant" },
  body: Type.Object(
    { apiKeyId: Type.String() },
    { title: "ApiKeyExpiry", additionalProperties: false },
  ),
  output: ApiKey,
  refusals: ["resource_not_found", "state_conflict"],
  // What the step tells of is an event of the key's own realm, where `api_key.tell` records it.
  events: [],
  decide(state, { apiKeyId }, { dueMs = 0, nowMs: clockMs, place, realm }) {
    const before = state.apiKeys.get(realm, apiKeyId);
    if (before === undefined) return apiKeyNotFound(apiKeyId);
    const nowMs = Math.max(dueMs, clockMs);
    const dueAtMs = nextOfKeyAtMs(before);
    if (dueAtMs === undefined || dueAtMs > nowMs) {
      return refuse("state_conflict", "nothing is due of the key", {
        expected: "due",
        actual: before.status,
      });
    }
    const product = state.products.get(realm, before.productId);
    invariant(product !== undefined, "a key belongs to a Product of its tenant");
    const { realm: _, ...document } = before;
    const { expiresAtMs = Infinity, endsAtMs = Infinity, status } = document;
    const told = (type: "api_key.expiring" | "api_key.revoked", apiKey: StoredKey) => {
      const fact: ApiKeyChanged = { kind: "api_key.changed.1", apiKey };
      const view = viewOfKey(apiKey, idsInState(state));
      const effects = tellApiKey(type, view, { product, place });
      return { ...accept([fact], shownKey(view, nowMs)), effects };
    };
    if (status === "rolling" && endsAtMs <= expiresAtMs) {
      return told("api_key.revoked", { ...document, status: "revoked", revokedAtMs: endsAtMs });
    }
    if (expiresAtMs > nowMs) {
      return told("api_key.expiring", { ...document, expiringAtMs: nowMs });
    }
    const apiKey: StoredKey = { ...document, status: "expired" };
    const fact: ApiKeyChanged = { kind: "api_key.changed.1", apiKey };
    return accept([fact], shownKey(viewOfKey(apiKey, idsInState(state)), nowMs));
  },
});
