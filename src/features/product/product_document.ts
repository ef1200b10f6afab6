/** A Product as answers show it: what the platform shard knows of it, in one environment. */
import { type Static, Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { ACTIVATION_STATUSES, activationStatusOf } from "../../contract/declare/activation.ts";
import type { Environment, ProductView } from "../../contract/declare/principal.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  CreatedAt,
  EnvironmentName,
  Id,
  Revision,
  Timestamp,
  UpdatedAt,
} from "../../contract/values/formats.ts";
import { CAPABILITIES, type CapabilityName, PLAIN_CAPABILITIES } from "./capabilities.ts";
import { Fee, UsageRate } from "./price_list.ts";
import { pricesOf } from "./product_pricing.ts";
import { Digest } from "./program_digest.ts";

export const ProductStatus = Type.Union([
  Type.Literal("active"),
  Type.Literal("disabled"),
  Type.Literal("closed"),
]);

export const ActivationStatusName = Type.Union(
  ACTIVATION_STATUSES.map((status) => Type.Literal(status)),
);

export const Product = Type.Object(
  {
    productId: Id("prod"),
    tenantId: Id("ten"),
    name: described(Type.String(), "What the tenant calls the Product."),
    status: described(
      ProductStatus,
      "`active`; no credential of a Product that is `disabled` or `closed` works.",
    ),
    environment: EnvironmentName,
    buildId: Type.Optional(
      described(Id("bld"), "The Build whose program the Product runs; absent where it runs none."),
    ),
    digest: Type.Optional(
      described(Digest, "Of the program that the Product runs, in its normal form."),
    ),
    capabilities: described(
      Type.Array(Type.Union(CAPABILITIES.map(({ capability }) => Type.Literal(capability)))),
      "What the Product can do: of a Product with a Build what its program needs; see `catalog.capability.list`.",
    ),
    fees: described(Type.Array(Fee), "What is charged each time."),
    usageRates: described(
      Type.Array(UsageRate),
      "What is charged by a month's count: what `usage.statement.retrieve` counts.",
    ),
    activation: described(
      Type.Object(
        {
          status: described(
            ActivationStatusName,
            "`active` while live is open to the Product; see `product.activation.retrieve`.",
          ),
        },
        { additionalProperties: false },
      ),
      "Whether the Product may use live.",
    ),
    sandbox: Type.Optional(
      described(
        Type.Object(
          { clockEffectiveAt: described(Timestamp, "Where the sandbox clock stands.") },
          { additionalProperties: false },
        ),
        "The sandbox's own clock; absent in live.",
      ),
    ),
    revision: Revision,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  {
    title: "Product",
    description: "What a tenant runs on the platform; owns customers and accounts.",
    additionalProperties: false,
  },
);
export type Product = Static<typeof Product>;

/** `clockMs`: where the sandbox clock stands; undefined in live, which has none. */
export function productDocument(
  product: ProductView,
  { environment, clockMs }: { environment: Environment; clockMs: number | undefined },
): Product {
  const { build } = product;
  return {
    productId: product.productId,
    tenantId: product.tenantId,
    name: product.name,
    status: product.status,
    environment,
    ...(build !== undefined && { buildId: build.buildId, digest: build.digest }),
    capabilities: [...((build?.capabilities ?? PLAIN_CAPABILITIES) as readonly CapabilityName[])],
    ...pricesOf(product),
    activation: { status: activationStatusOf(product) },
    ...(clockMs !== undefined && { sandbox: { clockEffectiveAt: isoTime(clockMs) } }),
    revision: product.revision,
    createdAt: isoTime(product.createdAtMs),
    updatedAt: isoTime(product.updatedAtMs),
  };
}
