/**
 * What the operator's operations share: how they are declared, and the schemas of their answers. The
 * operator calls them through the socket in the data directory and belongs to no tenant, so an
 * operation on a tenant names the tenant, or one of its Products or keys, by id.
 */
import { type Static, Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { ACTIVATION_STATUSES, activationStatusOf } from "../../contract/declare/activation.ts";
import { declareWrite } from "../../contract/declare/operation.ts";
import type { ApiKeyView } from "../../contract/declare/principal.ts";
import { SECRET } from "../../contract/declare/redaction.ts";
import { EnvironmentName, Id, notBlank, Timestamp } from "../../contract/values/formats.ts";
import { ruled } from "../../contract/values/value_rules.ts";
import type { PlatformState, ProductDocument, TenantDocument } from "./platform_state.ts";

export const write = declareWrite<PlatformState>();

/** The part of the declaration that all operations of the operator have in common. */
export const BY_OPERATOR = {
  principals: ["operator"],
  scope: undefined,
  inContract: false,
} as const;

const closed = { additionalProperties: false } as const;

const Name = Type.String({ minLength: 1, maxLength: 120 });
/** The name of a new tenant, Product or key. */
export const NameDraft = notBlank(Name);
export const ApiKeyId = ruled(Type.String({ pattern: "^key_[0-9A-Za-z]{22}$" }), {
  mustBe: "the id of an API key: key_ and 22 letters or digits",
});

export const PlatformTenant = Type.Object(
  { tenantId: Id("ten"), name: Name, createdAt: Timestamp },
  { title: "PlatformTenant", ...closed },
);

export const ProductStatus = Type.Union([
  Type.Literal("active"),
  Type.Literal("disabled"),
  Type.Literal("closed"),
]);

export const PlatformProduct = Type.Object(
  {
    productId: Id("prod"),
    tenantId: Id("ten"),
    name: Name,
    status: ProductStatus,
    liveActivated: Type.Boolean(),
    activationStatus: Type.Optional(
      Type.Union(ACTIVATION_STATUSES.map((status) => Type.Literal(status))),
    ),
    revision: Type.Integer({ minimum: 1 }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "PlatformProduct", ...closed },
);

export const PlatformApiKey = Type.Object(
  {
    apiKeyId: ApiKeyId,
    tenantId: Id("ten"),
    productId: Id("prod"),
    environment: EnvironmentName,
    name: Name,
    prefix: Type.String(),
    scopes: Type.Array(Type.String()),
    status: Type.Union([
      Type.Literal("active"),
      Type.Literal("rolling"),
      Type.Literal("revoked"),
      Type.Literal("expired"),
    ]),
    origin: Type.Union([Type.Literal("browser"), Type.Literal("cli"), Type.Literal("agent")]),
    mcp: Type.Optional(Type.Boolean()),
    createdAt: Timestamp,
    expiresAt: Type.Optional(Timestamp),
    revokedAt: Type.Optional(Timestamp),
    apiKey: Type.Optional(
      Type.String({ ...SECRET, description: "The key itself: in the answer that made it, once." }),
    ),
  },
  { title: "PlatformApiKey", ...closed },
);

export function tenantResource({
  tenantId,
  name,
  createdAtMs,
}: Omit<TenantDocument, "realm">): Static<typeof PlatformTenant> {
  return { tenantId, name, createdAt: isoTime(createdAtMs) };
}

/**
 * A recorded answer without the shards of the Product, which answers of earlier versions have and which are not shown.
 */
export function withoutPlacement(reply: string): string {
  if (!reply.includes('"placement"')) return reply;
  const { placement: _, ...product } = JSON.parse(reply) as { placement?: unknown };
  return JSON.stringify(product);
}

export function productResource(
  product: Omit<ProductDocument, "realm">,
): Static<typeof PlatformProduct> {
  const { productId, tenantId, name, status, liveActivated, revision } = product;
  return {
    productId,
    tenantId,
    name,
    status,
    liveActivated,
    activationStatus: activationStatusOf(product),
    revision,
    createdAt: isoTime(product.createdAtMs),
    updatedAt: isoTime(product.updatedAtMs),
  };
}

export function apiKeyResource(key: ApiKeyView): Static<typeof PlatformApiKey> {
  const { apiKeyId, tenantId, productId, environment, name, prefix, scopes, status, origin } = key;
  return {
    apiKeyId,
    tenantId,
    productId,
    environment,
    name,
    prefix,
    scopes: [...scopes],
    status,
    origin,
    ...(key.mcp === true && { mcp: true }),
    createdAt: isoTime(key.createdAtMs),
    ...(key.expiresAtMs !== undefined && { expiresAt: isoTime(key.expiresAtMs) }),
    ...(key.revokedAtMs !== undefined && { revokedAt: isoTime(key.revokedAtMs) }),
  };
}
