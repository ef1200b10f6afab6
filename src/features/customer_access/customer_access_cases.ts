/** What the tests of the whole platform need to know of customer accesses (test/support/noun_cases.ts). */
import { type Client, expect, type Reply } from "../../../test/support/client.ts";
import { field, ofProduct, searchByIds } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { newCustomer } from "../../../test/support/parties.ts";
import { PRODUCT_ID } from "../../../test/world/callers.ts";
import { ask, createCustomer, operate, type Part } from "../../../test/world/story.ts";

const OPERATOR = { user: "root/0" };

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
  toldInSandbox: tellOfAccesses,
  provoked: {
    customer_access_compliance_forbidden: async (client) => {
      const customerAccessId = await newAccess(client);
      const refusal = { customerAccessId, outcome: "refuse" };
      expect(await client.post("/sandbox/compliance-outcomes", refusal), 201);
      return client.post(`/customer-accesses/${customerAccessId}/resume`);
    },
    customer_access_lifecycle_status_forbidden: async (client) =>
      client.post(`/customer-accesses/${await newAccess(client)}/activate`),
    customer_access_not_found: (client) => client.get("/customer-accesses/cacc_none"),
    customer_access_required: (client) => accountAfter(client, "revoke"),
    customer_access_status_forbidden: (client) => accountAfter(client, "suspend"),
  },
};

/**
 * The life of an access, and of customers who wait for theirs. The operator's part stands here too: in live an
 * entity is verified before it has an access that waits.
 */
function* tellOfAccesses(): Part {
  const customerId = yield* createCustomer({ isTest: false });
  const first = yield* createAccess(customerId);
  for (const outcome of ["refuse", "clear"]) {
    yield* ask("sandbox.compliance_outcome.create", { ...first, outcome });
  }
  yield* ask("customer_access.activate", first);
  yield* ask("customer_access.suspend", { ...first, reason: "a story" });
  yield* ask("customer_access.resume", first);
  yield* ask("customer_access.revoke", { ...first, reason: "a story" });
  const second = yield* createAccess(customerId);
  const cleared = { ...second, outcome: "clear", reason: "a story" };
  yield* operate("platform.compliance_outcome.create", cleared, OPERATOR);
  yield* ask("customer_access.activate", second);
  const waiting = yield* createCustomer({ isTest: false });
  yield* createAccess(waiting);
  const activation = { customerId: waiting, reason: "a story" };
  yield* operate("platform.customer.activate", activation, OPERATOR);
}

function* createAccess(customerId: string): Part<{ customerAccessId: string }> {
  const made = yield* ask("customer_access.create", { productId: PRODUCT_ID, customerId });
  return { customerAccessId: String(made["customerAccessId"]) };
}

/** The access of a new test customer, which has the characters of its record. */
async function newAccess(client: Client): Promise<string> {
  return (await newCustomer(client)).replace("cust_", "cacc_");
}

/** Opens an account of a customer whose access has ended so. */
async function accountAfter(client: Client, verb: "revoke" | "suspend"): Promise<Reply> {
  const id = await newAccess(client);
  expect(await client.post(`/customer-accesses/${id}/${verb}`, { reason: "r" }), 200);
  const owner = { type: "customer", id: id.replace("cacc_", "cust_") };
  const { productId } = client;
  const account = { productId, role: "customer_balance", currency: "EUR", owner };
  return client.post("/accounts", account);
}
