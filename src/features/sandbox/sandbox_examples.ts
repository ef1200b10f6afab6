/** The examples of the sandbox: test money, time, the platform's freeze, a new beginning. */
import type { Example } from "../../contract/document/example.ts";
import { PRODUCT, SAVINGS, VERIFICATION, WALLET } from "../example_ids.ts";

export const sandboxExamples: readonly Example[] = [
  {
    at: "08:30",
    operation: "sandbox.account_funding.create",
    body: {
      destinationAccountId: WALLET,
      amount: "100000",
      currency: "EUR",
      description: "Opening balance",
      externalId: "top-up-1",
    },
  },
  {
    at: "09:10",
    operation: "sandbox.clock.advance",
    body: { productId: PRODUCT, at: "2026-04-02T00:00:00.000Z" },
  },
  { at: "09:11", operation: "sandbox.clock.retrieve", path: { productId: PRODUCT } },
  {
    at: "09:12:20",
    operation: "sandbox.event.trigger",
    body: { eventType: "transfer.failed", overrides: { amount: "500", metadata: { order: "81" } } },
    shows: { "data.object": ["transferId", "amount", "currency", "status", "metadata"] },
  },
  {
    at: "10:12:42",
    operation: "sandbox.provider_outcome.create",
    body: { resource: { type: "verification", id: VERIFICATION }, outcome: "requires_input" },
  },
  {
    at: "10:12:47",
    operation: "sandbox.kyc_outcome.create",
    body: { verificationId: VERIFICATION, outcome: "verified" },
  },
  {
    at: "09:43",
    operation: "sandbox.platform_freeze.create",
    body: { accountId: SAVINGS, mode: "all", wording: "legal_order", reason: "Case 2026-118" },
  },
  { at: "09:44", operation: "sandbox.platform_freeze.lift", path: { accountId: SAVINGS } },
  {
    at: "09:50",
    operation: "sandbox.reset",
    body: { productId: PRODUCT, confirm: PRODUCT },
    answer: { productId: PRODUCT, environment: "sandbox", resetAt: "2026-03-30T09:50:00.000Z" },
  },
  {
    // Nothing of the story is asked of a provider afterwards.
    at: "11:30",
    operation: "sandbox.provider_fault.create",
    body: { productId: PRODUCT, provider: "simulator", mode: "timeout", count: 2 },
  },
];
