/** What the tests of the whole platform need to know of sandboxes (test/support/noun_cases.ts). */
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { ask, createCustomer, fund, openAccount } from "../../../test/world/story.ts";

/** The largest amount of one request, and how often an account can receive it. */
const MOST = "999999999999999999";
const TIMES = 9;

export const cases: NounCases = {
  *toldInSandbox() {
    const full = yield* openAccount(yield* createCustomer(), "USD");
    for (let time = 0; time <= TIMES; time++) yield* fund(full, MOST, "USD");
    yield* ask("sandbox.event.trigger", { eventType: "transfer.posted" });
  },
};
