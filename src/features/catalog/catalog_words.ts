/** The words of the catalog: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const catalogWords: NounWords = {
  scopes: {
    catalog: { group: "Company", name: "the catalog of what the platform has", title: "Catalogs" },
  },
  synonyms: {
    "catalog capability list": `
      what can a product do, features
    `,
    "catalog scope list": `
      all scopes, which scopes exist, list of permissions, rights of keys
    `,
    "catalog operation list": `
      all operations, list of tools, what can the api do, every call
    `,
    "catalog event type list": `
      which events exist, all event types, events to subscribe, event catalogue
    `,
    "catalog provider list": `
      which providers, bank partners, who does the kyc, connected providers
    `,
    "catalog country list": `
      which countries, list of countries, do you support country
    `,
    "catalog currency list": `
      supported currencies, which money, can i use usd, which currency
    `,
    scope: `
      permission, right, privilege, allowed
    `,
    "error code catalog": `
      why did i get, why was i refused, got an error, error message, got refused, gave me, error
      says, answer says, every reason, reasons, reasons why a call, can be refused, what can go
      wrong, possible errors, what does code say, why do i get, 400, 401, 403, 404, 409, 422, 429,
      how to fix an error, refused with, meaning, refusal, failure, exception, why refused, fault
      code, rejection reason, mean, does it mean, explain, what does
    `,
    "operation catalog contract": `
      api operation, api endpoint, endpoints of the api, available operation, api reference
    `,
    currency: `
      money type, denomination, exponent, decimals, decimal places
    `,
    country: `
      nation, region, jurisdiction, market, available in, operate in, use the platform in, abroad,
      international, supported in, iso code
    `,
    "provider catalog": `
      bank, partner, vendor, processor, third party, integration, psp, connected bank
    `,
    "capability catalog": `
      feature, function, ability
    `,
    "account role catalog": `
      purpose, type of account, account type, kind of account
    `,
  },
};
