/** The public half of the key of receipts, for anyone, on the host root. */
import type { KeyObject } from "node:crypto";
import { jwkSetText, pemText } from "../contract/signing_key.ts";
import type { HostDocument } from "../http/edge.ts";

export function receiptKeyDocuments(publicKey: KeyObject): [path: string, HostDocument][] {
  return [
    ["/.well-known/receipt-keys.json", document("application/jwk-set+json", jwkSetText(publicKey))],
    ["/.well-known/receipt-key.pem", document("application/x-pem-file", pemText(publicKey))],
  ];
}

function document(contentType: string, body: string): HostDocument {
  return {
    counted: true,
    async answer() {
      return { status: 200, contentType, body };
    },
  };
}
