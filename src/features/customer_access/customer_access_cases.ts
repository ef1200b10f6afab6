/** What the tests of the whole platform need to know of customer accesses (test/support/noun_cases.ts). */
import { expect } from "../../../test/support/client.ts";
import { field, ofProduct, searchByIds } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { newCustomer } from "../../../test/support/parties.ts";

export const cases: NounCases = {
  after: ["customer"],
  lists: {
    "customer_access.list": {
      base: ofProduct,
      filters: {
        status: field("status", "rejected"),
        customerId: ({ customerId = "", idleCustomerId = "" }) =>
          [customerId, idleCustomerId, "cust_none"].map((value) => ({
            value,
            matches: (item) => item["customerId"] === value,
          })),
        search: searchByIds("customerAccessId", "customerId"),
      },
    },
  },
  // A test customer has an access at once.
  madeWith: { customer_access: "customer" },
  made: async (_, { customerId = "" }) => ({
    customerAccessId: customerId.replace("cust_", "cacc_"),
  }),
  async listedLater({ client }) {
    const suspended = (await newCustomer(client)).replace("cust_", "cacc_");
    const path = `/customer-accesses/${suspended}/suspend`;
    expect(await client.post(path, { reason: "x" }), 200);
  },
};
