/** The Product on the wire. */
import { type Static, Type } from "@sinclair/typebox";
import {
  CreatedAt,
  EnvironmentName,
  Id,
  Revision,
  Timestamp,
  UpdatedAt,
} from "../../contract/formats.ts";
import { described } from "../../contract/schema_marks.ts";
import { CAPABILITIES } from "./capabilities.ts";
import { Fee, UsageRate } from "./price_list.ts";

export const Product = Type.Object(
  {
    productId: Id("prod"),
    tenantId: Id("ten"),
    name: described(Type.String(), "What the tenant calls the Product."),
    status: described(
      Type.Union([Type.Literal("active"), Type.Literal("disabled"), Type.Literal("closed")]),
      "`active`; no credential of a Product that is `disabled` or `closed` works.",
    ),
    environment: EnvironmentName,
    capabilities: described(
      Type.Array(Type.Union(CAPABILITIES.map(({ capability }) => Type.Literal(capability)))),
      "What the Product can do; see `catalog.capability.list`.",
    ),
    fees: described(Type.Array(Fee), "What is charged each time."),
    usageRates: described(
      Type.Array(UsageRate),
      "What is charged by a month's count; empty while nothing is.",
    ),
    activation: described(
      Type.Object(
        {
          status: described(
            Type.Union([Type.Literal("not_requested"), Type.Literal("active")]),
            "`active` once live is open to the Product.",
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
