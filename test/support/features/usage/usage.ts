/** For tests: a Product that uses the platform in several months, and months that are over. */
import { usageFinalized } from "../../../../src/features/usage/final_usage.ts";
import { START_MS } from "../../../world/callers.ts";
import { advanceClock, at, DAY_MS, openAccount, transfer } from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";

/** The world's time is the last day of January. */
export const MONTHS = ["2026-01", "2026-02", "2026-03"] as const;

/** Makes the month final in the world's realm, as the step that ends it does. */
export function finalize(world: World, month: string): void {
  const realm = world.realmOf(world.caller);
  const facts = usageFinalized(world.state, { realm, nowMs: world.nowMs }, month);
  if (facts.length > 0) world.apply(facts, { cause: "clock" });
}

/** Two fundings and a transfer in January, two transfers in February, one in March; January is final. */
export function use(world: World) {
  const source = openAccount(world, { fundedMinor: 1_000n });
  const destination = openAccount(world, { fundedMinor: 1n });
  transfer(world, source, destination, "1");
  advanceClock(world, at(10 * DAY_MS));
  finalize(world, "2026-01");
  for (const amount of ["2", "3"]) transfer(world, source, destination, amount);
  advanceClock(world, at(40 * DAY_MS));
  transfer(world, source, destination, "4");
  return { source, destination, productId: world.principal.productId };
}

/** The time of the world's clock after `use`. */
export const USED_MS = START_MS + 40 * DAY_MS;
