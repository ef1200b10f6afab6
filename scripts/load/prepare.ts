/** Prepares the load: reads the key's Product, and makes a customer and funded accounts. */
import { type Client, each, LoadRefused, textAt } from "./client.ts";
import type { LoadOptions } from "./options.ts";

export type Prepared = {
  productId: string;
  accountIds: readonly string[];
  /** The time of the Product's clock, by which holds expire; it may be ahead of real time. */
  clockMs: number;
};

const NEEDED = [
  ...["customer.create", "account.create", "sandbox.account_funding.create"],
  ...["account.balance.retrieve", "account.transfer.list", "sandbox.clock.retrieve"],
];

/** Checks what the key may do, and makes the accounts. Throws `LoadRefused`. */
export async function prepare(client: Client, options: LoadOptions): Promise<Prepared> {
  const apiKey = await client.get("/api-keys/current");
  if (apiKey["environment"] !== "sandbox") {
    throw new LoadRefused(
      "the key is not of the sandbox: accounts cannot be funded with test money",
    );
  }
  refuseMissing(apiKey["operationIds"] as readonly string[], options);
  const productId = textAt(apiKey, "productId");
  const clock = await client.get(`/products/${productId}/sandbox-clock`);
  const clockMs = Math.max(Date.now(), Date.parse(textAt(clock, "effectiveAt")));
  const { currency, fundingMinor } = options;
  const entity = { kind: "person", displayName: "Load test", country: "US" };
  const customer = await client.post("/customers", { productId, test: true, entity });
  const owner = { type: "customer", id: textAt(customer, "customerId") };
  const accountIds = await each(options.accounts, async () => {
    const draft = { productId, role: "customer_balance", currency, owner };
    const accountId = textAt(await client.post("/accounts", draft), "accountId");
    const funding = { destinationAccountId: accountId, amount: String(fundingMinor), currency };
    await client.post("/sandbox/account-funding", funding);
    return accountId;
  });
  return { productId, accountIds, clockMs };
}

function refuseMissing(operationIds: readonly string[], { mix, batch }: LoadOptions): void {
  const needed = [...NEEDED];
  if (mix !== "holds") {
    needed.push(batch === undefined ? "transfer.create" : "transfer.batch.create");
  }
  if (mix !== "transfers") {
    needed.push("transfer_hold.create", "transfer_hold.clear", "transfer_hold.cancel");
  }
  const missing = needed.filter((id) => !operationIds.includes(id));
  if (missing.length === 0) return;
  throw new LoadRefused(
    `the key may not call ${missing.join(", ")}: make one with more scopes ` +
      "(npm run admin -- key create)",
  );
}
