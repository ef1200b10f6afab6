/** catalog.account_role.list: the roles of accounts, and who may own an account of each role. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { listOf } from "../../contract/values/formats.ts";
import { AccountRole } from "../account/account_schema.ts";
import { ACCOUNT_ROLES, KYC_TIERS } from "../ledger/roles.ts";
import { answerCatalogPage, CatalogQuery } from "./catalog_page.ts";

const AccountRoleEntry = Type.Object(
  {
    role: AccountRole,
    ownerTypes: Type.Array(Type.String(), { description: "Types that `owner.type` may have." }),
    kycTier: Type.Union(
      KYC_TIERS.map(({ tier }) => Type.Literal(tier)),
      {
        description:
          "What the owner's entity must have attained, in the environment of the request.",
      },
    ),
    financialAddressable: Type.Boolean({ description: "Whether it can have an address outside." }),
    fundable: Type.Boolean({ description: "Whether sandbox funding may credit it." }),
  },
  {
    title: "AccountRoleEntry",
    description: "What accounts of a role are for.",
    additionalProperties: false,
  },
);

export const catalogAccountRoleList = declareRead({
  id: "catalog.account_role.list",
  summary: "List account roles",
  description: "What an account can be for, and who may own an account of each role.",
  http: { method: "GET", path: "/catalog/account-roles" },
  principals: PRODUCT_CALLERS,
  scope: "catalog:read",
  acts: { on: "nothing" },
  query: CatalogQuery,
  output: listOf(AccountRoleEntry, "AccountRoleEntryList"),
  refusals: [],
  read(_snapshot, input, context) {
    const { environment } = context;
    const rows = ACCOUNT_ROLES.map((entry) => ({ ...entry, kycTier: entry.kycTier[environment] }));
    return answerCatalogPage(input, context, rows, ({ role }) => role);
  },
});
