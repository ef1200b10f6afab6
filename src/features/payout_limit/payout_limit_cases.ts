/** What the tests of the whole platform need to know of limits of payouts (test/support/noun_cases.ts). */
import { field, ofProduct } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { PRODUCT_ID } from "../../../test/world/callers.ts";
import { operate, type Part } from "../../../test/world/story.ts";

const OPERATOR = { user: "root/0" };
const LIMIT = { productId: PRODUCT_ID, currency: "CHF", period: "P1D", reason: "a story" };

export const cases: NounCases = {
  lists: {
    "payout_limit.list": {
      base: ofProduct,
      isEmpty: true,
      filters: { customerId: field("customerId", "cust_none") },
    },
  },
  toldInSandbox: tellOfLimits,
  toldInLive: tellOfLimits,
};

/** What the operator does; no caller is told of it by an event. */
function* tellOfLimits(): Part {
  yield* operate("platform.payout_limit.set", { ...LIMIT, maxCount: 3, maxEach: "500" }, OPERATOR);
  yield* operate(
    "platform.payout_limit.set",
    { ...LIMIT, customerId: "cust_x", maxCount: 1 },
    OPERATOR,
  );
  yield* operate("platform.payout_limit.remove", LIMIT, OPERATOR);
  yield* operate("platform.payout_limit.remove", LIMIT, OPERATOR);
}
