/** The refusal of a country that the platform cannot identify people of, for values that anybody may see. */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { countryOf, KYC_COUNTRIES } from "../../contract/values/countries.ts";
import { meantCountry } from "../../contract/values/meant_values.ts";

/** `path`: where the request has the country. */
export function refuseKycCountry(
  country: string,
  path: readonly string[],
): Refusal<"kyc_country_unsupported"> | undefined {
  if (countryOf(country)?.kycSupported === true) return undefined;
  const message = countryMessage(country, path.join("."));
  return refuse("kyc_country_unsupported", message, {
    country,
    supported: KYC_COUNTRIES,
    issues: [{ code: "country_unsupported", message, path: [...path] }],
  });
}

function countryMessage(country: string, name: string): string {
  if (countryOf(country) !== undefined) return `${name} ${country} is not served`;
  const meant = meantCountry(country);
  const hint = meant === undefined ? "" : `; did you mean "${meant}"?`;
  return `${name} ${country} is no code of ISO 3166-1${hint}`;
}
