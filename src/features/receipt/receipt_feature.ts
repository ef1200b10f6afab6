/** Receipts of mutations, and their proofs. */
import type { Feature } from "../../contract/declare/feature.ts";
import { recordResource } from "../record_resource.ts";
import { receiptList } from "./receipt.list.ts";
import { receiptProofRetrieve } from "./receipt.proof.retrieve.ts";
import { receiptRetrieve } from "./receipt.retrieve.ts";
import { receiptExamples } from "./receipt_examples.ts";
import { receiptWords } from "./receipt_words.ts";

export const receiptFeature = {
  tag: { name: "Receipts", description: "Proof of what each mutation did." },
  words: receiptWords,
  operations: [receiptList, receiptRetrieve, receiptProofRetrieve],
  examples: receiptExamples,
  resources: [recordResource({ noun: "receipt", prefix: "rcpt", readScope: "receipts:read" })],
} satisfies Feature;
