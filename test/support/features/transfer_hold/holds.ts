/** For tests: two accounts for holds, and holds of each kind. */
import { sandboxClockAdvance } from "../../../../src/features/sandbox/sandbox.clock.advance.ts";
import { at, cancel, HOUR_MS, hold, openAccount } from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";

/** The money on the source account, minor units. */
export const FUNDED = 1_000n;
/** The deadline of a hold that is reserved when a world begins: one hour later. */
export const DEADLINE = at(HOUR_MS);

/** A source with 1,000 and an empty destination, both in EUR. */
export function openParties(world: World) {
  return { source: openAccount(world, { fundedMinor: FUNDED }), destination: openAccount(world) };
}

type Parties = ReturnType<typeof openParties>;

/** A hold of 400 between two such accounts. */
export function reserve(world: World) {
  const { source, destination } = openParties(world);
  return { source, destination, ...hold(world, source, destination, "400") };
}

/**
 * Moves the sandbox's clock exactly to the deadline. A hold that was reserved before then has
 * expired. This function reserves a second hold, which has not expired, and returns its id.
 */
export function clockToDeadline(world: World, { source, destination }: Parties): string {
  const { transferHoldId } = hold(world, source, destination, "1", { expiresAt: DEADLINE });
  world.run(sandboxClockAdvance, { productId: world.principal.productId, at: DEADLINE });
  world.passTime(1);
  return transferHoldId;
}

/**
 * Three holds of 10, a second apart. The second is cancelled; the third has another destination.
 */
export function reserveThree(world: World) {
  const { source, destination } = openParties(world);
  const other = openAccount(world);
  const first = hold(world, source, destination, "10", { expiresAt: at(60_000) });
  world.nowMs += 1_000;
  const second = hold(world, source, destination, "10", { description: "Room FOUR" });
  world.nowMs += 1_000;
  const third = hold(world, source, other, "10", { externalId: "stay-9" });
  world.nowMs += 1_000;
  cancel(world, second.transferHoldId);
  return { source, destination, other, first, second, third };
}
