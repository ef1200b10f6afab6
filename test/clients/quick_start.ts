/**
 * The quick start by a typed client: openapi-fetch, over types that openapi-typescript makes from
 * the contract (`contract.d.ts` beside this file, made by typed_client.test.ts). Prints the
 * balance.
 */
import createClient from "openapi-fetch";
import type { components, paths } from "./contract.d.ts";

type Balance = components["schemas"]["AccountBalance"];

const { BASE_URL = "", API_KEY = "", PRODUCT_ID = "" } = process.env;
const client = createClient<paths>({
  baseUrl: BASE_URL,
  headers: { authorization: `Bearer ${API_KEY}` },
});
/** A new idempotency key for each intended change. */
const change = () => ({ header: { "Idempotency-Key": crypto.randomUUID() } });

const customer = given(
  await client.POST("/customers", {
    params: change(),
    body: {
      productId: PRODUCT_ID,
      test: true,
      entity: { kind: "person", displayName: "Ada Lovelace", country: "GB" },
    },
  }),
);
const [wallet, savings] = await Promise.all([openAccount(), openAccount()]);
await client.POST("/sandbox/account-funding", {
  params: change(),
  body: { destinationAccountId: wallet, amount: "100000", currency: "EUR" },
});
const transfer = given(
  await client.POST("/transfers", {
    params: change(),
    body: {
      sourceAccountId: wallet,
      destinationAccountId: savings,
      amount: "25000",
      currency: "EUR",
    },
  }),
);
const balance: Balance = given(
  await client.GET("/accounts/{accountId}/balance", { params: { path: { accountId: savings } } }),
);
const tooMuch = await client.POST("/transfers", {
  params: change(),
  body: {
    sourceAccountId: savings,
    destinationAccountId: wallet,
    amount: "25001",
    currency: "EUR",
  },
});
const listed = given(
  await client.GET("/transfers", { params: { query: { productId: PRODUCT_ID, limit: 1 } } }),
);
console.log(
  JSON.stringify({
    status: transfer.status,
    available: balance.available,
    refused: tooMuch.error?.error.code,
    listed: listed.items.length,
    hasMore: listed.nextCursor !== undefined,
  }),
);

async function openAccount(): Promise<string> {
  const account = given(
    await client.POST("/accounts", {
      params: change(),
      body: {
        productId: PRODUCT_ID,
        role: "customer_balance",
        currency: "EUR",
        owner: { type: "customer", id: customer.customerId },
      },
    }),
  );
  return account.accountId;
}

/** The data of an answer; throws the refusal. */
function given<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}
