/** What the tests of the whole platform need to know of the log of requests (test/support/noun_cases.ts). */
import { type Document, expect } from "../../../test/support/client.ts";
import { field } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";

export const cases: NounCases = {
  lists: {
    "developer_log.list": {
      // The requests of the test are in the log too: only those before it are listed.
      base: ({ createdTo = "" }) => ({ createdTo }),
      filters: {
        productId: field("productId"),
        status: field("status", "599"),
        method: field("method", "DELETE"),
        path: (_, items) =>
          [String(items[0]?.["path"]), "/v1/cust", "/v1/nowhere"].map((value) => ({
            value,
            matches: ({ path }) => String(path).startsWith(value),
          })),
        operation: field("operation", "transfer_hold.expire"),
        errorCode: field("errorCode", "not_found"),
        requestId: (_, items) => field("requestId", "none")(_, items.slice(0, 2)),
        apiKeyId: ({ apiKeyId = "" }) =>
          [apiKeyId, "key_none"].map((value) => ({
            value,
            matches: ({ principal }) => (principal as Document)["id"] === value,
          })),
      },
    },
  },
  async made({ client }) {
    const [logged] = expect(await client.get("/developer-logs?limit=1"), 200).items();
    return { developerLogId: String(logged?.["developerLogId"]) };
  },
};
