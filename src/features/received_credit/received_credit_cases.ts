/** What the tests of the whole platform need to know of received credits (test/support/noun_cases.ts). */
import { type Client, expect } from "../../../test/support/client.ts";
import {
  tellOfCredits,
  tellOfLiveCredits,
} from "../../../test/support/features/received_credit/credit_story.ts";
import { field, type Known, ofProduct, search } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { newAccount } from "../../../test/support/parties.ts";

const IBAN = { type: "iban", country: "DE", currency: "EUR" };

async function newAddress(client: Client, accountId: string): Promise<string> {
  const made = await client.post("/financial-addresses", { accountId, ...IBAN });
  return expect(made, 201).id("financialAddressId");
}

/** A credit of one cent; `more` replaces what is said of it. */
async function arrived(client: Client, financialAddressId: string, more: object = {}) {
  const draft = { financialAddressId, amount: "1", currency: "EUR", ...more };
  const made = expect(await client.post("/sandbox/inbound-credits", draft), 201);
  return made.id("receivedCreditId");
}

const ofAccounts = ({ accountId = "", otherId = "", idleId = "" }: Known) =>
  [accountId, otherId, idleId].map((value) => ({
    value,
    matches: (item: Record<string, unknown>) => item["accountId"] === value,
  }));

export const cases: NounCases = {
  after: ["account", "financial_address"],
  lists: {
    "received_credit.list": {
      base: ofProduct,
      filters: {
        status: field("status", "returning"),
        accountId: ofAccounts,
        reference: field("reference", "bank"),
        search: search("invoice", "receivedCreditId", "remittance"),
      },
    },
    "financial_address.received_credit.list": { filters: { status: field("status", "returning") } },
  },
  async made({ client }) {
    const financialAddressId = await newAddress(client, await newAccount(client));
    return { receivedCreditId: await arrived(client, financialAddressId) };
  },
  /** By two addresses, some of them at the same time: credited, suspended, assigned and sent back. */
  async listed({ client, pass }, { accountId = "", otherId = "" }) {
    const financialAddressId = await newAddress(client, accountId);
    await arrived(client, await newAddress(client, otherId), { reference: "bank-1" });
    await arrived(client, financialAddressId, { remittance: "Invoice 7" });
    pass(1);
    expect(await client.post(`/financial-addresses/${financialAddressId}/disable`), 200);
    const suspended = { ifNotCreditable: "suspend" };
    const ids: string[] = [];
    for (const remittance of ["Another invoice", "Rent", "Gift"]) {
      ids.push(await arrived(client, financialAddressId, { ...suspended, remittance }));
    }
    const [assigned, returned] = ids;
    const account = { accountId: otherId };
    expect(await client.post(`/received-credits/${assigned}/assign`, account), 200);
    expect(await client.post(`/received-credits/${returned}/return`, {}), 200);
    return { financialAddressId };
  },
  toldInSandbox: tellOfCredits,
  toldInLive: tellOfLiveCredits,
};
