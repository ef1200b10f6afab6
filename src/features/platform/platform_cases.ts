/** What the tests of the whole platform need to know of what the operator does (test/support/noun_cases.ts). */
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { createCustomer, openAccount, operate } from "../../../test/world/story.ts";
import { PLATFORM_NAMES } from "../../contract/records/platform_realm.ts";

/** The largest amount of one request, and how often an account can receive it. */
const MOST = "999999999999999999";
const TIMES = 9;
const OPERATOR = { user: "root/0" };

export const cases: NounCases = {
  /** What the operator does in live. */
  *toldInLive() {
    const customerId = yield* createCustomer({ isTest: false });
    const activation = { customerId, reason: "a story" };
    yield* operate("platform.customer.activate", activation, OPERATOR);
    const destinationAccountId = yield* openAccount(customerId);
    for (let time = 0; time <= TIMES; time++) {
      const money = { destinationAccountId, amount: MOST, currency: "EUR" };
      const funding = { ...money, reason: `payment ${time}` };
      yield* operate("platform.account_funding.create", funding, OPERATOR);
    }
    yield* operate("product.realm.close", { isForced: true });
    // The last one finds nothing left.
    for (let time = 0; time <= TIMES; time++) {
      const money = { sourceAccountId: destinationAccountId, amount: MOST, currency: "EUR" };
      const release = { ...money, reason: `settled ${time}` };
      yield* operate("platform.account_release.create", release, OPERATOR);
    }
    yield* operate("product.realm.open", {});
  },
  *toldOnPlatform() {
    yield { enter: PLATFORM_NAMES };
    yield* operate("platform.tenant.create", { name: "S" });
    yield* operate("platform.telling.settle", {});
  },
};
