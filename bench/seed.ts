/** Prepares the load over HTTP, as a client: makes customers and funded accounts; reads balances. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { CeilingReplies, Reply } from "./ceiling.ts";
import { PATIENCE_MS } from "./patience.ts";
import type { Demo } from "./server.ts";

/** Funding of an account: more than a run can move away from it, 1 minor unit at a time. */
export const FUNDING_MINOR = 1_000_000_000_000n;
const SETTLE_POLL_MS = 200;
/** Requests at once while accounts are made and balances are read. */
const PARALLEL = 16;
/** Accounts that one customer owns. */
const ACCOUNTS_PER_CUSTOMER = 8;

/** One client of the server: the API key's Product, on this port. */
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

/** Whole replies of the server to one transfer and one balance; the ceiling answers with them. */
export async function sampleReplies(
  client: Client,
  accountIds: readonly string[],
): Promise<CeilingReplies> {
  const [sourceAccountId, destinationAccountId] = accountIds;
  const draft = { sourceAccountId, destinationAccountId, amount: "1", currency: "USD" };
  return {
    transfer: await replyOf(await send(client, "POST", "/v1/transfers", draft)),
    balance: await replyOf(await send(client, "GET", `/v1/accounts/${sourceAccountId}/balance`)),
  };
}

/**
 * Checks that the accounts together still have the funded amount: transfers among them create and
 * destroy nothing. When a generator ends, the server still carries out its last requests, and
 * balances are read one after another, so the sum may take some time to become right. The sum of lost
 * or created money never becomes right.
 */
export async function checkMoney(client: Client, accountIds: readonly string[]): Promise<void> {
  const funded = FUNDING_MINOR * BigInt(accountIds.length);
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const balances = await balancesOf(client, accountIds);
    const posted = balances.reduce((sum, balance) => sum + balance, 0n);
    if (posted === funded) return;
    if (performance.now() > deadline) {
      throw new Error(`accounts hold ${posted}, funded were ${funded}`);
    }
    await delay(SETTLE_POLL_MS);
  }
}

/**
 * The posted balance of each account, minor units. Throws when an account has lost half of its money:
 * then items of batches may have been refused for lack of money, which no status shows.
 */
export async function balancesOf(
  client: Client,
  accountIds: readonly string[],
): Promise<readonly bigint[]> {
  return await each(accountIds.length, async (index) => {
    const reply = await call(client, "GET", `/v1/accounts/${accountIds[index]}/balance`);
    const posted = BigInt(textOf(reply, "posted"));
    if (posted >= FUNDING_MINOR / 2n) return posted;
    throw new Error(`account ${accountIds[index]} lost half of its money: not the load meant`);
  });
}

function post(client: Client, path: string, body: unknown): Promise<Record<string, unknown>> {
  return call(client, "POST", path, body);
}

/** Sends a request; resolves with the JSON of a 2xx reply, and throws at any other reply. */
export async function call(
  client: Client,
  method: "GET" | "POST",
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const reply = await send(client, method, path, body);
  return JSON.parse(await reply.text()) as Record<string, unknown>;
}

/**
 * The same of a write that goes on for longer than the server lets a request wait: asks with one key, and again
 * whenever the answer is that the outcome is unknown yet. Throws when it has not ended after `PATIENCE_MS`.
 */
export async function callLong(
  client: Client,
  path: string,
  body: unknown,
): Promise<Record<string, unknown>> {
  const key = randomUUID();
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const reply = await ask(client, "POST", path, { body, key });
    if (reply.status !== OUTCOME_UNKNOWN) return JSON.parse(await (await good(reply)).text());
    await reply.arrayBuffer();
    await delay(SETTLE_POLL_MS);
  }
  throw new Error(`POST ${path} has not ended after ${PATIENCE_MS / 1_000} s`);
}

/** Sends a request; resolves with a 2xx reply, and throws at any other reply. */
async function send(
  client: Client,
  method: "GET" | "POST",
  path: string,
  body?: unknown,
): Promise<Response> {
  return good(await ask(client, method, path, { body, key: randomUUID() }));
}

/** What the server answers when a request has waited as long as it may. */
const OUTCOME_UNKNOWN = 503;

async function good(reply: Response): Promise<Response> {
  if (reply.ok) return reply;
  throw new Error(`${reply.url} answered ${reply.status}: ${await reply.text()}`);
}

function ask(
  { port, demo }: Client,
  method: "GET" | "POST",
  path: string,
  { body, key }: { body: unknown; key: string },
): Promise<Response> {
  const headers: Record<string, string> = { authorization: `Bearer ${demo.apiKey}` };
  if (method === "POST") {
    headers["content-type"] = "application/json";
    headers["idempotency-key"] = key;
  }
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function replyOf(reply: Response): Promise<Reply> {
  const own = ["content-length", "connection", "date", "uwebsockets"];
  return {
    status: `${reply.status} ${reply.statusText}`,
    headers: [...reply.headers].filter(([name]) => !own.includes(name)),
    body: await reply.text(),
  };
}

/** `work(0)` to `work(count - 1)`, `PARALLEL` at a time; results in order. */
export async function each<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
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
