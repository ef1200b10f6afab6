/** object.action.preview: every refusal of the call, and what a call that is not refused would do. */
import assert from "node:assert/strict";
import {
  CALL_ROWS,
  callInput,
  givenCall,
} from "../../../test/support/features/object/call_rows.ts";
import { DEAL_ITEM, unknownObjects } from "../../../test/support/features/object/object_rows.ts";
import { pathOf } from "../../../test/support/features/object/objects.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at, balanceOf, DAY_MS } from "../../../test/world/parties.ts";
import { objectActionPreview } from "./object.action.preview.ts";
import { objectRetrieve } from "./object.retrieve.ts";
import type { ActionPreview } from "./object_read_schema.ts";

decisionTable(objectActionPreview, {
  given: givenCall,
  input: callInput,
  stepMs: 1_000,
  rows: [
    {
      title: "an action that may run",
      outcome: "what it would do, and nothing of it done",
      async check({ reply }, { world, object, ada, bob, taken }) {
        const { object: after, outcome } = reply as ActionPreview;
        assert.deepEqual([after.state, after.revision], ["done", object.revision + 2]);
        assert.deepEqual([after.remainders, after.aggregates], [{ left: "50" }, { mine: "50" }]);
        assert.deepEqual(outcome, {
          action: "go",
          stateBefore: "fresh",
          moves: [
            {
              label: "pay",
              amount: "50",
              currency: "EUR",
              sourceAccountId: ada.accountId,
              destinationAccountId: bob.accountId,
            },
          ],
          fees: [],
          decisions: [{ gate: "review", change: "used" }],
          schedules: [{ schedule: "ending", index: 0, dueAt: at(DAY_MS) }],
          references: [{ field: "item", objectId: taken, change: "claimed" }],
        });
        const now = await world.found(objectRetrieve, pathOf(world, object));
        assert.deepEqual([now["state"], now["revision"]], ["fresh", object.revision + 1]);
        assert.equal(balanceOf(world, bob.accountId).posted, "0");
      },
    },
    {
      title: "an action that asks for a decision",
      input: { action: "ask", onBehalfOf: undefined, input: undefined },
      outcome: "the decision that it would ask for",
      check({ reply }) {
        const { decisions } = (reply as ActionPreview).outcome;
        assert.deepEqual(decisions, [{ gate: "review", change: "requested" }]);
      },
    },
    ...unknownObjects(DEAL_ITEM),
    ...CALL_ROWS,
  ],
});
