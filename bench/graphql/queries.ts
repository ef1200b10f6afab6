/** The queries of the GraphQL rows, and the data that they read. */
import { randomUUID } from "node:crypto";
import { each } from "../seed.ts";
import type { Demo } from "../server.ts";

export const ACCOUNTS = 50;
export const TRANSFERS = 100;

export type Document = Record<string, unknown>;

/** All documents that the queries reach, as REST answers them; the peer is filled with them. */
export type Holdings = {
  customer: Document;
  accounts: Document[];
  balances: Document[];
  /** The transfers, newest first. */
  transfers: Document[];
};

/** One customer with `ACCOUNTS` accounts and `TRANSFERS` transfers between them. */
export async function seedHoldings({
  port,
  demo,
}: {
  port: number;
  demo: Demo;
}): Promise<Holdings> {
  const { productId, apiKey } = demo;
  const call = async (method: "GET" | "POST", path: string, body?: unknown): Promise<Document> => {
    const headers: Record<string, string> = { authorization: `Bearer ${apiKey}` };
    if (body !== undefined) {
      headers["content-type"] = "application/json";
      headers["idempotency-key"] = randomUUID();
    }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const reply = await fetch(`http://127.0.0.1:${port}/v1${path}`, { method, headers, ...sent });
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}`);
    return (await reply.json()) as Document;
  };
  const entity = { kind: "person", displayName: "Ada Lovelace", country: "GB" };
  const customer = await call("POST", "/customers", { productId, test: true, entity });
  const owner = { type: "customer", id: customer["customerId"] };
  const draft = { productId, role: "customer_balance", currency: "EUR", owner, name: "Savings" };
  const made = await each(ACCOUNTS, () => call("POST", "/accounts", draft));
  const ids = made.map(({ accountId }) => accountId as string);
  await each(ACCOUNTS, (at) =>
    call("POST", "/sandbox/account-funding", {
      destinationAccountId: ids[at],
      amount: "1000000",
      currency: "EUR",
    }),
  );
  await each(TRANSFERS, (at) =>
    call("POST", "/transfers", {
      sourceAccountId: ids[at % ACCOUNTS],
      destinationAccountId: ids[(at * 7 + 1) % ACCOUNTS],
      amount: String(at + 1),
      currency: "EUR",
      description: "Rent",
    }),
  );
  const items = async (path: string) => (await call("GET", path))["items"] as Document[];
  const path = `/customers/${customer["customerId"]}`;
  return {
    customer,
    accounts: await items(`${path}/accounts?limit=${ACCOUNTS}`),
    balances: await each(ACCOUNTS, (at) => call("GET", `/accounts/${ids[at]}/balance`)),
    transfers: await items(`${path}/transfers?limit=${TRANSFERS}`),
  };
}

/** The body of a request for the balance of one account. */
export function balanceQuery({ accounts }: Holdings): string {
  const query = `query ($id: String!) { accountBalanceRetrieve(accountId: $id) {
    accountId available posted held currency } }`;
  return JSON.stringify({ query, variables: { id: accounts[0]?.["accountId"] } });
}

/** The body of a request for ten accounts with their owner, and for ten balances. */
export function rootsQuery({ accounts }: Holdings): string {
  const fields = accounts.slice(0, 10).flatMap(({ accountId }, at) => [
    `a${at}: accountRetrieve(accountId: "${accountId}") { accountId status name currency role
      environment revision createdAt updatedAt metadata owner { type id } freezes { mode } }`,
    `b${at}: accountBalanceRetrieve(accountId: "${accountId}") { available posted held currency }`,
  ]);
  return JSON.stringify({ query: `{ ${fields.join(" ")} }` });
}

/** The body of a request for a customer: all accounts, balances, transfers, and their sources. */
export function customerQuery({ customer }: Holdings): string {
  const query = `query ($id: String!) { customerRetrieve(customerId: $id) {
    customerId status entity { displayName country } createdAt
    accounts(limit: ${ACCOUNTS}) { items { accountId status name currency role revision createdAt
      owner { type id } balance { available posted held } } }
    transfers(limit: ${TRANSFERS}) { items { transferId amount currency status kind description
      metadata createdAt operationId sourceAccount { accountId name status } } } } }`;
  return JSON.stringify({ query, variables: { id: customer["customerId"] } });
}
