/**
 * The countries whose IBANs take part in SEPA, as an IBAN begins with them. Source: European Payments Council,
 * EPC409-09 "EPC list of SEPA scheme countries", with the countries that joined up to 2025 (Albania, Moldova, Montenegro,
 * North Macedonia, Serbia). Territories have the codes of the countries whose IBANs they use: Guernsey, Jersey and
 * the Isle of Man that of the United Kingdom, the French ones that of France, the Åland Islands that of Finland.
 */
const CODES =
  "AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS " +
  "SE SI SK SM VA";

export const SEPA_COUNTRIES: readonly string[] = CODES.split(" ");

const KNOWN: ReadonlySet<string> = new Set(SEPA_COUNTRIES);

/** Whether IBANs of the country take part in SEPA. `country`: ISO 3166-1 alpha-2, capitals. */
export function isSepaCountry(country: string): boolean {
  return KNOWN.has(country);
}
