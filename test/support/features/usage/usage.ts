/** For tests: a Product that uses the platform in several months. */
import { advanceClock, at, DAY_MS, openAccount, transfer } from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";

/** The world's time is the last day of January. */
export const MONTHS = ["2026-01", "2026-02", "2026-03"] as const;

/** Two fundings and a transfer in January, two transfers in February, one in March; January and February are final. */
export function use(world: World) {
  const source = openAccount(world, { fundedMinor: 1_000n });
  const destination = openAccount(world, { fundedMinor: 1n });
  transfer(world, source, destination, "1");
  advanceClock(world, at(10 * DAY_MS));
  for (const amount of ["2", "3"]) transfer(world, source, destination, amount);
  advanceClock(world, at(40 * DAY_MS));
  transfer(world, source, destination, "4");
  return { source, destination, productId: world.principal.productId };
}
