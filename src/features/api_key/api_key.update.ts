/** api_key.update: another name of a key, or other addresses that it is taken from. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/operation.ts";
import { audited } from "../audit/audit_note.ts";
import { changed } from "../change.ts";
import { ExpectedRevision, refuseRevision } from "../expected_revision.ts";
import { keyOfProduct } from "../platform/api_key_rules.ts";
import { idsInState, shownKey, viewOfKey } from "../platform/api_key_view.ts";
import type { ApiKeyChanged } from "../platform/platform_facts.ts";
import { tellApiKey } from "../platform/platform_telling.ts";
import { askerOf, refuseRoleIn } from "../tenant/asker.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { ApiKey } from "./api_key_document.ts";
import { AllowedCidrs, issuesOfKey, KeyName, KeyPath } from "./api_key_draft.ts";

export const apiKeyUpdate = declareWrite<TenantState>()({
  id: "api_key.update",
  summary: "Change an API key",
  description:
    "Its name, and the addresses that it is taken from: both hold everywhere when the answer comes. What a key may do never changes.",
  tag: "API keys",
  http: { method: "PATCH", path: "/products/{productId}/api-keys/{apiKeyId}", status: 200 },
  principals: ["founder"],
  scope: "keys:write",
  permission: "keys:write@sandbox",
  acts: { on: "tenant" },
  path: KeyPath,
  body: Type.Object(
    {
      name: Type.Optional(KeyName),
      allowedCidrs: Type.Optional(AllowedCidrs),
      expectedRevision: Type.Optional(ExpectedRevision),
    },
    { title: "ApiKeyChange", additionalProperties: false },
  ),
  output: ApiKey,
  refusals: ["resource_not_found", "missing_required_permission", "state_conflict"],
  events: ["api_key.updated"],
  check: issuesOfKey,
  prepare: askerOf,
  decide(state, input, context) {
    const { name, allowedCidrs, expectedRevision } = input;
    const { nowMs, place, realm, prepared } = context;
    const seen = keyOfProduct(state, input, realm);
    if ("refused" in seen) return seen;
    const { product, apiKey: before } = seen;
    const { apiKeyId, tenantId, environment, revision = 1 } = before;
    const refusal =
      refuseRoleIn(state, context, "keys:write", environment) ??
      refuseRevision(apiKeyId, expectedRevision, revision);
    if (refusal !== undefined) return refusal;
    const idsOf = idsInState(state);
    const shownBefore = shownKey(viewOfKey(before, idsOf), nowMs);
    const change = { name, allowedCidrs: allowedCidrs?.length === 0 ? null : allowedCidrs };
    const after = changed(before, change);
    if (after === before) return accept([], shownBefore);
    const { realm: _, ...document } = after;
    const apiKey = { ...document, revision: revision + 1 };
    const fact: ApiKeyChanged = { kind: "api_key.changed.1", apiKey };
    const view = viewOfKey(apiKey, idsOf);
    const shownAfter = shownKey(view, nowMs);
    const effects = tellApiKey("api_key.updated", view, { product, place });
    return audited(
      { ...accept([fact], shownAfter), effects },
      {
        tenantIds: [tenantId],
        resource: { type: "api_key", id: apiKeyId },
        before: shownBefore,
        after: shownAfter,
      },
      prepared.from,
    );
  },
});
