/** The examples of beneficiaries: a supplier with a chosen id, one whose account has nearly another name, and an account of Ada that is archived. */
import { type Example, exampleId } from "../../contract/document/example.ts";
import { ADA, PRODUCT, WALLET } from "../example_ids.ts";

const ADAS_BANK = exampleId("ben", 81);

export const beneficiaryExamples: readonly Example[] = [
  {
    at: "08:59:52",
    operation: "beneficiary.create",
    body: {
      productId: PRODUCT,
      beneficiaryId: "paper-mill",
      ownerType: "third_party",
      name: "Paper Mill Ltd",
      rail: "fps",
      destination: { sortCode: "20-00-00", accountNumber: "55779911" },
      nickname: "The mill",
    },
  },
  {
    at: "08:59:53",
    operation: "beneficiary.create",
    isFurther: true,
    body: {
      productId: PRODUCT,
      ownerType: "customer",
      ownerId: ADA,
      name: "Ada Lovelace",
      rail: "book",
      destination: { accountId: WALLET },
    },
    makes: { beneficiaryId: ADAS_BANK },
  },
  {
    at: "08:59:54",
    operation: "beneficiary.update",
    path: { beneficiaryId: "paper-mill" },
    body: { metadata: { contract: "2026-17" }, expectedRevision: 2 },
  },
  { at: "08:59:55", operation: "beneficiary.retrieve", path: { beneficiaryId: "paper-mill" } },
  { at: "08:59:56", operation: "beneficiary.archive", path: { beneficiaryId: ADAS_BANK } },
  {
    at: "08:59:57",
    operation: "beneficiary.list",
    query: { productId: PRODUCT, rail: "fps", limit: 1 },
  },
  {
    at: "08:59:58",
    operation: "beneficiary.create",
    isFurther: true,
    body: {
      productId: PRODUCT,
      beneficiaryId: "ink-works",
      ownerType: "third_party",
      name: "Ink Works (close match)",
      rail: "sepa",
      destination: { iban: "DE89370400440532013000" },
    },
  },
  {
    at: "08:59:59",
    operation: "beneficiary.update",
    isFurther: true,
    path: { beneficiaryId: "ink-works" },
    body: { acceptMismatch: true },
  },
];
