/**
 * Fills a shard with customers, accounts, money and transfers, by the operations that clients call.
 */
import { randomBytes } from "node:crypto";
import { FUNDING_MINOR } from "../seed.ts";
import type { Shard } from "./shard.ts";

/** Accounts that one customer owns. */
const ACCOUNTS_PER_CUSTOMER = 8;
/** Accounts that one batch funds: the most items that a batch may have. */
const BATCH_ITEMS = 1_000;

/** How many customers own so many accounts. */
export function customersFor(accounts: number): number {
  return Math.ceil(accounts / ACCOUNTS_PER_CUSTOMER);
}

/** New customers. */
export async function makeCustomers(shard: Shard, count: number): Promise<string[]> {
  const { productId } = shard;
  const customerIds: string[] = [];
  for (let index = 0; index < count; index++) {
    const entity = { kind: "person", displayName: `Bench ${index}`, country: "US" };
    const reply = shard.run("customer.create", { productId, test: true, entity });
    customerIds.push(idIn(reply, "customerId"));
    await shard.writeIfDue();
  }
  return customerIds;
}

/** New accounts in USD without money, owned by the customers in turn. */
export async function makeAccounts(
  shard: Shard,
  customerIds: readonly string[],
  count: number,
): Promise<string[]> {
  const { productId } = shard;
  const accountIds: string[] = [];
  for (let index = 0; index < count; index++) {
    const owner = { type: "customer", id: customerIds[index % customerIds.length] };
    const draft = { productId, role: "customer_balance", currency: "USD", owner };
    accountIds.push(idIn(shard.run("account.create", draft), "accountId"));
    await shard.writeIfDue();
  }
  return accountIds;
}

/** Gives each account `FUNDING_MINOR`, in batches, from one more account that the sandbox funds. */
export async function fundAccounts(
  shard: Shard,
  customerId: string,
  accountIds: readonly string[],
): Promise<void> {
  const [treasury] = await makeAccounts(shard, [customerId], 1);
  const currency = "USD";
  for (let from = 0; from < accountIds.length; from += BATCH_ITEMS) {
    const funded = accountIds.slice(from, from + BATCH_ITEMS);
    const amount = String(FUNDING_MINOR * BigInt(funded.length));
    const funding = { destinationAccountId: treasury, amount, currency };
    shard.run("sandbox.account_funding.create", funding);
    const items = funded.map((destinationAccountId) => ({
      sourceAccountId: treasury,
      destinationAccountId,
      amount: String(FUNDING_MINOR),
      currency,
    }));
    shard.run("transfer.batch.create", { items, atomic: true });
    await shard.writeIfDue();
  }
}

/** Single transfers of 1 minor unit between accounts at random, each with a key of its own. */
export async function makeTransfers(
  shard: Shard,
  accountIds: readonly string[],
  count: number,
): Promise<void> {
  const hex = randomBytes(9).toString("hex");
  const run = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-a${hex.slice(15)}-`;
  const below = (bound: number) => Math.floor(Math.random() * bound);
  for (let index = 0; index < count; index++) {
    const source = below(accountIds.length);
    const destination = (source + 1 + below(accountIds.length - 1)) % accountIds.length;
    const draft = {
      sourceAccountId: accountIds[source],
      destinationAccountId: accountIds[destination],
      amount: "1",
      currency: "USD",
    };
    const idempotencyKey = run + index.toString(16).padStart(12, "0");
    shard.run("transfer.create", draft, { idempotencyKey });
    await shard.writeIfDue();
  }
}

/** The id in a reply's text, found by search: parsing a million replies would take too long. */
function idIn(reply: string, field: string): string {
  const start = reply.indexOf(`"${field}":"`) + field.length + 4;
  return reply.slice(start, reply.indexOf('"', start));
}
