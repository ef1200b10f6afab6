/** For tests: collections as the clock makes them, of loans. */
import { advanceClock, at, DAY_MS } from "../../../test/world/parties.ts";
import type { World } from "../../../test/world/world.ts";
import { activeLoan, FIRST_DUE_MS } from "../object/testing_loans.ts";

/**
 * A loan whose first instalment is collected, and whose second fails because the consent is to one collection: after two
 * attempts a third one waits.
 */
export function collectedLoan(world: World) {
  const loan = activeLoan(world, {}, { limits: { maxCount: 1 } });
  advanceClock(world, at(FIRST_DUE_MS + 34 * DAY_MS));
  const [first, second] = [...world.state.collections.values()].sort(
    (one, other) => one.dueAtMs - other.dueAtMs,
  );
  if (first === undefined || second === undefined) throw new Error("there are two collections");
  return { ...loan, customerId: loan.borrower.customerId, first, second };
}
