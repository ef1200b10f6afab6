/** Schemas of the beneficiary resource, and of the inputs about one. */
import { type Static, type TString, Type } from "@sinclair/typebox";
import { PII, SECRET, SHOWN_TO_APPROVERS } from "../../contract/declare/redaction.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  Actor,
  CreatedAt,
  EnvironmentName,
  ExternalId,
  Id,
  Metadata,
  MetadataChange,
  notBlank,
  Revision,
  removable,
  Timestamp,
  UpdatedAt,
} from "../../contract/values/formats.ts";
import { ruled } from "../../contract/values/value_rules.ts";
import { RAILS } from "../../rails/rails.ts";
import { ExpectedRevision } from "../expected_revision.ts";
import {
  BENEFICIARY_OWNER_TYPES,
  BENEFICIARY_STATUSES,
  BENEFICIARY_VERIFICATION_STATUSES,
  PAYEE_CHECK_RESULTS,
  US_ACCOUNT_TYPES,
} from "./beneficiary_document.ts";

export const BeneficiaryId = described(
  Id("ben"),
  "Id of the beneficiary: the one that you chose for it, or else the one that was made, which starts with `ben_`. A beneficiary with a chosen id is found by both.",
);
export const BeneficiaryPath = Type.Object(
  { beneficiaryId: BeneficiaryId },
  { additionalProperties: false },
);

/** Besides the path: a chosen id does not say in which Product it is. */
export const BeneficiaryQuery = Type.Object(
  {
    productId: Type.Optional(
      described(
        Id("prod"),
        "The Product that is meant. Required with a credential of a member or an agent, who have several, where the id is one that you chose; with an API key it is the Product of the key.",
      ),
    ),
  },
  { additionalProperties: false },
);

