/** api_key.update: another name of a key, or other addresses that it is taken from. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { changed } from "../change.ts";
import { ExpectedRevision, refuseRevision } from "../expected_revision.ts";
import { keyOfProduct } from "../platform/api_key_rules.ts";
import { idsInState, shownKey, viewOfKey } from "../platform/api_key_view.ts";
import { askerOf, refuseRoleIn } from "../tenant/asker.ts";
import { keyChanged } from "../tenant/key_change.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { ApiKey } from "./api_key_document.ts";
import { AllowedCidrs, issuesOfKey, KeyName, KeyPath } from "./api_key_draft.ts";

export const apiKeyUpdate = declareWrite<TenantState>()({
  id: "api_key.update",
  summary: "Change an API key",
  description:
    "Its name, and the addresses that it is taken from: both hold everywhere when the answer comes. What a key may do never changes.",
  http: { method: "PATCH", path: "/products/{productId}/api-keys/{apiKeyId}" },
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
    {
      title: "ApiKeyChange",
      description: "What shall change of a key; a field that is absent stays as it is.",
      additionalProperties: false,
    },
  ),
  output: ApiKey,
  refusals: ["resource_not_found", "missing_required_permission", "state_conflict"],
  events: ["api_key.updated"],
  check: issuesOfKey,
  prepare: askerOf,
  decide(state, input, context) {
    const { name, allowedCidrs, expectedRevision } = input;
    const { nowMs, realm } = context;
    const seen = keyOfProduct(state, input, realm);
    if ("refused" in seen) return seen;
    const { product, apiKey } = seen;
    const { realm: _, ...before } = apiKey;
    const { apiKeyId, environment, revision = 1 } = before;
    const refusal =
      refuseRoleIn(state, context, "keys:write", environment) ??
      refuseRevision(apiKeyId, expectedRevision, revision);
    if (refusal !== undefined) return refusal;
    const change = { name, allowedCidrs: allowedCidrs?.length === 0 ? null : allowedCidrs };
    const after = changed(before, change);
    if (after === before) return accept([], shownKey(viewOfKey(before, idsInState(state)), nowMs));
    return keyChanged(state, { before, after, product }, "api_key.updated", context);
  },
});
