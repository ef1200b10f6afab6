/** Decision table of product.schedule.retrieve. */
import { givenCase, rowsIn } from "../../../test/support/features/object/cases.ts";
import { begun } from "../../../test/support/features/object/objects.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at, DAY_MS } from "../../../test/world/parties.ts";
import { productScheduleRetrieve } from "./product.schedule.retrieve.ts";

decisionTable(productScheduleRetrieve, {
  given(world) {
    const { object } = givenCase(world);
    begun(world, object, "start");
    world.passTime();
    const [ran, waiting] = rowsIn(world).map(({ scheduleId }) => scheduleId);
    return { object, ran, waiting };
  },
  input: ({ world, ran }) => ({ productId: world.principal.productId, scheduleId: ran }),
  rows: [
    {
      title: "a row that has run",
      outcome: "the row",
      reply: { kind: "case", schedule: "payment", action: "pay", index: 0, status: "ran" },
    },
    {
      title: "a row that waits",
      input: ({ waiting }) => ({ scheduleId: waiting }),
      outcome: "the row, with its time",
      reply: { status: "scheduled", index: 1, attempt: 1, dueAt: at(DAY_MS) },
    },
    {
      title: "a row that is not there",
      input: { scheduleId: "sch_unknown" },
      code: "resource_not_found",
      details: { resourceType: "schedule", scheduleId: "sch_unknown" },
    },
    {
      title: "the id of an object",
      input: ({ object }) => ({ scheduleId: object.objectId }),
      code: "resource_not_found",
    },
    {
      title: "a row of another Product",
      input: { productId: STRANGER.principal.productId },
      asking: { caller: STRANGER },
      code: "resource_not_found",
      details: { resourceType: "schedule" },
    },
    {
      title: "another Product",
      input: { productId: STRANGER.principal.productId },
      code: "resource_not_found",
      details: { resourceType: "product" },
    },
  ],
});
