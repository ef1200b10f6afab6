/** What the tests of the whole platform need to know of external confirmations (test/support/noun_cases.ts). */
import { type Client, type Document, expect } from "../../../test/support/client.ts";
import { field, type Known, ofProduct, search } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { newAccount } from "../../../test/support/parties.ts";
import { PRODUCT_ID } from "../../../test/world/callers.ts";
import { ask, createCustomer, fund, openAccount, operate } from "../../../test/world/story.ts";

const OCCURRED = { occurredAt: "2026-01-30T08:15:00.000Z" };
/** A credit of one cent that the platform has not been told of. */
const CREDIT = {
  ...{ provider: "simulator", outcome: "received", resource: { type: "received_credit" } },
  ...{ amount: "1", currency: "EUR", ...OCCURRED },
};

async function confirmed(client: Client, draft: object): Promise<string> {
  const made = await client.post("/external-confirmations", { ...CREDIT, ...draft });
  return expect(made, 201).id("externalConfirmationId");
}

async function newAddress(client: Client, accountId: string): Promise<string> {
  const draft = { accountId, type: "iban", country: "DE", currency: "EUR" };
  return expect(await client.post("/financial-addresses", draft), 201).id("financialAddressId");
}

async function disabledAddress(client: Client): Promise<string> {
  const id = await newAddress(client, await newAccount(client));
  expect(await client.post(`/financial-addresses/${id}/disable`), 200);
  return id;
}

/** Cases of a member of what is confirmed. */
const ofResource = (member: "type" | "id", more: string) => {
  const of = ({ resource }: Document) => (resource as Record<string, string>)[member];
  return (_: Known, items: readonly Document[]) =>
    [...new Set([...items.map(of), more])]
      .filter((value) => value !== undefined)
      .map((value) => ({ value, matches: (item: Document) => of(item) === value }));
};

export const cases: NounCases = {
  after: ["account", "beneficiary", "financial_address", "payout"],
  lists: {
    "external_confirmation.list": {
      base: ofProduct,
      filters: {
        status: field("status", "rejected"),
        resourceType: ofResource("type", "verification"),
        resourceId: ofResource("id", "po_none"),
        externalReference: field("externalReference", "STATEMENT-none"),
        search: search("statement", "externalConfirmationId", "externalReference"),
      },
    },
  },
  async made({ client }, { accountId = "" }) {
    const financialAddressId = await newAddress(client, accountId);
    const draft = { externalReference: "STATEMENT-1", financialAddressId };
    return { externalConfirmationId: await confirmed(client, draft) };
  },
  /** Of credits that nobody knows of yet, and of a payout over the book; some of them at the same time. */
  async listed({ client, pass }, { accountId = "", otherId = "" }) {
    const financialAddressId = await newAddress(client, accountId);
    const credit = (externalReference: string) =>
      confirmed(client, { externalReference, financialAddressId });
    const payout = await overBook(client, { accountId, otherId });
    await credit("STATEMENT-1");
    await credit("LETTER-2");
    pass(1);
    const said = { outcome: "posted", resource: payout, externalReference: "STATEMENT-3" };
    await confirmed(client, said);
    pass(1);
    await credit("STATEMENT-4");
  },
  *toldInSandbox() {
    const sourceAccountId = yield* openAccount(yield* createCustomer());
    yield* fund(sourceAccountId, "100");
    const accountId = yield* openAccount(yield* createCustomer());
    const owned = { productId: PRODUCT_ID, ownerType: "third_party", name: "Paper Mill" };
    const beneficiary = { ...owned, rail: "book", destination: { accountId } };
    const { beneficiaryId } = yield* operate("beneficiary.create", beneficiary, { kind: "none" });
    const draft = { sourceAccountId, beneficiaryId, amount: "1", currency: "EUR" };
    const { payoutId } = yield* ask("payout.create", draft);
    const confirmation = { ...CREDIT, externalReference: "LETTER-1", outcome: "posted" };
    const resource = { type: "payout", id: payoutId };
    yield* ask("external_confirmation.create", { ...confirmation, resource });
  },
  provoked: {
    external_confirmation_not_found: (client) => client.get("/external-confirmations/conf_none"),
    async external_confirmation_conflict(client) {
      const financialAddressId = await newAddress(client, await newAccount(client));
      const said = { ...CREDIT, financialAddressId, externalReference: "STATEMENT-9" };
      expect(await client.post("/external-confirmations", said), 201);
      return client.post("/external-confirmations", { ...said, amount: "2" });
    },
    async external_confirmation_resource_conflict(client) {
      const accountId = await newAccount(client, { fund: "1" });
      const otherId = await newAccount(client);
      const resource = await overBook(client, { accountId, otherId });
      const said = { ...CREDIT, resource, outcome: "failed", externalReference: "LETTER-9" };
      return client.post("/external-confirmations", said);
    },
    financial_address_status_forbidden: async (client) =>
      client.post("/external-confirmations", {
        ...CREDIT,
        externalReference: "STATEMENT-10",
        financialAddressId: await disabledAddress(client),
      }),
    async financial_address_destination_mismatch(client) {
      const financialAddressId = await newAddress(client, await newAccount(client));
      const destinationAccountId = await newAccount(client);
      const said = { ...CREDIT, financialAddressId, destinationAccountId };
      const externalReference = "STATEMENT-11";
      return client.post("/external-confirmations", { ...said, externalReference });
    },
  },
};

/** A payout to the other account, which is posted at once. */
async function overBook(client: Client, { accountId, otherId }: Known) {
  const owned = { productId: client.productId, ownerType: "third_party", name: "Paper Mill" };
  const book = { ...owned, rail: "book", destination: { accountId: otherId } };
  const beneficiaryId = expect(await client.post("/beneficiaries", book), 201).id("beneficiaryId");
  const draft = { sourceAccountId: accountId, beneficiaryId, amount: "1", currency: "EUR" };
  return { type: "payout", id: expect(await client.post("/payouts", draft), 201).id("payoutId") };
}
