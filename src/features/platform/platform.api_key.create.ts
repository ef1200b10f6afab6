/** platform.api_key.create: make a Product API key, and show its text once. */
import { Type } from "@sinclair/typebox";
import { EnvironmentName, Id, Timestamp } from "../../contract/formats.ts";
import { accept } from "../../contract/operation.ts";
import { type Issue, refuse } from "../../contract/refusal.ts";
import { parseTimestamp } from "../../contract/timestamp_text.ts";
import { noSuch } from "../../contract/unknown_id.ts";
import { allScopes, keyScopes } from "../operation_ids.ts";
import { keyMade } from "./api_key_making.ts";
import {
  apiKeyResource,
  BY_OPERATOR,
  NameDraft,
  PlatformApiKey,
  write,
} from "./platform_operation.ts";
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
    origin: Type.Optional(
      Type.Union([Type.Literal("browser"), Type.Literal("cli")], {
        default: "cli",
        description: "Where the key counts as made; some operations take a key of a browser only.",
      }),
    ),
  },
  { title: "PlatformApiKeyDraft", additionalProperties: false },
);

export const platformApiKeyCreate = write({
  ...BY_OPERATOR,
  id: "platform.api_key.create",
  summary: "Make a Product API key",
  http: { method: "POST", path: "/platform/api-keys", status: 201 },
  acts: { on: "tenant", by: "productId" },
  body: PlatformApiKeyDraft,
  output: PlatformApiKey,
  refusals: ["resource_not_found"],
  events: ["api_key.created"],
  check: ({ scopes = [] }) => {
    const known = allScopes();
    return scopes.flatMap((scope, at) => (known.includes(scope) ? [] : [unknownScope(scope, at)]));
  },
  prepare: async ({ environment }, { newApiKey }) => newApiKey(environment),
  decide(state, input, { nowMs, place, realm, prepared }) {
    const { productId, environment, name, scopes = keyScopes(), expiresAt, origin = "cli" } = input;
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
        expiresAtMs: expiresAt === undefined ? undefined : parseTimestamp(expiresAt),
      },
      prepared,
      nowMs,
    );
    const effects = tellApiKey("api_key.created", view, { product, place });
    return { ...accept(facts, { ...apiKeyResource(view), apiKey: prepared.text }), effects };
  },
});

function unknownScope(scope: string, at: number): Issue {
  const message = `no scope "${scope}"; there are: ${allScopes().join(", ")}`;
  return { code: "unknown_scope", message, path: ["scopes", at] };
}
