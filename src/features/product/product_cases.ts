/** What the tests of the whole platform need to know of Products (test/support/noun_cases.ts). */
import { expect } from "../../../test/support/client.ts";
import {
  tellOfProducts,
  tellRealmOfProduct,
} from "../../../test/support/features/product/product_story.ts";
import { field, searchByIds } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";

export const cases: NounCases = {
  lists: {
    "product.books.entry.list": {},
    "product.fee.list": {},
    "product.stats.list": {
      filters: {
        currency: field("currency", "JPY"),
        interval: () => [{ value: "day", matches: () => true }],
      },
    },
    "product.list": { filters: { status: field("status", "closed") } },
    "product.limit.list": {
      isEmpty: true,
      filters: { subjectId: field("subjectId", "cust_none") },
    },
    "product.schedule.list": {
      filters: {
        status: field("status", "failed"),
        kind: field("kind", "loan"),
        objectId: field("objectId", "obj_none"),
        dueBefore: () => [{ value: "2999-01-01T00:00:00Z", matches: () => true }],
        search: searchByIds("scheduleId", "objectId"),
      },
    },
    "product.clock_run.list": {
      filters: {
        operation: field("operation", "decision.expire"),
        outcome: field("outcome", "refused"),
        objectId: field("objectId", "obj_none"),
      },
    },
    "product.build.list": {},
    "product.noun.list": { ascendingBy: "kind" },
    "product.port.list": { ascendingBy: "port" },
  },
  async listed({ founder, pass }) {
    expect(await founder.post("/products", { name: "Purse" }), 201);
    const old = expect(await founder.post("/products", { name: "Old" }), 201).id("productId");
    pass(1);
    expect(await founder.post(`/products/${old}/disable`), 200);
  },
  toldInSandbox: tellRealmOfProduct,
  toldOnPlatform: tellOfProducts,
};
