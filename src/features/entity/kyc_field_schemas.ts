/**
 * The fields that are submitted of an entity, as a caller sends them. Each is personal and secret: sealed
 * before anything is written, and shown to nobody again.
 */
import { FormatRegistry, type Static, type TSchema, Type } from "@sinclair/typebox";
import { PII, SECRET } from "../../contract/declare/redaction.ts";
import { described, PUBLISHED_AS } from "../../contract/declare/schema_marks.ts";
import { EmailAddress } from "../../contract/values/email_address.ts";
import { Country, Id, notBlank } from "../../contract/values/formats.ts";
import { ruled } from "../../contract/values/value_rules.ts";
import { dayMsOf } from "./calendar_day.ts";

const CLOSED = { additionalProperties: false } as const;
/** The most owners that are named of one organization. */
export const BENEFICIAL_OWNERS_MAX = 50;
/** All shares, in basis points. */
export const ALL_SHARES_BPS = 10_000;

const DATE_FORMAT = "date";
FormatRegistry.Set(DATE_FORMAT, (text) => dayMsOf(text) !== undefined);

const CalendarDate = ruled(
  Type.String({
    description: "A day of the calendar, ISO 8601: four digits of the year, two of month and day.",
    format: DATE_FORMAT,
    examples: ["1990-12-31"],
  }),
  { mustBe: "a day of the calendar such as 1990-12-31" },
);

function text(description: string, maxLength = 200) {
  return notBlank(Type.String({ minLength: 1, maxLength, description }));
}

const Address = (description: string) =>
  Type.Object(
    {
      line1: text("Street and number."),
      line2: Type.Optional(text("What else finds the door.")),
      city: text("City, town or village.", 100),
      region: Type.Optional(text("State, province or county.", 100)),
      postalCode: text("Postal code, as it is written there.", 20),
      country: Country,
    },
    { ...CLOSED, description },
  );

const TaxId = Type.Object(
  {
    type: ruled(
      Type.String({
        pattern: "^[a-z][a-z0-9_]{1,31}$",
        description: "What number it is, in small letters.",
        examples: ["ssn", "tin", "vat"],
      }),
      { mustBe: "2 to 32 small letters, digits and underscores that begin with a letter" },
    ),
    value: text("The number.", 64),
  },
  { ...CLOSED, description: "A number that a tax office has given." },
);

const IdentityDocument = Type.Object(
  {
    type: Type.Union(
      ["passport", "identity_card", "driving_licence", "residence_permit"].map((type) =>
        Type.Literal(type),
      ),
      { description: "What document it is." },
    ),
    number: text("The number of the document.", 64),
    issuingCountry: described(Country, "Who issued it."),
    expiresOn: described(CalendarDate, "The last day on which it is valid: today or later."),
  },
  { ...CLOSED, description: "The document that shows who a person is. Send its picture too." },
);

const ProofOfAddress = Type.Object(
  {
    type: Type.Union(
      ["utility_bill", "bank_statement", "tax_letter", "rental_agreement", "public_register"].map(
        (type) => Type.Literal(type),
      ),
      { description: "What document it is." },
    ),
    issuedOn: described(CalendarDate, "The day of the document: not in the future."),
  },
  { ...CLOSED, description: "A document that shows the address. Send its picture too." },
);

const BeneficialOwner = Type.Object(
  {
    entityId: Id("ent"),
    ownershipBps: Type.Integer({
      minimum: 0,
      maximum: ALL_SHARES_BPS,
      description: "Its share in basis points: 2500 is a quarter.",
    }),
    control: Type.Boolean({
      description: "Whether it controls the organization, by shares or not.",
    }),
  },
  { ...CLOSED, description: "Who owns a part of the organization, or controls it." },
);

/** The schema of a submitted field. */
function submitted<T extends TSchema>(schema: T) {
  const published = (schema as { [PUBLISHED_AS]?: object })[PUBLISHED_AS];
  // A title names one schema, and this one is marked.
  const { title: _, ...untitled } = schema;
  return Type.Optional({
    ...untitled,
    ...PII,
    ...SECRET,
    ...(published !== undefined && { [PUBLISHED_AS]: { ...published, ...PII, ...SECRET } }),
  } as unknown as T);
}

export const KycFields = Type.Object(
  {
    legalName: submitted(text("The name in the register or in the identity document.")),
    dateOfBirth: submitted(
      described(CalendarDate, "The day of birth: 1900 or later, in the past."),
    ),
    address: submitted(Address("Where the person lives.")),
    email: submitted(EmailAddress),
    phone: submitted(
      ruled(
        Type.String({
          pattern: "^\\+[1-9][0-9]{6,14}$",
          description: "A telephone number of E.164: + and 7 to 15 digits, country code first.",
          examples: ["+4915112345678"],
        }),
        { mustBe: "a telephone number of E.164 such as +4915112345678" },
      ),
    ),
    taxId: submitted(TaxId),
    nationality: submitted(described(Country, "The country whose citizen the person is.")),
    identityDocument: submitted(IdentityDocument),
    sourceOfFunds: submitted(text("Where the money comes from, in the customer's own words.")),
    occupation: submitted(text("What the person does for a living.")),
    proofOfAddress: submitted(ProofOfAddress),
    registrationNumber: submitted(text("The number in the register of companies.", 64)),
    registeredAddress: submitted(Address("The address in the register.")),
    incorporationDate: submitted(
      described(CalendarDate, "The day on which the organization was founded: in the past."),
    ),
    beneficialOwners: submitted(
      Type.Array(BeneficialOwner, {
        maxItems: BENEFICIAL_OWNERS_MAX,
        description: `Each owner once, as entities of this Product; their shares are at most ${ALL_SHARES_BPS} together.`,
      }),
    ),
  },
  {
    title: "KycFields",
    description:
      "What is submitted, by field: those of its tier, or of others. Sealed at once, and shown to nobody again.",
    minProperties: 1,
    examples: [{ legalName: "Augusta Ada King", email: "ada@example.com", phone: "+442079460000" }],
    ...CLOSED,
  },
);
export type KycFields = Static<typeof KycFields>;
export type KycFieldName = keyof KycFields;
