/** The examples of transfers: Ada pays for an order, saves, and gets a part back. */
import type { Example } from "../../contract/document/example.ts";
import {
  ORDER,
  ORDER_KEY,
  ORDER_OPERATION,
  ORDER_RECEIPT,
  PRODUCT,
  SAVINGS,
  SHOP,
  WALLET,
} from "../example_ids.ts";

export const transferExamples: readonly Example[] = [
  {
    at: "08:40",
    operation: "transfer.create",
    key: ORDER_KEY,
    body: {
      sourceAccountId: WALLET,
      destinationAccountId: SHOP,
      amount: "2500",
      currency: "EUR",
      description: "Order 1001",
      externalId: "order-1001",
      metadata: { orderId: "1001" },
    },
    makes: { transferId: ORDER, operationId: ORDER_OPERATION, receiptId: ORDER_RECEIPT },
  },
  {
    at: "08:41",
    operation: "transfer.batch.create",
    body: {
      items: [
        {
          sourceAccountId: WALLET,
          destinationAccountId: SAVINGS,
          amount: "10000",
          currency: "EUR",
          description: "Monthly saving",
        },
        {
          sourceAccountId: WALLET,
          destinationAccountId: SHOP,
          amount: "1250",
          currency: "EUR",
          externalId: "order-1002",
        },
      ],
      atomic: true,
    },
  },
  {
    at: "08:42",
    operation: "transfer.reverse",
    path: { transferId: ORDER },
    body: { amount: "500", currency: "EUR", reason: "One of two books returned" },
  },
  { at: "08:43", operation: "transfer.retrieve", path: { transferId: ORDER } },
  {
    at: "08:44",
    operation: "transfer.list",
    query: { productId: PRODUCT, accountId: WALLET, status: "posted", limit: 1 },
  },
];
