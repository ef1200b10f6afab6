/** Schemas of the consent resource, and of the inputs about one. */
import { type Static, Type } from "@sinclair/typebox";
import { PII } from "../../contract/declare/redaction.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  Actor,
  Amount,
  BalanceAmount,
  CreatedAt,
  Currency,
  EnvironmentName,
  Id,
  notBlank,
  Revision,
  Timestamp,
  UpdatedAt,
} from "../../contract/values/formats.ts";
import { ruled } from "../../contract/values/value_rules.ts";
import { DEBIT_RAILS } from "../../rails/debits.ts";
import { BeneficiaryId } from "../beneficiary/beneficiary_schema.ts";
import {
  CONSENT_METHODS,
  CONSENT_PERIODS,
  CONSENT_STATUSES,
  CONSENT_TYPES,
} from "./consent_document.ts";

/** The most collections that a limit may name. */
export const COUNT_MAX = 1_000_000;

export const ConsentStatusName = Type.Union(
  CONSENT_STATUSES.map((status) => Type.Literal(status)),
  {
    title: "ConsentStatus",
    description:
      "`pending`: its evidence is not complete yet. `active`: it may be used. `consumed`: its limits are used up. `rejected`, `revoked`, `expired` and `consumed` are final.",
  },
);

export const ConsentTypeName = Type.Union(
  CONSENT_TYPES.map((type) => Type.Literal(type)),
  {
    title: "ConsentType",
    description:
      "`collection`: to take money from the customer's account. `data_sharing`: to pass on data. `terms`: to terms of yours.",
  },
);

const Method = Type.Union(
  CONSENT_METHODS.map((method) => Type.Literal(method)),
  {
    title: "ConsentMethod",
    description:
      "How the customer agreed: `api`, in a program of yours; `browser`, on a page; `provider_mandate`, by a mandate that a provider keeps and has yet to confirm.",
  },
);
const TextDigest = ruled(
  Type.String({
    title: "TextDigest",
    description:
      "SHA-256 of the text that the customer agreed to: `sha256:` and 64 hexadecimal digits.",
    pattern: "^sha256:[0-9a-f]{64}$",
    examples: [`sha256:${"9f86d081884c7d65".repeat(4)}`],
  }),
  { mustBe: "sha256: and 64 hexadecimal digits in small letters" },
);
const AcceptedAt = described(Timestamp, "When the customer agreed: real time, in the sandbox too.");
const IpAddress = Type.String({
  minLength: 2,
  maxLength: 45,
  description: "The address of the customer's machine when the customer agreed.",
  ...PII,
});
const UserAgent = Type.String({
  minLength: 1,
  maxLength: 500,
  description: "What the customer's browser or program called itself when the customer agreed.",
  ...PII,
});

const SEEN = { ipAddress: Type.Optional(IpAddress), userAgent: Type.Optional(UserAgent) };

const ConsentEvidenceDraft = Type.Object(
  {
    method: Method,
    acceptedAt: Type.Optional(AcceptedAt),
    textDigest: Type.Optional(TextDigest),
    ...SEEN,
  },
  {
    title: "ConsentEvidenceDraft",
    description:
      "How the customer agreed. With `acceptedAt` and `textDigest` it is complete, and the consent is active at once.",
    additionalProperties: false,
  },
);

export const ConsentConfirmation = Type.Object(
  {
    evidence: Type.Object(
      { method: Method, acceptedAt: AcceptedAt, textDigest: TextDigest, ...SEEN },
      {
        title: "ConsentEvidenceConfirmed",
        description: "How the customer agreed, complete.",
        additionalProperties: false,
      },
    ),
  },
  {
    title: "ConsentConfirmation",
    description: "The evidence that a consent lacks.",
    additionalProperties: false,
  },
);

const ConsentEvidence = Type.Object(
  {
    ...ConsentEvidenceDraft.properties,
    verified: Type.Boolean({
      description:
        "Whether the evidence proves the consent; money is collected only where it does. A provider's mandate is verified when the consent is confirmed.",
    }),
  },
  {
    title: "ConsentEvidence",
    description: "How the customer agreed.",
    additionalProperties: false,
  },
);

const ConsentLimits = Type.Object(
  {
    maxAmount: Type.Optional(described(Amount, "The most that one collection may take.")),
    maxTotal: Type.Optional(
      described(Amount, "The most that all collections may take, or those of one period."),
    ),
    currency: Type.Optional(
      described(Currency, "The currency of the amounts, and of every collection."),
    ),
    maxCount: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: COUNT_MAX,
        description: "The most collections that may be made, or those of one period.",
      }),
    ),
    period: Type.Optional(
      Type.Union(
        CONSENT_PERIODS.map((period) => Type.Literal(period)),
        {
          description:
            "A day, a week or a month, counted from `validFrom` by the Product's clock: `maxTotal` and `maxCount` are then of each period. Absent: they are of the whole consent.",
        },
      ),
    ),
  },
  {
    title: "ConsentLimits",
    description: "How much may be collected. `maxAmount` and `maxTotal` need `currency`.",
    additionalProperties: false,
  },
);

