/** For tests: a Product whose clock ran a row that paid, an expiry of a decision, and a row that was refused. */
import {
  advanceClock,
  at,
  balanceOf,
  DAY_MS,
  openAccount,
  transfer,
} from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";
import { askedFor, givenCase } from "../object/cases.ts";
import { begun, objectMade } from "../object/objects.ts";

export function givenRuns(world: World) {
  const { object, owner, fundId } = givenCase(world);
  const other = objectMade(world, "case", { owner: owner.customerId, amount: "100" });
  const decisionId = askedFor(world, other);
  begun(world, object, "start");
  world.passTime();
  transfer(world, fundId, openAccount(world), balanceOf(world, fundId).posted);
  advanceClock(world, at(DAY_MS));
  return { productId: world.principal.productId, object, other, decisionId };
}
