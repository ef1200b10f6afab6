/** catalog.kyc_tier.list: every tier. */
import { wholeList } from "../../../test/support/features/catalog/catalog.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { KYC_TIERS } from "../ledger/roles.ts";
import { catalogKycTierList } from "./catalog.kyc_tier.list.ts";

const tiers = KYC_TIERS.map(({ tier }) => tier);

decisionTable(catalogKycTierList, {
  rows: [wholeList(catalogKycTierList, "tier", tiers)],
});
