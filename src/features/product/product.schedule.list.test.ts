/** product.schedule.list: filters, order and pages. */
import { givenCase, rowsIn } from "../../../test/support/features/object/cases.ts";
import { begun, called, objectMade } from "../../../test/support/features/object/objects.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listed } from "../../../test/world/lists.ts";
import { at, DAY_MS } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { productScheduleList } from "./product.schedule.list.ts";

type Given = ReturnType<typeof given>;

/** A case whose first row has run and whose second one is due in a day, and another one with a row that found nothing. */
function given(world: World) {
  const { object, owner } = givenCase(world);
  begun(world, object, "start");
  world.passTime();
  const [ran, waiting] = rowsIn(world) as unknown as [
    { scheduleId: string },
    { scheduleId: string },
  ];
  world.nowMs += 1_000;
  const other = objectMade(world, "case", { owner: owner.customerId, amount: "1", rows: 1 });
  begun(world, other, "start");
  called(world, other, "close");
  world.passTime();
  const skipped = rowsIn(world).find(({ status }) => status === "skipped");
  return { object, ran, waiting, skipped: skipped as { scheduleId: string } };
}

const rows = listed<Given, "ran" | "waiting" | "skipped">(productScheduleList, "scheduleId", [
  { title: "no filter", expected: ["skipped", "waiting", "ran"] },
  { title: "those to come", input: { status: "scheduled" }, expected: ["waiting"] },
  { title: "due before a time", input: { dueBefore: at(DAY_MS) }, expected: ["skipped", "ran"] },
  { title: "of a kind", input: { kind: "case" }, expected: ["skipped", "waiting", "ran"] },
  { title: "of another kind", input: { kind: "invoice" }, expected: [] },
  {
    title: "of one object",
    input: ({ object }) => ({ objectId: object.objectId }),
    expected: ["waiting", "ran"],
  },
  { title: "its id", input: ({ ran }) => ({ search: ran.scheduleId }), expected: ["ran"] },
  { title: "createdFrom", input: { createdFrom: at(1_000) }, expected: ["skipped"] },
]);

decisionTable(productScheduleList, {
  given,
  input: ({ world }) => ({ productId: world.principal.productId }),
  rows: [
    ...rows,
    {
      title: "a Product without a realm",
      input: { productId: STRANGER.principal.productId },
      asking: { caller: STRANGER },
      outcome: "an empty page",
      reply: { items: [] },
    },
    {
      title: "another Product",
      input: { productId: STRANGER.principal.productId },
      code: "resource_not_found",
    },
    cursorOfOtherFilters(productScheduleList, { status: "scheduled" }),
  ],
});
