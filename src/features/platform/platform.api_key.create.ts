/**
 * platform.api_key.create: make a Product API key, and show its text once. The company's audit feed has it, and of a
 * key of live its owners are told by mail.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { type Issue, refuse } from "../../contract/refusals/refusal.ts";
import { noSuch } from "../../contract/refusals/unknown_id.ts";
import { EnvironmentName, Id, Timestamp } from "../../contract/values/formats.ts";
import { parseTimestamp } from "../../contract/values/timestamp_text.ts";
import { ForAgents } from "../api_key/api_key_document.ts";
import { audited } from "../audit/audit_note.ts";
import { allScopes, keyScopes } from "../operation_ids.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { mailsOfCredential } from "../user/operator_credential_mails.ts";
import type { UserState } from "../user/user_state.ts";
import { keyMade } from "./api_key_making.ts";
import { shownKey } from "./api_key_view.ts";
import { apiKeyResource, BY_OPERATOR, NameDraft, PlatformApiKey } from "./platform_operation.ts";
import { AT_SOCKET } from "./platform_people.ts";
import { tellApiKey } from "./platform_telling.ts";

const PlatformApiKeyDraft = Type.Object(
  {
    productId: Id("prod"),
    environment: EnvironmentName,
    name: NameDraft,
    scopes: Type.Optional(
      Type.Array(Type.String({ maxLength: 60 }), {
        maxItems: 200,
        uniqueItems: true,
        description: "Every scope that opens something to keys, where it is absent.",
      }),
    ),
    expiresAt: Type.Optional(Timestamp),
    mcp: Type.Optional(ForAgents),
    origin: Type.Optional(
      Type.Union([Type.Literal("browser"), Type.Literal("cli")], {
        default: "cli",
        description: "Where the key counts as made; some operations take a key of a browser only.",
      }),
    ),
  },
  { title: "PlatformApiKeyDraft", additionalProperties: false },
);

export const platformApiKeyCreate = declareWrite<TenantState & UserState>()({
  ...BY_OPERATOR,
  id: "platform.api_key.create",
  summary: "Make a Product API key",
  http: { method: "POST", path: "/platform/api-keys", status: 201 },
  acts: { on: "tenant", by: "productId" },
  body: PlatformApiKeyDraft,
  output: PlatformApiKey,
  refusals: ["resource_not_found"],
  events: ["api_key.created"],
  check: ({ scopes = [], mcp = false, environment }) => {
    const known = allScopes();
    return [
      ...scopes.flatMap((scope, at) => (known.includes(scope) ? [] : [unknownScope(scope, at)])),
      ...(mcp && environment === "live" ? [LIVE_OF_AGENTS] : []),
    ];
  },
  prepare: async ({ environment }, { newApiKey }) => newApiKey(environment),
  decide(state, input, { nowMs, place, realm, prepared }) {
    const { productId, environment, name, expiresAt, mcp } = input;
    const { scopes = keyScopes(), origin = "cli" } = input;
    const product = state.products.get(realm, productId);
    if (product === undefined) {
      return refuse("resource_not_found", noSuch("prod", productId, "on this server"), {
        resourceType: "product",
      });
    }
    const { facts, view } = keyMade(
      state,
      product,
      {
        environment,
        name,
        scopes,
        origin,
        mcp,
        expiresAtMs: expiresAt === undefined ? undefined : parseTimestamp(expiresAt),
      },
      prepared,
      nowMs,
    );
    const { tenantId } = product;
    const which = `the API key "${name}" of the Product "${product.name}", which works in live`;
    const effects = [
      ...tellApiKey("api_key.created", view, { product, place }),
      ...(environment === "live" ? mailsOfCredential(state, tenantId, which) : []),
    ];
    const decision = accept(facts, { ...apiKeyResource(view), apiKey: prepared.text });
    const resource = { type: "api_key", id: view.apiKeyId };
    const note = { tenantIds: [tenantId], resource, after: shownKey(view, nowMs) };
    return audited({ ...decision, effects }, note, AT_SOCKET);
  },
});

const LIVE_OF_AGENTS: Issue = {
  code: "enum",
  message:
    "a key for agents without a person is of the sandbox; in live a person answers for an agent",
  path: ["mcp"],
};

function unknownScope(scope: string, at: number): Issue {
  const message = `no scope "${scope}"; there are: ${allScopes().join(", ")}`;
  return { code: "unknown_scope", message, path: ["scopes", at] };
}
