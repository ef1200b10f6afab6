/** The public halves of the keys that sign receipts, as documents for anyone. */
import { jwkSetText, type PublishedKeys, pemTexts } from "../contract/records/signing_key.ts";
import { type FixedDocument, fixedDocument, remadeDocument } from "./fixed_document.ts";

export const RECEIPT_KEYS_PATH = "/.well-known/receipt-keys.json";

export function receiptKeyDocuments(keys: PublishedKeys): [path: string, FixedDocument][] {
  const document = (contentType: string, textOf: typeof jwkSetText) =>
    remadeDocument(
      () => keys.value,
      (value) => fixedDocument(contentType, () => textOf(value)),
    );
  return [
    [RECEIPT_KEYS_PATH, document("application/jwk-set+json", jwkSetText)],
    ["/.well-known/receipt-key.pem", document("application/x-pem-file", pemTexts)],
  ];
}
