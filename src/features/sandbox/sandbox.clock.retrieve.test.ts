/** Where the clock of a sandbox stands. */
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { advanceClock, at, HOUR_MS } from "../../../test/world/parties.ts";
import { OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { sandboxClockRetrieve } from "./sandbox.clock.retrieve.ts";

decisionTable(sandboxClockRetrieve, {
  given: ({ principal: { productId } }) => ({ productId }),
  input: ({ productId }) => ({ productId }),
  rows: [
    {
      title: "never advanced, whatever time it is",
      given({ world }) {
        world.nowMs += 5_000;
      },
      outcome: "the Product's creation",
      reply: { effectiveAt: at(0) },
    },
    {
      title: "after an advance",
      given: ({ world }) => advanceClock(world, at(HOUR_MS)),
      outcome: "where it was advanced to",
      reply: { effectiveAt: at(HOUR_MS) },
    },
    {
      title: "no realm yet",
      input: { productId: STRANGER.principal.productId },
      asking: { caller: STRANGER },
      outcome: "the Product's creation",
      reply: { effectiveAt: at(0) },
    },
    OTHER_PRODUCT,
  ],
});
