/** object.decision.list: the decisions about one object. */
import assert from "node:assert/strict";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listed } from "../../../test/world/lists.ts";
import { cursorOfOtherFilters } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { objectDecisionList } from "./object.decision.list.ts";
import { DEAL_PROGRAM, reviewedDeal } from "./testing_deals.ts";
import { unknownObjects } from "./testing_object_rows.ts";
import { called, runProgram } from "./testing_objects.ts";

/** A deal that was declined once and is decided again, and another deal that is decided. */
function given(world: World) {
  runProgram(world, DEAL_PROGRAM);
  const { deal } = reviewedDeal(world, "declined");
  reviewedDeal(world, "pending");
  const first = { decisionId: newest(world, deal.objectId) };
  called(world, deal, "ask");
  const second = { decisionId: newest(world, deal.objectId) };
  const { productId } = world.principal;
  return { path: { productId, kind: "deal", objectId: deal.objectId }, first, second };
}

function newest(world: World, objectId: string): string {
  const { decisions } = world.state.objects.byId(world.realmOf(world.caller), objectId) ?? {};
  return decisions?.["review"] ?? "";
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
    ...unknownObjects({ program: DEAL_PROGRAM, kind: "item", field: "owner", other: "deal" }),
    cursorOfOtherFilters(objectDecisionList, { status: "pending" }),
  ],
});
