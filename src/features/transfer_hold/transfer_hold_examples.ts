/** The examples of holds: one is settled, one cancelled, one expires. */
import type { Example } from "../../contract/document/example.ts";
import { CANCELLED_HOLD, EXPIRED_HOLD, HOLD, PRODUCT, SHOP, WALLET } from "../example_ids.ts";

export const transferHoldExamples: readonly Example[] = [
  {
    at: "08:51",
    operation: "transfer_hold.create",
    body: {
      sourceAccountId: WALLET,
      destinationAccountId: SHOP,
      amount: "5000",
      currency: "EUR",
      expiresAt: "2026-04-06T16:40:00.000Z",
      description: "Order 1003, ships in two days",
      externalId: "order-1003",
    },
    makes: { transferHoldId: HOLD },
  },
  { at: "08:52", operation: "transfer_hold.retrieve", path: { transferHoldId: HOLD } },
  {
    at: "08:55",
    operation: "transfer_hold.list",
    query: { productId: PRODUCT, status: "reserved", limit: 1 },
  },
  {
    at: "08:56",
    operation: "transfer_hold.clear",
    path: { transferHoldId: HOLD },
    body: { amount: "4200", currency: "EUR" },
  },
  reserved("08:57", "3000", CANCELLED_HOLD),
  { at: "08:58", operation: "transfer_hold.cancel", path: { transferHoldId: CANCELLED_HOLD } },
  reserved("08:59", "1500", EXPIRED_HOLD),
  {
    at: "09:12",
    operation: "transfer_hold.expire",
    path: { transferHoldId: EXPIRED_HOLD },
    instead: { operation: "transfer_hold.retrieve", path: { transferHoldId: EXPIRED_HOLD } },
  },
];

/** A further hold of the story; it would expire on the first of April at noon. */
function reserved(at: string, amount: string, transferHoldId: string): Example {
  return {
    at,
    operation: "transfer_hold.create",
    isFurther: true,
    body: {
      sourceAccountId: WALLET,
      destinationAccountId: SHOP,
      amount,
      currency: "EUR",
      expiresAt: "2026-04-01T12:00:00.000Z",
    },
    makes: { transferHoldId },
  };
}
