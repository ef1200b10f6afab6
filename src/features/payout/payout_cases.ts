/** What the tests of the whole platform need to know of payouts (test/support/noun_cases.ts). */
import { type Client, expect } from "../../../test/support/client.ts";
import {
  tellOfLivePayouts,
  tellOfPayouts,
} from "../../../test/support/features/payout/payout_story.ts";
import { field, ofProduct, search } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { newAccount } from "../../../test/support/parties.ts";

/** Sends the draft of a payout of one cent; `more` replaces fields of it. */
async function newPayout(client: Client, parties: object, more: object = {}): Promise<string> {
  const draft = { ...parties, amount: "1", currency: "EUR", ...more };
  return expect(await client.post("/payouts", draft), 201).id("payoutId");
}

export const cases: NounCases = {
  after: ["account", "beneficiary"],
  lists: {
    "payout.list": {
      base: ofProduct,
      filters: {
        status: field("status"),
        accountId: field("sourceAccountId", "acct_none"),
        beneficiaryId: field("beneficiaryId", "nobody"),
        objectId: field("objectId", "obj_none"),
        search: search("invoice", "payoutId", "description"),
      },
    },
  },
  async made({ client }, { beneficiaryId = "" }) {
    const sourceAccountId = await newAccount(client);
    const funding = { destinationAccountId: sourceAccountId, amount: "1", currency: "EUR" };
    expect(await client.post("/sandbox/account-funding", funding), 201);
    return { payoutId: await newPayout(client, { sourceAccountId, beneficiaryId }) };
  },
  /** To a bank and over the book, some of them made at the same time, one cancelled. */
  async listed({ client, pass }, { accountId = "", otherId = "" }) {
    const owned = { productId: client.productId, ownerType: "third_party", name: "Paper Mill" };
    const bank = { ...owned, rail: "sepa", destination: { iban: "DE89370400440532013000" } };
    const book = { ...owned, rail: "book", destination: { accountId: otherId } };
    const [atBank, onBook] = [
      expect(await client.post("/beneficiaries", bank), 201).id("beneficiaryId"),
      expect(await client.post("/beneficiaries", book), 201).id("beneficiaryId"),
    ];
    const parties = { sourceAccountId: accountId, beneficiaryId: atBank };
    const payoutId = await newPayout(client, parties, { description: "Invoice 7" });
    await newPayout(client, { ...parties, beneficiaryId: onBook });
    pass(1);
    await newPayout(client, parties);
    expect(await client.post(`/payouts/${payoutId}/cancel`), 200);
    pass(1);
    await newPayout(client, parties, { description: "Another invoice" });
  },
  toldInSandbox: tellOfPayouts,
  toldInLive: tellOfLivePayouts,
  provoked: {
    async payout_beneficiary_reserved(client) {
      const sourceAccountId = await newAccount(client);
      const parties = { sourceAccountId, beneficiaryId: "revenue" };
      return client.post("/payouts", { ...parties, amount: "1", currency: "EUR" });
    },
  },
};
