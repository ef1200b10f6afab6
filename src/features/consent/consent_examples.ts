/** The examples of consents: one is confirmed and revoked, one is rejected. */
import type { Example } from "../../contract/document/example.ts";
import { ADA, CONSENT, PRODUCT, REJECTED_CONSENT, WALLET } from "../example_ids.ts";

const TEXT_DIGEST = `sha256:${"9f86d081884c7d65".repeat(4)}`;

export const consentExamples: readonly Example[] = [
  {
    at: "08:59:10",
    operation: "consent.create",
    body: {
      productId: PRODUCT,
      customerId: ADA,
      type: "collection",
      accountId: WALLET,
      limits: { maxAmount: "25000", maxTotal: "50000", currency: "EUR", period: "P1M" },
      expiresAt: "2027-03-30T00:00:00.000Z",
      evidence: { method: "browser", textDigest: TEXT_DIGEST },
    },
    makes: { consentId: CONSENT },
  },
  {
    at: "08:59:20",
    operation: "consent.confirm",
    path: { consentId: CONSENT },
    body: {
      evidence: {
        method: "browser",
        acceptedAt: "2026-03-30T08:59:15.000Z",
        textDigest: TEXT_DIGEST,
      },
    },
  },
  { at: "08:59:25", operation: "consent.retrieve", path: { consentId: CONSENT } },
  {
    at: "08:59:30",
    operation: "consent.create",
    isFurther: true,
    body: {
      productId: PRODUCT,
      customerId: ADA,
      type: "data_sharing",
      evidence: { method: "browser" },
    },
    makes: { consentId: REJECTED_CONSENT },
  },
  { at: "08:59:35", operation: "consent.reject", path: { consentId: REJECTED_CONSENT } },
  {
    at: "08:59:40",
    operation: "consent.list",
    query: { productId: PRODUCT, status: "active", limit: 1 },
  },
  {
    at: "08:59:45",
    operation: "customer.consent.list",
    path: { customerId: ADA },
    query: { type: "collection", limit: 1 },
  },
  {
    at: "08:59:50",
    operation: "consent.revoke",
    path: { consentId: CONSENT },
    body: { reason: "The customer pays by hand from now on" },
  },
];
