/** For tests: limits of payouts in a world, as the operator sets them. */
import { platformPayoutLimitRemove } from "../../../../src/features/platform/platform.payout_limit.remove.ts";
import { platformPayoutLimitSet } from "../../../../src/features/platform/platform.payout_limit.set.ts";
import type { Input } from "../../../world/input.ts";
import type { World } from "../../../world/world.ts";
import type { Answer } from "../../../world/writing.ts";

/** What the operator's operations are prepared with. */
export const BY_ADA = { prepared: { user: "ada/1000" } } as const;

/** What names the limit of a day in euros, over all payouts of the Product. */
export function limitOf(world: World, more: Input = {}): Input {
  const { productId } = world.principal;
  return { productId, currency: "EUR", period: "P1D", reason: "risk", ...more };
}

/** Sets a limit; the caps are in `more`. Returns the limit. */
export function limitPayouts(world: World, more: Input): Answer {
  return world.made(platformPayoutLimitSet, limitOf(world, more), BY_ADA);
}

/** Removes a limit. Returns it as it was. */
export function removeLimit(world: World, more: Input = {}): Answer {
  return world.made(platformPayoutLimitRemove, limitOf(world, more), BY_ADA);
}
