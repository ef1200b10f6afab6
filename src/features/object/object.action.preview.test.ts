/** object.action.preview: every refusal of the call, and what a call that is not refused would do. */
import assert from "node:assert/strict";
import { decisionTable } from "../../../test/world/decision_table.ts";
import type { Input } from "../../../test/world/input.ts";
import { balanceOf } from "../../../test/world/parties.ts";
import type { World } from "../../../test/world/world.ts";
import { objectActionPreview } from "./object.action.preview.ts";
import { objectRetrieve } from "./object.retrieve.ts";
import { CALL_CASES, callOf, DEAL_PROGRAM, goInput, reviewedDeal } from "./testing_deals.ts";
import { unknownObjects } from "./testing_object_rows.ts";
import { runProgram } from "./testing_objects.ts";

type Codes = (typeof objectActionPreview.refusals)[number];

decisionTable(objectActionPreview, {
  given: (world) => {
    runProgram(world, DEAL_PROGRAM);
    return {};
  },
  input: ({ world }) => goInput(reviewedDeal(world)),
  rows: [
    {
      title: "an action that may run",
      outcome: "what it would do, and nothing of it done",
      async check({ reply, input }, { world }) {
        const { object, outcome } = reply;
        assert.deepEqual([object.state, object.revision], ["done", 3]);
        assert.deepEqual(object.remainders, { left: "50" });
        assert.deepEqual(Object.keys(outcome), [
          ...["action", "stateBefore", "references", "moves", "fees", "decisions", "schedules"],
        ]);
        assert.deepEqual(outcome.decisions, [{ gate: "review", change: "used" }]);
        assert.deepEqual(
          outcome.moves.map(({ label, amount }: Input) => [label, amount]),
          [["pay", "50"]],
        );
        assert.equal(outcome.schedules[0].index, 0);
        const { action: _, onBehalfOf: __, input: ___, ...path } = input;
        const now = await world.found(objectRetrieve, path);
        assert.deepEqual([now.state, now.revision], ["fresh", 2]);
        assert.equal(balanceOf(world, outcome.moves[0].sourceAccountId).posted, "100000");
      },
    },
    ...unknownObjects({ program: DEAL_PROGRAM, kind: "item", field: "owner", other: "deal" }),
    ...CALL_CASES.map((each) => ({
      title: each.title,
      code: each.code as Codes,
      input: ({ world }: { world: World }) => callOf(world, each).input,
    })),
  ],
});
