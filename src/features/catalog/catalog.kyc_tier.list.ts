/** catalog.kyc_tier.list: how well an entity can be known, and what each tier asks for. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { listOf } from "../../contract/values/formats.ts";
import { KYC_TIERS } from "../ledger/roles.ts";
import { answerCatalogPage, CatalogQuery } from "./catalog_page.ts";

const KycTierEntry = Type.Object(
  {
    tier: described(
      Type.Union(KYC_TIERS.map(({ tier }) => Type.Literal(tier))),
      "The tier; each asks for more than the one before.",
    ),
    requiredFields: Type.Array(Type.String(), {
      description: "What it asks of a person beyond the tiers below it.",
    }),
    organizationFields: Type.Array(Type.String(), {
      description: "What it asks of an organization beyond the tiers below it.",
    }),
    verification: Type.Union([Type.Literal("none"), Type.Literal("provider")], {
      description: "Who confirms what was submitted.",
    }),
    validDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          "Days after which the tier has to be verified again, by the Product's clock; it ends with the identity document if that ends sooner. Absent where nothing ends.",
      }),
    ),
  },
  {
    title: "KycTierEntry",
    description: "How well the platform knows whom an entity stands for.",
    additionalProperties: false,
  },
);

export const catalogKycTierList = declareRead({
  id: "catalog.kyc_tier.list",
  summary: "List KYC tiers",
  description: "How well the platform can know a customer, and which fields each tier asks for.",
  http: { method: "GET", path: "/catalog/kyc-tiers" },
  principals: PRODUCT_CALLERS,
  scope: "catalog:read",
  acts: { on: "nothing" },
  query: CatalogQuery,
  output: listOf(KycTierEntry, "KycTierEntryList"),
  refusals: [],
  read: (_snapshot, input, context) =>
    answerCatalogPage(input, context, [...KYC_TIERS], ({ tier }) => tier),
});
