/** What the tests of the whole platform need to know of the lists of the catalog (test/support/noun_cases.ts). */
import type { NounCases } from "../../../test/support/noun_cases.ts";

export const cases: NounCases = {
  lists: {
    "catalog.account_role.list": { ascendingBy: "role" },
    "catalog.capability.list": { ascendingBy: "capability" },
    "catalog.country.list": { ascendingBy: "country" },
    "catalog.currency.list": { ascendingBy: "currency" },
    "catalog.error.list": { ascendingBy: "code" },
    "catalog.event_type.list": { ascendingBy: "type" },
    "catalog.kyc_tier.list": { ascendingBy: "tier" },
    "catalog.operation.list": { ascendingBy: "operation" },
    "catalog.provider.list": { ascendingBy: "kind" },
    "catalog.scope.list": { ascendingBy: "scope" },
  },
};