export const BeneficiaryRail = Type.Union(
  RAILS.map(({ rail }) => Type.Literal(rail)),
  {
    title: "BeneficiaryRail",
    description: `The way that the money takes. ${RAILS.map(({ rail, name }) => `\`${rail}\`: ${name}`).join("; ")}.`,
  },
);
export const BeneficiaryOwnerTypeName = Type.Union(
  BENEFICIARY_OWNER_TYPES.map((type) => Type.Literal(type)),
  {
    title: "BeneficiaryOwnerType",
    description:
      "Whose account it is: of one of your customers, of somebody else, or of your own company.",
  },
);
export const BeneficiaryStatusName = Type.Union(
  BENEFICIARY_STATUSES.map((status) => Type.Literal(status)),
  {
    title: "BeneficiaryStatus",
    description:
      "`pending`: a bank is asked about the account, and it cannot be paid yet. `active`: it can be paid, where `verification` does not say that it must be accepted first. `blocked`: the bank has refused the account, and it can never be paid. `archived`: it cannot be paid any more, for ever.",
  },
);

const Name = Type.String({
  minLength: 1,
  maxLength: 140,
  description: "Who is paid, as the bank of the account knows them; personal data.",
  ...PII,
});
const Nickname = Type.String({
  minLength: 1,
  maxLength: 100,
  description: "What you call the beneficiary; personal data.",
  ...PII,
});

const AccountType = Type.Union(
  US_ACCOUNT_TYPES.map((type) => Type.Literal(type)),
  { title: "UsAccountType", description: "Which kind of account it is: ACH and wire." },
);
const AccountId = described(
  Id("acct"),
  "Rail `book`: the account in this Product and environment. It belongs to a customer, to the Product or to the company.",
);

/** The number of an account as a caller sends it: sealed at once, and shown to nobody but who approves the call. */
function sent(description: string, example: string): TString {
  return Type.String({
    minLength: 1,
    maxLength: 64,
    description: `${description} Spaces and hyphens are left out; never shown again.`,
    examples: [example],
    ...PII,
    ...SECRET,
    ...SHOWN_TO_APPROVERS,
  });
}

const DestinationDraft = Type.Object(
  {
    iban: Type.Optional(sent("`sepa`: the IBAN of the account.", "DE89370400440532013000")),
    bic: Type.Optional(
      sent("`sepa`: the BIC of the bank, in the country of the IBAN.", "DEUTDEFF"),
    ),
    routingNumber: Type.Optional(
      sent("`ach` and `wire`: the routing number (ABA) of the bank.", "021000021"),
    ),
    sortCode: Type.Optional(sent("`fps`: the sort code of the bank.", "20-00-00")),
    accountNumber: Type.Optional(
      sent("`ach`, `wire` and `fps`: the number of the account.", "55779911"),
    ),
    accountType: Type.Optional(AccountType),
    accountId: Type.Optional(AccountId),
  },
  {
    title: "BeneficiaryDestinationDraft",
    description:
      "The account that is paid, by the rail: `sepa` takes `iban`, and `bic` where you have it; `ach` and `wire` take `routingNumber` and `accountNumber`, and `accountType` where you have it; `fps` takes `sortCode` and `accountNumber`; `book` takes `accountId`. Nothing else may stand beside them.",
    additionalProperties: false,
  },
);
export type DestinationDraft = Static<typeof DestinationDraft>;

const ChosenId = ruled(
  Type.String({
    pattern: "^[a-z0-9_-]{1,64}$",
    description:
      "The id that the beneficiary shall have: unique in the Product and environment, and not beginning with `ben_`. Absent: one is made. `revenue` is reserved.",
    examples: ["supplier-42"],
  }),
  { mustBe: "1 to 64 small letters, digits, _ and -" },
);

export const BeneficiaryDraft = Type.Object(
  {
    productId: Id("prod"),
    beneficiaryId: Type.Optional(ChosenId),
    ownerType: BeneficiaryOwnerTypeName,
    ownerId: Type.Optional(
      described(
        Id("cust"),
        "The customer whose account it is: of the owner type `customer`, and of no other.",
      ),
    ),
    name: notBlank(Name),
    rail: BeneficiaryRail,
    destination: DestinationDraft,
    nickname: Type.Optional(notBlank(Nickname)),
    metadata: Type.Optional(Metadata),
    externalId: Type.Optional(ExternalId),
  },
  {
    title: "BeneficiaryDraft",
    description: "A beneficiary to create.",
    additionalProperties: false,
  },
);
export type BeneficiaryDraft = Static<typeof BeneficiaryDraft>;

/** A field that is sent replaces the stored one, `metadata` is merged; other fields stay. */
export const BeneficiaryChange = Type.Object(
  {
    nickname: Type.Optional(removable(notBlank(Nickname))),
    metadata: Type.Optional(MetadataChange),
    externalId: Type.Optional(removable(ExternalId)),
    acceptMismatch: Type.Optional(
      Type.Literal(true, {
        description:
          "You have seen that the bank knows the account under another name, and it shall be paid all the same. Of a beneficiary whose `verification.status` is `mismatch` alone; it cannot be taken back, but the beneficiary can be archived.",
      }),
    ),
    expectedRevision: Type.Optional(ExpectedRevision),
  },
  {
    title: "BeneficiaryChange",
    description: "The changes of a beneficiary; what is left out stays.",
    additionalProperties: false,
  },
);

/** The number of an account in answers. */
function shown(description: string, example: string): TString {
  return Type.String({ description: `${description} A mask.`, examples: [example] });
}

const BeneficiaryDestination = Type.Object(
  {
    iban: Type.Optional(shown("Country and last four characters of the IBAN.", "DE** **** 3000")),
    bic: Type.Optional(shown("That a BIC was given.", "****")),
    routingNumber: Type.Optional(shown("That a routing number was given.", "****")),
    sortCode: Type.Optional(shown("That a sort code was given.", "****")),
    accountNumber: Type.Optional(
      shown("The last four digits of the account number, at most half of it.", "****9911"),
    ),
    accountType: Type.Optional(AccountType),
    accountId: Type.Optional(AccountId),
  },
  {
    title: "BeneficiaryDestination",
    description:
      "The account that is paid, by the fields of its rail. Numbers are masks: the numbers themselves are sealed. Empty of the reserved beneficiary, and once it was erased.",
    additionalProperties: false,
  },
);

const Verification = Type.Object(
  {
    status: Type.Union(
      BENEFICIARY_VERIFICATION_STATUSES.map((status) => Type.Literal(status)),
      {
        title: "BeneficiaryVerificationStatus",
        description:
          "Whether the bank of the account knows it under this name: nobody has said (`unverified`), it does (`verified`), or it has another (`mismatch`).",
      },
    ),
    result: Type.Optional(
      Type.Union(
        PAYEE_CHECK_RESULTS.map((result) => Type.Literal(result)),
        {
          title: "PayeeCheckResult",
          description:
            "What the bank has found: the account has the name, nearly has it, has another one, or the bank could not find out. Absent where no bank was asked, or it has not answered yet.",
        },
      ),
    ),
    accountName: Type.Optional(
      Type.String({
        description:
          "Of a `close_match`, where the bank says it: the name that the account has; personal data, gone once it was erased.",
        ...PII,
      }),
    ),
    reason: Type.Optional(
      Type.String({ description: "The bank's code for why, where it gives one." }),
    ),
    provider: Type.Optional(Type.String({ description: "Who has checked it." })),
    checkedAt: Type.Optional(described(Timestamp, "When the bank has answered.")),
    acceptedAt: Type.Optional(
      described(
        Timestamp,
        "When the mismatch was accepted by `beneficiary.update`; until then no payout goes there.",
      ),
    ),
    acceptedBy: Type.Optional(described(Actor, "Who has accepted the mismatch.")),
  },
  {
    title: "BeneficiaryVerification",
    description: "Whether name and account belong together.",
    additionalProperties: false,
  },
);

export const Beneficiary = Type.Object(
  {
    beneficiaryId: BeneficiaryId,
    productId: Id("prod"),
    environment: EnvironmentName,
    reserved: Type.Boolean({
      description:
        "True of `revenue`, which is the platform's in every Product: it cannot be changed, archived or paid. Leave it out of every choice.",
    }),
    ownerType: BeneficiaryOwnerTypeName,
    ownerId: Type.Optional(described(Id("cust"), "The customer whose account it is.")),
    name: Type.String({ description: "Who is paid; empty once it was erased.", ...PII }),
    nickname: Type.Optional(Nickname),
    rail: BeneficiaryRail,
    destination: BeneficiaryDestination,
    verification: Verification,
    status: BeneficiaryStatusName,
    erasedAt: Type.Optional(
      described(Timestamp, "When the personal data of it was erased; absent until it is."),
    ),
    revision: Revision,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    metadata: Metadata,
    externalId: Type.Optional(ExternalId),
    actor: Actor,
  },
  {
    title: "Beneficiary",
    description: "Who can be paid, and by which rail to which account.",
    additionalProperties: false,
  },
);
export type Beneficiary = Static<typeof Beneficiary>;
