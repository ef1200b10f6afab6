/** The decisions of a Product: filters, order and pages. */
import { askedFor, givenCase } from "../../../test/support/features/object/cases.ts";
import { objectMade } from "../../../test/support/features/object/objects.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listed } from "../../../test/world/lists.ts";
import { at } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, OTHER_PRODUCT } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { decisionResolve } from "./decision.resolve.ts";
import { decisionList } from "./decision_noun.ts";

type Given = ReturnType<typeof givenThree>;

/** Three decisions, a second between one and the next; the second one is declined. */
function givenThree(world: World) {
  const { object, owner } = givenCase(world);
  const other = objectMade(world, "case", { owner: owner.customerId, amount: "100" });
  const first = { decisionId: askedFor(world, object) };
  world.nowMs += 1_000;
  const second = { decisionId: askedFor(world, other) };
  world.made(decisionResolve, { decisionId: second.decisionId, outcome: "decline" });
  world.nowMs += 1_000;
  const third = { decisionId: askedFor(world, object, "announce") };
  return { object, first, second, third };
}

const rows = listed<Given, "first" | "second" | "third">(decisionList, "decisionId", [
  { title: "no filter", expected: ["third", "second", "first"] },
  { title: "those that wait", input: { status: "pending" }, expected: ["third", "first"] },
  {
    title: "of one object",
    input: ({ object }) => ({ objectId: object.objectId }),
    expected: ["third", "first"],
  },
  { title: "its id", input: ({ first }) => ({ search: first.decisionId }), expected: ["first"] },
  {
    title: "createdFrom at the second one",
    input: { createdFrom: at(1_000) },
    expected: ["third", "second"],
  },
  { title: "another object", input: { objectId: "obj_unknown" }, expected: [] },
]);

decisionTable(decisionList, {
  given: givenThree,
  input: ({ world }) => ({ productId: world.principal.productId }),
  rows: [
    ...rows,
    {
      title: "no realm yet",
      input: { productId: STRANGER.principal.productId },
      asking: { caller: STRANGER },
      outcome: "an empty page",
      reply: { items: [] },
    },
    OTHER_PRODUCT,
    cursorOfOtherFilters(decisionList, { status: "pending" }),
  ],
});
