/** Whether the platform can identify who lives in the country of an entity. */
import { countryOf, KYC_COUNTRIES } from "../../contract/countries.ts";
import { type Refusal, refuse } from "../../contract/refusal.ts";
import type { EntityDocument } from "./entity_document.ts";

/** `kyc_country_unsupported` where nobody verifies entities of the country. */
export function refuseKycCountry({
  entityId,
  country,
}: Pick<EntityDocument, "entityId" | "country">): Refusal<"kyc_country_unsupported"> | undefined {
  if (countryOf(country)?.kycSupported === true) return undefined;
  const message = `the country ${country} of entity ${entityId} is not served`;
  return refuse("kyc_country_unsupported", message, { country, supported: KYC_COUNTRIES });
}
