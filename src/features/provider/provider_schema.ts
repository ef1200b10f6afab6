/** Schemas of providers; only the platform's own steps and the operator see them. */
import { Type } from "@sinclair/typebox";
import { PROVIDER_KINDS, type ProviderKind } from "../../contract/messages/provider_kinds.ts";
import { RAILS, type RailName } from "../../rails/rails.ts";

/** A name is a part of an address, and of what its secrets are sealed for. */
export const PROVIDER_NAME_PATTERN = "^[a-z][a-z0-9_-]{0,39}$";

export const ProviderName = Type.String({ pattern: PROVIDER_NAME_PATTERN });
export const ProviderKindName = Type.Union(
  (Object.keys(PROVIDER_KINDS) as ProviderKind[]).map((kind) => Type.Literal(kind)),
);
/** The rails that banks carry, for whose accounts one may check payees. */
export const BANK_RAILS: readonly RailName[] = RAILS.map(({ rail }) => rail).filter(
  (rail) => rail !== "book",
);
export const PayeeCheckRails = Type.Array(
  Type.Union(BANK_RAILS.map((rail) => Type.Literal(rail))),
  { uniqueItems: true },
);
/** The user of the operating system who asks for it. */
export const OperatorName = Type.String({ minLength: 1, maxLength: 128 });
export const SealedText = Type.String({ maxLength: 512 });

export const ProviderPath = Type.Object(
  { provider: ProviderName },
  { additionalProperties: false },
);

const Number34 = Type.String({ pattern: "^[0-9A-Za-z ]{1,34}$" });
/** An account of the operator's at a bank that speaks files. */
export const BankAccountInput = Type.Object(
  {
    currency: Type.String({ pattern: "^[A-Z]{3}$" }),
    holder: Type.String({ minLength: 1, maxLength: 140 }),
    iban: Type.Optional(Number34),
    bic: Type.Optional(Number34),
    routingNumber: Type.Optional(Number34),
    sortCode: Type.Optional(Number34),
    accountNumber: Type.Optional(Number34),
    creditorId: Type.Optional(Type.String({ pattern: "^[A-Za-z0-9+?/:().,' -]{1,35}$" })),
  },
  { title: "ProviderBankAccount", additionalProperties: false },
);

/** What the steps answer. */
export const ProviderStep = Type.Object(
  { provider: ProviderName, status: Type.String(), revision: Type.Integer({ minimum: 1 }) },
  { title: "ProviderStep", additionalProperties: false },
);
