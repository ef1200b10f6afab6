/** The catalog: codes, roles, currencies, operations, events and more that the platform knows. */
import type { Feature } from "../../contract/declare/feature.ts";
import { catalogAccountRoleList } from "./catalog.account_role.list.ts";
import { catalogCapabilityList } from "./catalog.capability.list.ts";
import { catalogCountryList } from "./catalog.country.list.ts";
import { catalogCurrencyList } from "./catalog.currency.list.ts";
import { catalogErrorList } from "./catalog.error.list.ts";
import { catalogErrorRetrieve } from "./catalog.error.retrieve.ts";
import { catalogEventTypeList } from "./catalog.event_type.list.ts";
import { catalogEventTypeRetrieve } from "./catalog.event_type.retrieve.ts";
import { catalogKycTierList } from "./catalog.kyc_tier.list.ts";
import { catalogOperationList } from "./catalog.operation.list.ts";
import { catalogPricingRetrieve } from "./catalog.pricing.retrieve.ts";
import { catalogProviderList } from "./catalog.provider.list.ts";
import { catalogScopeList } from "./catalog.scope.list.ts";
import { catalogExamples } from "./catalog_examples.ts";
import { catalogWords } from "./catalog_words.ts";

export const catalogFeature = {
  tag: {
    name: "Catalog",
    description: "What the platform knows and supports: roles, countries, currencies, errors.",
  },
  words: catalogWords,
  operations: [
    catalogErrorList,
    catalogErrorRetrieve,
    catalogAccountRoleList,
    catalogCapabilityList,
    catalogCountryList,
    catalogCurrencyList,
    catalogEventTypeList,
    catalogEventTypeRetrieve,
    catalogKycTierList,
    catalogOperationList,
    catalogPricingRetrieve,
    catalogProviderList,
    catalogScopeList,
  ],
  examples: catalogExamples,
} satisfies Feature;
