/** The examples of accounts: a wallet, savings, and what can be read of them. */
import type { Example } from "../../contract/document/example.ts";
import {
  ADA,
  BOOKS,
  GRACE,
  GRACES_WALLET,
  MONTH,
  OLD_ACCOUNT,
  PRODUCT,
  SAVINGS,
  SHOP,
  WALLET,
} from "../example_ids.ts";

export const accountExamples: readonly Example[] = [
  opened("08:24", { name: "Holiday 2025", owner: ADA, accountId: OLD_ACCOUNT }),
  {
    at: "08:25",
    operation: "account.create",
    body: {
      productId: PRODUCT,
      role: "customer_balance",
      currency: "EUR",
      owner: { type: "customer", id: ADA },
      name: "Wallet",
      externalId: "wallet-1815",
    },
    makes: { accountId: WALLET },
  },
  opened("08:26", { name: "Savings", owner: ADA, accountId: SAVINGS }),
  opened("08:27", { name: "Shop sales", owner: BOOKS, accountId: SHOP }),
  opened("08:28", { name: "Wallet", owner: GRACE, accountId: GRACES_WALLET }),
  {
    at: "08:33",
    operation: "account.update",
    path: { accountId: WALLET },
    body: { name: "Ada's wallet", expectedRevision: 1 },
  },
  { at: "08:53", operation: "account.balance.retrieve", path: { accountId: WALLET } },
  {
    at: "08:54",
    operation: "account.transfer_hold.list",
    path: { accountId: WALLET },
    query: { status: "reserved", limit: 1 },
  },
  { at: "09:13", operation: "account.retrieve", path: { accountId: WALLET } },
  {
    at: "09:14",
    operation: "account.list",
    query: { productId: PRODUCT, ownerId: ADA, status: "open", limit: 1 },
  },
  {
    at: "09:15",
    operation: "account.entry.list",
    path: { accountId: WALLET },
    query: { limit: 2 },
  },
  {
    at: "09:16",
    operation: "account.transfer.list",
    path: { accountId: WALLET },
    query: { status: "posted", limit: 1 },
  },
  {
    at: "09:17",
    operation: "account.balance.history.list",
    path: { accountId: WALLET },
    query: { limit: 2 },
  },
  { at: "09:18", operation: "account.statement.list", path: { accountId: WALLET } },
  {
    at: "09:19",
    operation: "account.statement.retrieve",
    path: { accountId: WALLET, month: MONTH },
  },
  { at: "09:20", operation: "account.statement.export", path: { accountId: SHOP, month: MONTH } },
  {
    at: "09:40",
    operation: "account.freeze",
    path: { accountId: SAVINGS },
    body: { mode: "debits", reason: "Requested by the customer" },
  },
  { at: "09:41", operation: "account.freeze.list", path: { accountId: SAVINGS } },
  { at: "09:42", operation: "account.unfreeze", path: { accountId: SAVINGS } },
  { at: "09:45", operation: "account.close", path: { accountId: OLD_ACCOUNT } },
];

/** A further account of the story. */
function opened(
  at: string,
  { name, owner, accountId }: { name: string; owner: string; accountId: string },
): Example {
  return {
    at,
    operation: "account.create",
    isFurther: true,
    body: {
      productId: PRODUCT,
      role: "customer_balance",
      currency: "EUR",
      owner: { type: "customer", id: owner },
      name,
    },
    makes: { accountId },
  };
}
