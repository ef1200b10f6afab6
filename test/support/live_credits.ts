/** For tests of live: addresses that a bank has opened, and money that arrives at them. */
import { type Client, expect } from "./client.ts";
import { controlProvider } from "./provider.ts";
import { until } from "./webhooks.ts";

export type OpenedAddress = {
  accountId: string;
  financialAddressId: string;
  details: Readonly<Record<string, string>>;
};

/** An account of the Product, and an address by which money reaches it. Resolves when the address is active. */
export async function openedAddress(
  client: Pick<Client, "post" | "get" | "productId">,
): Promise<OpenedAddress> {
  const { productId } = client;
  const owner = { type: "product", id: productId };
  const draft = { productId, role: "product_operating", currency: "EUR", owner };
  const accountId = expect(await client.post("/accounts", draft), 201).id("accountId");
  const asked = { accountId, type: "iban", country: "DE", currency: "EUR" };
  const address = expect(await client.post("/financial-addresses", asked), 201);
  const financialAddressId = address.id("financialAddressId");
  let details: unknown;
  await until(async () => {
    details = expect(await client.get(`/financial-addresses/${financialAddressId}`), 200).body[
      "details"
    ];
    return details !== undefined;
  }, `${financialAddressId} is active`);
  return { accountId, financialAddressId, details: details as Record<string, string> };
}

/** Lets money arrive at the bank with this URL. */
export async function arrive(url: string, credit: object): Promise<void> {
  const status = await controlProvider(url, "credits", credit);
  if (status !== 200) throw new Error(`the bank takes no credit ${JSON.stringify(credit)}`);
}
