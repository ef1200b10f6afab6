/** What the tests of the whole platform need to know of beneficiaries (test/support/noun_cases.ts). */
import { type Client, type Document, expect } from "../../../test/support/client.ts";
import {
  tellOfBeneficiaries,
  tellOfLiveBeneficiaries,
} from "../../../test/support/features/beneficiary/beneficiary_story.ts";
import { field, holdsText, ofProduct } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";

const IBAN = "DE89370400440532013000";

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
  toldInSandbox: tellOfBeneficiaries,
  toldInLive: tellOfLiveBeneficiaries,
  provoked: {
    beneficiary_id_reserved: (client) => client.post("/beneficiaries/revenue/archive"),
  },
};
