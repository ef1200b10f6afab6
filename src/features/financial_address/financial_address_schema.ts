/** Schemas of financial addresses. */
import { type Static, type TString, Type } from "@sinclair/typebox";
import { PII } from "../../contract/declare/redaction.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  Actor,
  Country,
  CreatedAt,
  Currency,
  EnvironmentName,
  ExternalId,
  Id,
  Metadata,
  Revision,
  StatusTransitions,
  UpdatedAt,
} from "../../contract/values/formats.ts";
import { ADDRESS_TYPES } from "../../rails/address_types.ts";
import { FINANCIAL_ADDRESS_STATUSES } from "./financial_address_document.ts";

export const FinancialAddressTypeName = Type.Union(
  ADDRESS_TYPES.map((type) => Type.Literal(type)),
  {
    title: "FinancialAddressType",
    description:
      "`iban`: an IBAN of the country. `us_account`: a routing number and an account number. `uk_account`: a sort code and an account number. `alias`: a name of a payment scheme that stands for an account, such as an address. `catalog.country.list` says which a country has.",
  },
);

export const FinancialAddressStatusName = Type.Union(
  FINANCIAL_ADDRESS_STATUSES.map((status) => Type.Literal(status)),
  {
    title: "FinancialAddressStatus",
    description:
      "`pending`: the provider has not opened it yet, and it has no details. `active`: money that is sent to its details reaches the account. `disabled`: it takes no money until it is enabled. `retired`: it takes no money any more, and nobody else ever gets its details. `failed`: it was never opened. The last two are final.",
  },
);

export const FinancialAddressDraft = Type.Object(
  {
    accountId: described(Id("acct"), "The account that the money reaches; its role must allow it."),
    type: FinancialAddressTypeName,
    country: described(Country, "The country of the bank, ISO 3166-1; one that has the type."),
    currency: described(Currency, "The account's currency; details of the country must take it."),
    metadata: Type.Optional(Metadata),
    externalId: Type.Optional(ExternalId),
  },
  {
    title: "FinancialAddressDraft",
    description: "Bank details to ask a provider for.",
    additionalProperties: false,
  },
);
export type FinancialAddressDraft = Static<typeof FinancialAddressDraft>;

/** A member of the details that identifies the account. */
function identifying(description: string, example: string): TString {
  return Type.String({ description, examples: [example], ...PII });
}

export const FinancialAddressDetails = Type.Object(
  {
    iban: Type.Optional(
      identifying("The IBAN, without spaces; of the type `iban`.", "DE02120300000000202051"),
    ),
    bic: Type.Optional(
      Type.String({ description: "The bank's BIC, where it said one.", examples: ["BYLADEM1001"] }),
    ),
    routingNumber: Type.Optional(
      Type.String({
        description: "The ABA routing number; of the type `us_account`.",
        examples: ["110000000"],
      }),
    ),
    accountNumber: Type.Optional(
      identifying("The account number; of the types `us_account` and `uk_account`.", "0012345678"),
    ),
    sortCode: Type.Optional(
      Type.String({
        description: "The sort code, six digits; of the type `uk_account`.",
        examples: ["000099"],
      }),
    ),
    alias: Type.Optional(
      identifying(
        "What payers type in the place of an account number; of the type `alias`.",
        "pay-6f3a2b91c04d7e58@simulator.invalid",
      ),
    ),
  },
  {
    title: "FinancialAddressDetails",
    description: "What a payer needs to send money to the account.",
    additionalProperties: false,
  },
);

export const FinancialAddress = Type.Object(
  {
    financialAddressId: Id("fa"),
    productId: Id("prod"),
    environment: EnvironmentName,
    accountId: described(Id("acct"), "The account that the money reaches."),
    type: FinancialAddressTypeName,
    country: described(Country, "Where the bank is: ISO 3166-1."),
    currency: described(Currency, "The currency that it takes, which is the account's."),
    details: Type.Optional(
      described(
        FinancialAddressDetails,
        "What to tell payers; absent until the address is opened. It stays when the address is disabled or retired.",
      ),
    ),
    provider: Type.String({ description: "Who opens it: the bank, or in sandbox `simulator`." }),
    status: FinancialAddressStatusName,
    failure: Type.Optional(
      Type.Object(
        {
          code: Type.String({
            description:
              "A code of the provider, or `details_invalid`: the details that it gave cannot be right; `details_taken`: another address has or had them; `account_closed`: the account was closed before.",
          }),
        },
        {
          title: "FinancialAddressFailure",
          description: "Why the address was never opened; present only where it is `failed`.",
          additionalProperties: false,
        },
      ),
    ),
    revision: Revision,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    metadata: Metadata,
    externalId: Type.Optional(ExternalId),
    actor: Actor,
    statusTransitions: StatusTransitions,
  },
  {
    title: "FinancialAddress",
    description: "Bank details by which money from outside reaches an account.",
    additionalProperties: false,
  },
);
export type FinancialAddress = Static<typeof FinancialAddress>;
