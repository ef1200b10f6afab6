/** platform.api_key.revoke: revoke a Product API key. Every edge knows it before the answer is sent. */
import { Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import { accept } from "../../contract/declare/operation.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { noSuch } from "../../contract/refusals/unknown_id.ts";
import { audited } from "../audit/audit_note.ts";
import { idsInState, shownKey, viewOfKey } from "./api_key_view.ts";
import type { ApiKeyChanged } from "./platform_facts.ts";
import {
  ApiKeyId,
  apiKeyResource,
  BY_OPERATOR,
  PlatformApiKey,
  write,
} from "./platform_operation.ts";
import { AT_SOCKET } from "./platform_people.ts";
import { tellApiKey } from "./platform_telling.ts";

export const platformApiKeyRevoke = write({
  ...BY_OPERATOR,
  id: "platform.api_key.revoke",
  summary: "Revoke a Product API key",
  http: { method: "POST", path: "/platform/api-keys/{apiKeyId}/revoke" },
  acts: { on: "tenant", by: "apiKeyId" },
  path: Type.Object({ apiKeyId: ApiKeyId }, { additionalProperties: false }),
  output: PlatformApiKey,
  refusals: ["resource_not_found"],
  events: ["api_key.revoked"],
  decide(state, { apiKeyId }, { nowMs, place, realm }) {
    const before = state.apiKeys.get(realm, apiKeyId);
    if (before === undefined) {
      return refuse("resource_not_found", noSuch("key", apiKeyId, "on this server"), {
        resourceType: "api_key",
      });
    }
    const { realm: _, ...document } = before;
    if (document.status === "revoked") return accept([], apiKeyResource(document));
    const apiKey = { ...document, status: "revoked" as const, revokedAtMs: nowMs };
    const revoked: ApiKeyChanged = { kind: "api_key.revoked.1", apiKey };
    const product = state.products.get(realm, apiKey.productId);
    invariant(product !== undefined, "a key belongs to a Product of its tenant");
    const idsOf = idsInState(state);
    const view = viewOfKey(apiKey, idsOf);
    const effects = tellApiKey("api_key.revoked", view, { product, place });
    const note = {
      tenantIds: [apiKey.tenantId],
      resource: { type: "api_key", id: apiKeyId },
      before: shownKey(viewOfKey(document, idsOf), nowMs),
      after: shownKey(view, nowMs),
    };
    return audited({ ...accept([revoked], apiKeyResource(apiKey)), effects }, note, AT_SOCKET);
  },
});
