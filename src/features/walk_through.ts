/**
 * The walk of the guides: a customer with two accounts, money in, a transfer, a hold, and the same
 * transfer sent once more. A test does it from the text of the guide alone.
 */
import type { WalkStep } from "../contract/declare/walk_step.ts";

const ACCOUNT = {
  productId: "<product>",
  role: "customer_balance",
  currency: "EUR",
  owner: { type: "customer", id: "<customer>" },
};
const TRANSFER = {
  sourceAccountId: "<wallet>",
  destinationAccountId: "<savings>",
  amount: "25000",
  currency: "EUR",
};

export const WALK_THROUGH: readonly WalkStep[] = [
  {
    says: "Ask whose key it is: the answer names the Product.",
    operation: "api_key.current.retrieve",
    keeps: { product: "productId" },
    gets: { status: 200 },
  },
  {
    says: "Create a customer for tests.",
    operation: "customer.create",
    body: {
      productId: "<product>",
      test: true,
      entity: { kind: "person", displayName: "Ada Lovelace", country: "GB" },
    },
    keeps: { customer: "customerId" },
    gets: { status: 201, fields: { status: "active" } },
  },
  {
    says: "Open an account for the customer.",
    operation: "account.create",
    body: ACCOUNT,
    keeps: { wallet: "accountId" },
    gets: { status: 201, fields: { status: "open" } },
  },
  {
    says: "Open a second one: the same body, and a new key, because it is another change.",
    operation: "account.create",
    body: ACCOUNT,
    keeps: { savings: "accountId" },
    gets: { status: 201, fields: { status: "open" } },
  },
  {
    says: "Bring 1,000.00 EUR in from outside. Only the sandbox has this operation.",
    operation: "sandbox.account_funding.create",
    body: { destinationAccountId: "<wallet>", amount: "100000", currency: "EUR" },
    gets: { status: 201, fields: { status: "posted" } },
  },
  {
    says: "Move 250.00 EUR.",
    operation: "transfer.create",
    key: "first-transfer",
    body: TRANSFER,
    gets: { status: 201, fields: { status: "posted", amount: "25000" } },
  },
  {
    says: "Reserve 50.00 EUR of what is left. The hold ends by itself when its time has come.",
    operation: "transfer_hold.create",
    body: { ...TRANSFER, amount: "5000", expiresAt: "<tomorrow>" },
    gets: { status: 201, fields: { status: "reserved" } },
  },
  {
    says: "Read the balance: what is held is still posted, and not available.",
    operation: "account.balance.retrieve",
    path: { accountId: "<wallet>" },
    gets: { status: 200, fields: { available: "70000", posted: "75000", held: "5000" } },
  },
  {
    says: "Send the transfer again with its first key: the first answer comes again, nothing moves.",
    operation: "transfer.create",
    key: "first-transfer",
    body: TRANSFER,
    gets: {
      status: 201,
      fields: { status: "posted", amount: "25000" },
      header: "idempotent-replayed: true",
    },
  },
  {
    says: "Read the other balance: the money moved once.",
    operation: "account.balance.retrieve",
    path: { accountId: "<savings>" },
    gets: { status: 200, fields: { available: "25000" } },
  },
];
