/** For tests: what is submitted of a person and of an organization, and submissions as an edge makes them. */
import { entityKycSubmit } from "../../../../src/features/entity/entity.kyc.submit.ts";
import type { KycFields } from "../../../../src/features/entity/kyc_field_schemas.ts";
import type { KycTier } from "../../../../src/features/ledger/roles.ts";
import { preparedIn } from "../../../world/preparing.ts";
import type { World } from "../../../world/world.ts";
import type { Answer } from "../../../world/writing.ts";

const ADDRESS = {
  line1: "12 St James's Square",
  city: "London",
  postalCode: "SW1Y",
  country: "GB",
};

/** Every field of a person. */
export const PERSON_FIELDS = {
  legalName: "Augusta Ada King",
  dateOfBirth: "1985-12-10",
  address: { ...ADDRESS, line2: "Second floor", region: "Greater London" },
  email: "ada@example.com",
  phone: "+442079460000",
  taxId: { type: "nino", value: "QQ123456C" },
  nationality: "GB",
  identityDocument: {
    type: "passport",
    number: "533380006",
    issuingCountry: "GB",
    expiresOn: "2099-05-30",
  },
  sourceOfFunds: "Income of an estate",
  occupation: "Mathematician",
  proofOfAddress: { type: "utility_bill", issuedOn: "2026-01-02" },
} as const satisfies KycFields;

/** Every field of an organization but its owners. */
export const ORGANIZATION_FIELDS = {
  legalName: "Analytical Engines Limited",
  registrationNumber: "00445790",
  registeredAddress: ADDRESS,
  email: "office@example.com",
  phone: "+442079460001",
  taxId: { type: "vat", value: "GB123456789" },
  incorporationDate: "1998-04-01",
  sourceOfFunds: "Sale of engines",
  proofOfAddress: { type: "public_register", issuedOn: "2026-01-31" },
} as const satisfies KycFields;

/** The fields of a person that `tier_1` asks for. */
export function firstTierFields(): KycFields {
  const { legalName, dateOfBirth, address, email, phone } = PERSON_FIELDS;
  return { legalName, dateOfBirth, address, email, phone };
}

/** Submits fields; returns the profile. */
export async function submit(
  world: World,
  entityId: string,
  fields: KycFields,
  tier: KycTier = "tier_1",
): Promise<Answer> {
  const input = { entityId, tier, fields };
  const prepared = await preparedIn(world, entityKycSubmit, input);
  return world.made(entityKycSubmit, input, { prepared });
}
