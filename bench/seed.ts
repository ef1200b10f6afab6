/** What the load needs, made over HTTP like any client: customers, funded accounts, their balances. */
import { randomUUID } from "node:crypto";
import type { Demo } from "./server.ts";

/** More than a run can move away from one account, 1 minor unit at a time. */
export const FUNDING_MINOR = 1_000_000n;
/** Requests at once while seeding and adding up. */
const PARALLEL = 16;
/** Accounts that one customer owns. */
const ACCOUNTS_PER_CUSTOMER = 8;

/** One client of the server: the API key's product, on this port. */
export type Client = { port: number; demo: Demo };

/** Ids of `count` new accounts in USD, each holding `FUNDING_MINOR`. */
export async function seedAccounts(client: Client, count: number): Promise<string[]> {
  const { productId } = client.demo;
  const customers = await each(Math.ceil(count / ACCOUNTS_PER_CUSTOMER), async (index) => {
    const entity = { kind: "person", displayName: `Bench ${index}`, country: "US" };
    const reply = await post(client, "/v1/customers", { productId, test: true, entity });
    return textOf(reply, "customerId");
  });
  return each(count, async (index) => {
    const owner = { type: "customer", id: customers[Math.floor(index / ACCOUNTS_PER_CUSTOMER)] };
    const draft = { productId, role: "customer_balance", currency: "USD", owner };
    const accountId = textOf(await post(client, "/v1/accounts", draft), "accountId");
    const amount = String(FUNDING_MINOR);
    const funding = { destinationAccountId: accountId, amount, currency: "USD" };
    await post(client, "/v1/sandbox/account-funding", funding);
    return accountId;
  });
}

/** The server's whole reply to one transfer between the first two accounts. */
export async function sampleReply(client: Client, accountIds: readonly string[]): Promise<string> {
  const [sourceAccountId, destinationAccountId] = accountIds;
  const draft = { sourceAccountId, destinationAccountId, amount: "1", currency: "USD" };
  return JSON.stringify(await post(client, "/v1/transfers", draft));
}

/** Sum of the posted balances, in minor units. */
export async function totalPosted(client: Client, accountIds: readonly string[]): Promise<bigint> {
  const balances = await each(accountIds.length, async (index) => {
    const reply = await call(client, "GET", `/v1/accounts/${accountIds[index]}/balance`);
    return BigInt(textOf(reply, "posted"));
  });
  return balances.reduce((sum, balance) => sum + balance, 0n);
}

function post(client: Client, path: string, body: unknown): Promise<Record<string, unknown>> {
  return call(client, "POST", path, body);
}

/** The JSON of a 2xx reply; throws on any other. */
async function call(
  { port, demo }: Client,
  method: "GET" | "POST",
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const headers: Record<string, string> = { authorization: `Bearer ${demo.apiKey}` };
  if (method === "POST") {
    headers["content-type"] = "application/json";
    headers["idempotency-key"] = randomUUID();
  }
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

/** `work(0)` to `work(count - 1)`, `PARALLEL` at a time; results in order. */
async function each<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = new Array(count);
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const index = next++;
      results[index] = await work(index);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, lane));
  return results;
}

function textOf(reply: Record<string, unknown>, field: string): string {
  const value = reply[field];
  if (typeof value !== "string") throw new Error(`the reply has no text in "${field}"`);
  return value;
}
