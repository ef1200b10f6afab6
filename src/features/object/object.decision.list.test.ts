/** object.decision.list: the decisions about one object. */
import assert from "node:assert/strict";
import { dealMade, dealOfOther, givenDeal } from "../../../test/support/features/object/deals.ts";
import { DEAL_ITEM, unknownObjects } from "../../../test/support/features/object/object_rows.ts";
import { called, pathOf } from "../../../test/support/features/object/objects.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listed } from "../../../test/world/lists.ts";
import { cursorOfOtherFilters } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { decisionResolve } from "../decision/decision.resolve.ts";
import { objectDecisionList } from "./object.decision.list.ts";
import type { ProgramObject } from "./object_schema.ts";

/** A deal that was declined once and is decided again, and another deal that is decided. */
function given(world: World) {
  const deals = givenDeal(world);
  const deal = dealMade(world, deals);
  const first = asked(world, deal);
  world.made(decisionResolve, { ...first, outcome: "decline" });
  asked(world, dealOfOther(world, deals));
  const second = asked(world, deal);
  return { path: pathOf(world, deal), first, second };
}

function asked(world: World, deal: ProgramObject) {
  const [decision] = called(world, deal, "ask").outcome.decisions;
  return { decisionId: decision?.decisionId };
}

const rows = listed<ReturnType<typeof given>, "first" | "second">(
  objectDecisionList,
  "decisionId",
  [
    { title: "no filter", expected: ["second", "first"] },
    { title: "status", input: { status: "declined" }, expected: ["first"] },
    { title: "a status that none has", input: { status: "approved" }, expected: [] },
  ],
);

decisionTable(objectDecisionList, {
  given,
  input: ({ path }) => path,
  stepMs: 1_000,
  rows: [
    ...rows,
    {
      title: "an item",
      outcome: "the decision",
      check({ reply }, { path }) {
        const [{ objectId, kind, gate, status }] = reply.items;
        assert.deepEqual(
          [objectId, kind, gate, status],
          [path.objectId, "deal", "review", "pending"],
        );
      },
    },
    ...unknownObjects(DEAL_ITEM),
    cursorOfOtherFilters(objectDecisionList, { status: "pending" }),
  ],
});
