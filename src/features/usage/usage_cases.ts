/** What the tests of the whole platform need to know of usage (test/support/noun_cases.ts). */
import { field } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { PRODUCT_ID, START_MS, TENANT_ID } from "../../../test/world/callers.ts";
import { ask, operate, type Part } from "../../../test/world/story.ts";
import { monthOf } from "../calendar_month.ts";

/** The months of statements are made by the cases of `statement`, which move the clock. */
export const cases: NounCases = {
  after: ["statement"],
  lists: {
    "usage.statement.list": {},
    "usage.record.list": {
      filters: {
        month: field("month", "1999-01"),
        meter: field("meter", "verifications"),
      },
    },
  },
  /** A month that costs something: nobody can pay it at first, and then the Product can. */
  *toldInLive() {
    yield* agreeRate(DEAR);
    const operating = yield* accountOf("product_operating");
    const funding = { destinationAccountId: operating, amount: MOST, currency: "EUR" };
    yield* operate("platform.account_funding.create", { ...funding, reason: "a story" }, OPERATOR);
    const draft = { sourceAccountId: operating, amount: "5", currency: "EUR" };
    const destinationAccountId = yield* accountOf("product_revenue");
    yield* ask("transfer.create", { ...draft, destinationAccountId });
    yield* ask("account.freeze", { accountId: operating, mode: "debits", reason: "a story" });
    const month = monthOf(START_MS);
    yield* operate("statement.seal", { month });
    yield* operate("usage.statement.charge", { month });
    yield* ask("account.unfreeze", { accountId: operating });
    yield* operate("usage.statement.charge", { month });
    yield* agreeRate("0");
  },
};

const OPERATOR = { user: "root/0" };
/** A price that no other account of the story can pay, in cents, and an amount that can. */
const DEAR = "100000000000000";
const MOST = "999999999999999999";

function* accountOf(role: string): Part<string> {
  const owner = { type: "product", id: PRODUCT_ID };
  const draft = { productId: PRODUCT_ID, role, currency: "EUR", owner };
  return String((yield* ask("account.create", draft))["accountId"]);
}

/** What a transfer costs, as the platform tells it the realm. */
function* agreeRate(rate: string): Part {
  const product = {
    ...{ productId: PRODUCT_ID, tenantId: TENANT_ID, name: "P", status: "active" },
    ...{ liveActivated: true, createdAtMs: START_MS, updatedAtMs: START_MS, revision: 1 },
    agreedRates: { transfer: rate },
  };
  yield* operate("product.tell", { type: "product.updated", product, origin: 8_193 });
}
