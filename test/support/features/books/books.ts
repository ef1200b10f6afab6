/** For tests: a Product that has sold something in several months and two currencies. */
import { clear, DAY_MS, hold, openAccount, transfer } from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";

/**
 * Pays 1, 2, 3 … EUR to the Product's revenue account on each of 60 days, then clears a hold and refunds
 * 100 EUR. Also funds an account in JPY.
 */
export function sell(world: World) {
  const source = openAccount(world, { fundedMinor: 10_000n });
  openAccount(world, { currency: "JPY", fundedMinor: 70n });
  const revenue = openAccount(world, { role: "product_revenue" });
  for (let day = 1; day <= 60; day++) {
    world.nowMs += DAY_MS;
    transfer(world, source, revenue, String(day));
  }
  const payer = openAccount(world, { fundedMinor: 50n });
  clear(world, hold(world, payer, source, "50").transferHoldId, "20");
  transfer(world, revenue, source, "100");
  return { source, revenue };
}
