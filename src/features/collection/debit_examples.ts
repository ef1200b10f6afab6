/** The examples of collections by a mandate: a bank is asked for Ada's rent, from her account at another bank. */
import { type Example, exampleId } from "../../contract/document/example.ts";
import { ADA, PRODUCT, SHOP } from "../example_ids.ts";

const ADAS_BANK = exampleId("ben", 961);
/** Her consent, by which programs collect too. */
export const ADAS_MANDATE = exampleId("cons", 962);
const RENT = exampleId("coll", 963);
const RENT_ATTEMPT = exampleId("op", 964);

const evidence = {
  method: "provider_mandate",
  acceptedAt: "2026-03-30T10:11:39.000Z",
  textDigest: `sha256:${"9f86d081884c7d65".repeat(4)}`,
};

export const debitExamples: readonly Example[] = [
  {
    at: "10:11:40",
    operation: "beneficiary.create",
    isFurther: true,
    body: {
      productId: PRODUCT,
      ownerType: "customer",
      ownerId: ADA,
      name: "Ada Lovelace",
      rail: "sepa",
      destination: { iban: "DE89370400440532013000" },
    },
    makes: { beneficiaryId: ADAS_BANK },
  },
  {
    at: "10:11:41",
    operation: "consent.create",
    isFurther: true,
    body: {
      productId: PRODUCT,
      customerId: ADA,
      type: "collection",
      mandate: { beneficiaryId: ADAS_BANK, reference: "RENT-2026-0007" },
      limits: { maxAmount: "50000", currency: "EUR" },
      evidence,
    },
    makes: { consentId: ADAS_MANDATE },
  },
  {
    at: "10:11:42",
    operation: "consent.confirm",
    isFurther: true,
    path: { consentId: ADAS_MANDATE },
    body: { evidence },
  },
  {
    at: "10:11:43",
    operation: "collection.create",
    isFurther: true,
    body: {
      productId: PRODUCT,
      customerId: ADA,
      consentId: ADAS_MANDATE,
      destinationAccountId: SHOP,
      amount: "9905",
      currency: "EUR",
      dueAt: "2027-05-02T00:00:00.000Z",
      description: "Rent of May",
    },
    makes: { collectionId: RENT },
  },
  {
    at: "10:11:44",
    operation: "collection.collect",
    isFurther: true,
    path: { collectionId: RENT },
    makes: { "attempts.0.operationId": RENT_ATTEMPT },
  },
];
