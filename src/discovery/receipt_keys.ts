/** The public half of the key that signs receipts, as documents for anyone. */
import type { KeyObject } from "node:crypto";
import { jwkSetText, pemText } from "../contract/signing_key.ts";
import { type FixedDocument, fixedDocument } from "./fixed_document.ts";

export const RECEIPT_KEYS_PATH = "/.well-known/receipt-keys.json";

export function receiptKeyDocuments(publicKey: KeyObject): [path: string, FixedDocument][] {
  const set = () => jwkSetText(publicKey);
  const pem = () => pemText(publicKey);
  return [
    [RECEIPT_KEYS_PATH, fixedDocument("application/jwk-set+json", set)],
    ["/.well-known/receipt-key.pem", fixedDocument("application/x-pem-file", pem)],
  ];
}
