/** What the tests of the whole platform need to know of operations (test/support/noun_cases.ts). */
import type { Document } from "../../../test/support/client.ts";
import { field, ofProduct, search } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";

export const cases: NounCases = {
  lists: {
    "operation.effect.list": {},
    "operation.list": {
      base: ofProduct,
      filters: {
        operation: field("operation", "nothing.happens"),
        status: field("status", "running"),
        resourceId: ({ accountId = "" }) =>
          [accountId, "nothing"].map((value) => ({
            value,
            matches: ({ resource }) => (resource as Document | undefined)?.["id"] === value,
          })),
        idempotencyKey: (_, items) => field("idempotencyKey")(_, items.slice(0, 2)),
        search: search("hold.c", "operationId", "operation"),
      },
    },
  },
};
