/** The steps that most tests begin with: a customer, accounts, funding; and reading balances. */
import assert from "node:assert/strict";
import { type Client, expect, type Reply } from "./client.ts";

export type Balance = { available: string; posted: string; held: string };

export const ADA = { kind: "person", displayName: "Ada Lovelace", country: "GB" } as const;

export async function newCustomer(client: Client, displayName = "Ada Lovelace"): Promise<string> {
  const entity = { ...ADA, displayName };
  const made = await client.post("/customers", { productId: client.productId, test: true, entity });
  return expect(made, 201).id("customerId");
}

/** A new account, of a new customer or of `customerId`. */
export async function newAccount(
  client: Client,
  { customerId, currency = "EUR", fund }: NewAccount = {},
): Promise<string> {
  const id = customerId ?? (await newCustomer(client));
  const made = await client.post("/accounts", {
    productId: client.productId,
    role: "customer_balance",
    currency,
    owner: { type: "customer", id },
  });
  const accountId = expect(made, 201).id("accountId");
  if (fund !== undefined) expect(await funding(client, accountId, fund, currency), 201);
  return accountId;
}
type NewAccount = { customerId?: string; currency?: string; fund?: string };

export function funding(
  client: Client,
  destinationAccountId: string,
  amount: string,
  currency = "EUR",
): Promise<Reply> {
  return client.post("/sandbox/account-funding", { destinationAccountId, amount, currency });
}

export function draft(sourceAccountId: string, destinationAccountId: string, amount: string) {
  return { sourceAccountId, destinationAccountId, amount, currency: "EUR" };
}

/** A consent to collections, which is active at once. */
export function consentDraft({ productId }: Client, customerId: string, more: object = {}) {
  const textDigest = `sha256:${"ab".repeat(32)}`;
  const evidence = { method: "api", acceptedAt: "2026-01-01T00:00:00.000Z", textDigest };
  return { productId, customerId, type: "collection", evidence, ...more };
}

export async function balanceOf(client: Client, accountId: string): Promise<Balance> {
  const reply = expect(await client.get(`/accounts/${accountId}/balance`), 200);
  const { available, posted, held } = reply.body as Balance;
  return { available, posted, held };
}

/** Asserts a balance; `held` is the amount by which `available` is less than `posted`. */
export async function assertBalance(
  client: Client,
  accountId: string,
  posted: string,
  held = "0",
): Promise<void> {
  const available = String(BigInt(posted) - BigInt(held));
  assert.deepEqual(await balanceOf(client, accountId), { available, posted, held });
}

/** All items of a list, read page after page. */
export async function walk(client: Client, path: string, limit = 100) {
  const all: Readonly<Record<string, unknown>>[] = [];
  const join = path.includes("?") ? "&" : "?";
  let cursor: string | undefined;
  do {
    const after = cursor === undefined ? "" : `&cursor=${cursor}`;
    const page = expect(await client.get(`${path}${join}limit=${limit}${after}`), 200);
    all.push(...page.items());
    cursor = page.body["nextCursor"] as string | undefined;
  } while (cursor !== undefined);
  return all;
}

/**
 * The sum of all accounts of the Product by currency: zero, as the platform's side is an account
 * too.
 */
export async function totals(client: Client): Promise<Record<string, string>> {
  const product = `productId=${client.productId}`;
  const accounts = [
    ...(await walk(client, `/accounts?${product}`)),
    ...(await walk(client, `/accounts?${product}&role=suspense`)),
  ];
  const sums: Record<string, bigint> = {};
  for (const { accountId, currency } of accounts) {
    const { posted } = await balanceOf(client, String(accountId));
    sums[String(currency)] = (sums[String(currency)] ?? 0n) + BigInt(posted);
  }
  return Object.fromEntries(Object.entries(sums).map(([code, sum]) => [code, String(sum)]));
}