const AccountId = described(
  Id("acct"),
  "The account of the customer that may be collected from; absent: any of the customer's accounts, or the one of the mandate.",
);

/**
 * The characters of SEPA (EPC217-08): letters, digits and / - ? : ( ) . , ' + and the space. A reference neither begins nor ends with a
 * slash or a space, and has no two slashes after one another.
 */
const MandateReference = ruled(
  Type.String({
    minLength: 1,
    maxLength: 35,
    pattern: "^[A-Za-z0-9?:().,'+-](?: *(?:/ *)?[A-Za-z0-9?:().,'+-])*$",
    description:
      "By what the banks call the mandate: your own reference, of the characters of SEPA.",
    examples: ["RENT-2026-0007"],
  }),
  {
    mustBe:
      "letters, digits, spaces and - ? : ( ) . , ' + /, no space or slash at the beginning or the end, no two slashes after one another, such as RENT-2026-0007",
  },
);

const DebtorId = described(
  BeneficiaryId,
  "The account at another bank that is debited: an active beneficiary of the rail `sepa` or `ach` with the customer as its owner.",
);

const ConsentMandateDraft = Type.Object(
  {
    beneficiaryId: DebtorId,
    reference: Type.Optional(
      described(
        MandateReference,
        "No mandate of the Product has had it before; case and spaces make no difference. Absent: the characters of the consent's id behind `cons_`.",
      ),
    ),
  },
  {
    title: "ConsentMandateDraft",
    description:
      "Of collections that a bank carries out, from an account at another bank. In place of `accountId`, with the evidence `provider_mandate`.",
    additionalProperties: false,
  },
);

const ConsentMandate = Type.Object(
  {
    beneficiaryId: described(BeneficiaryId, "The account at another bank that is debited."),
    reference: described(MandateReference, "By what the banks call the mandate."),
    rail: Type.Union(
      DEBIT_RAILS.map((rail) => Type.Literal(rail)),
      { title: "DebitRail", description: "The way of the money, which the beneficiary has." },
    ),
  },
  {
    title: "ConsentMandate",
    description: "Leave to debit an account of the customer at another bank; absent of all others.",
    additionalProperties: false,
  },
);

export const ConsentDraft = Type.Object(
  {
    productId: Id("prod"),
    customerId: described(Id("cust"), "The customer who agrees."),
    type: ConsentTypeName,
    accountId: Type.Optional(AccountId),
    mandate: Type.Optional(ConsentMandateDraft),
    limits: Type.Optional(ConsentLimits),
    validFrom: Type.Optional(
      described(
        Timestamp,
        "From when it may be used, by the Product's clock; absent: from now on.",
      ),
    ),
    expiresAt: Type.Optional(
      described(
        Timestamp,
        "The moment from which it cannot be used any more, by the Product's clock; after that clock and after `validFrom`.",
      ),
    ),
    evidence: ConsentEvidenceDraft,
  },
  { title: "ConsentDraft", description: "A consent to create.", additionalProperties: false },
);
export type ConsentDraft = Static<typeof ConsentDraft>;

const Reason = Type.String({
  minLength: 1,
  maxLength: 500,
  description: "Why the consent was revoked: your own text, shown to whoever reads the consent.",
});

export const ConsentRevocation = Type.Object(
  { reason: notBlank(Reason) },
  {
    title: "ConsentRevocation",
    description: "Why a consent is to be revoked.",
    additionalProperties: false,
  },
);

const ConsentUse = Type.Object(
  {
    count: Type.Integer({ minimum: 0, description: "How many collections were made." }),
    total: described(BalanceAmount, "What they took together, in the currency of the limits."),
    since: described(
      Timestamp,
      "When the period began that both are counted in, by the Product's clock; `validFrom` without a period. In a later period nothing is used yet.",
    ),
  },
  {
    title: "ConsentUse",
    description: "What collections have used.",
    additionalProperties: false,
  },
);

export const Consent = Type.Object(
  {
    consentId: Id("cons"),
    productId: Id("prod"),
    environment: EnvironmentName,
    customerId: described(Id("cust"), "The customer who agreed."),
    type: ConsentTypeName,
    accountId: Type.Optional(AccountId),
    mandate: Type.Optional(ConsentMandate),
    limits: ConsentLimits,
    used: ConsentUse,
    validFrom: described(Timestamp, "From when it may be used, by the Product's clock."),
    expiresAt: Type.Optional(
      described(
        Timestamp,
        "The moment from which it cannot be used any more, by the Product's clock.",
      ),
    ),
    evidence: ConsentEvidence,
    status: ConsentStatusName,
    revokedAt: Type.Optional(
      described(Timestamp, "When it was revoked, by the Product's clock; absent until it is."),
    ),
    revocationReason: Type.Optional(Reason),
    revision: Revision,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    actor: Actor,
  },
  {
    title: "Consent",
    description: "What a customer has agreed to: standing authority, within limits.",
    additionalProperties: false,
  },
);
export type Consent = Static<typeof Consent>;
