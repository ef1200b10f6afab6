/** What the tests of the whole platform need to know of beneficiaries (test/support/noun_cases.ts). */
import { type Client, type Document, expect } from "../../../test/support/client.ts";
import { field, holdsText, ofProduct } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { PRODUCT_ID } from "../../../test/world/callers.ts";
import { ask, createCustomer, operate } from "../../../test/world/story.ts";

const IBAN = "DE89370400440532013000";
/** What `beneficiary.create` is prepared with where there is a number to seal. */
const PREPARED = { kind: "sealed", sealed: { keyName: "ent_x", text: "v1.x" }, digest: "x" };

/** Sends the draft of a beneficiary of somebody else with an IBAN; `more` replaces fields of it. */
async function newBeneficiary(client: Client, more: object = {}): Promise<string> {
  const draft = {
    productId: client.productId,
    ownerType: "third_party",
    name: "Paper Mill Ltd",
    rail: "sepa",
    destination: { iban: IBAN },
    ...more,
  };
  return expect(await client.post("/beneficiaries", draft), 201).id("beneficiaryId");
}

export const cases: NounCases = {
  after: ["customer", "account"],
  lists: {
    "beneficiary.list": {
      base: ofProduct,
      filters: {
        status: field("status"),
        rail: field("rail", "wire"),
        ownerType: field("ownerType"),
        ownerId: field("ownerId", "cust_none"),
        search: (_, items) => [
          ...["mill", "REVENUE", "supplier-7", "nobody"].map((value) => ({
            value,
            matches: ({ name, nickname, beneficiaryId }: Document) =>
              [name, nickname, beneficiaryId].some((text) => holdsText(text, value)),
          })),
          { value: String(items[0]?.["beneficiaryId"]), matches: (item) => item === items[0] },
        ],
      },
    },
  },
  made: async ({ client }) => ({ beneficiaryId: await newBeneficiary(client) }),
  /** Of several owners and rails, some of them made at the same time, one archived. */
  async listed({ client, pass }, { customerId = "", accountId = "" }) {
    const beneficiaryId = await newBeneficiary(client);
    const owner = { ownerType: "customer", ownerId: customerId };
    await newBeneficiary(client, { ...owner, nickname: "The mill" });
    pass(1);
    await newBeneficiary(client, { ...owner, rail: "book", destination: { accountId } });
    const destination = { sortCode: "20-00-00", accountNumber: "55779911" };
    const chosen = { beneficiaryId: "supplier-7", name: "Ink Works" };
    await newBeneficiary(client, { ownerType: "tenant", rail: "fps", destination, ...chosen });
    pass(1);
    expect(await client.post(`/beneficiaries/${beneficiaryId}/archive`), 200);
  },
  *toldInSandbox() {
    const customerId = yield* createCustomer();
    const draft = { productId: PRODUCT_ID, ownerType: "customer", ownerId: customerId };
    const where = { name: "Ada Lovelace", rail: "sepa", destination: { iban: IBAN } };
    const made = yield* operate("beneficiary.create", { ...draft, ...where }, PREPARED);
    const { beneficiaryId } = made;
    yield* ask("beneficiary.update", { beneficiaryId, nickname: "Ada", metadata: { a: "b" } });
    yield* ask("beneficiary.archive", { beneficiaryId });
    yield* operate("beneficiary.create", { ...draft, ...where }, PREPARED);
    yield* ask("customer.close", { customerId });
    const erasure = { entityId: customerId.replace("cust_", "ent_"), reason: "a story" };
    yield* operate("platform.entity.erase", erasure, { user: "root/0" });
  },
  provoked: {
    beneficiary_id_reserved: (client) => client.post("/beneficiaries/revenue/archive"),
  },
};
