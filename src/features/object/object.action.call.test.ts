/** Decision table of object.action.call. */
import assert from "node:assert/strict";
import {
  CALL_ROWS,
  callInput,
  givenCall,
} from "../../../test/support/features/object/call_rows.ts";
import { type Deal, goInput } from "../../../test/support/features/object/deals.ts";
import { called } from "../../../test/support/features/object/objects.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at, balanceOf, DAY_MS } from "../../../test/world/parties.ts";
import { assertShows } from "../../../test/world/world.ts";
import { TRANSFER_ROW, type TransferRow } from "../ledger/transfer_row.ts";
import { transferRetrieve } from "../transfer/transfer.retrieve.ts";
import { objectActionCall } from "./object.action.call.ts";
import type { ActionResult } from "./object_schema.ts";

decisionTable(objectActionCall, {
  given: givenCall,
  input: callInput,
  stepMs: 1_000,
  rows: [
    {
      title: "all is well",
      outcome: "the money moved, the decision is used, the reference claimed, a row made",
      async check({ reply, facts }, { world, object, ada, bob, taken }) {
        const result = reply as ActionResult;
        assert.deepEqual(result.object.state, "done");
        assert.equal(result.object.revision, object.revision + 2);
        assert.deepEqual(result.object.remainders, { left: "50" });
        assert.deepEqual(result.object.aggregates, { mine: "50" });
        const { moves, decisions, schedules, references, fees } = result.outcome;
        const [move] = moves;
        assert.deepEqual(move, {
          transferId: move?.transferId,
          label: "pay",
          amount: "50",
          currency: "EUR",
          status: "posted",
          sourceAccountId: ada.accountId,
          destinationAccountId: bob.accountId,
        });
        assert.deepEqual([moves.length, fees], [1, []]);
        assert.deepEqual(
          decisions.map(({ gate, change }) => [gate, change]),
          [["review", "used"]],
        );
        assert.deepEqual(
          schedules.map(({ schedule, index }) => [schedule, index]),
          [["ending", 0]],
        );
        assert.equal(schedules[0]?.dueAt, at(DAY_MS));
        assert.deepEqual(references, [{ field: "item", objectId: taken, change: "claimed" }]);
        assert.equal(balanceOf(world, bob.accountId).posted, "50");
        const row = facts.find(({ kind }) => kind === TRANSFER_ROW) as TransferRow;
        assert.deepEqual(row.extras, { objectId: object.objectId, label: "pay" });
        const { transferId } = move as { transferId: string };
        const shown = await world.found(transferRetrieve, { transferId });
        assert.deepEqual(
          [shown["kind"], shown["objectId"], shown["label"]],
          ["action", object.objectId, "pay"],
        );
        await assertShows(world, transferRetrieve, { transferId }, shown);
      },
    },
    {
      title: "without input, moves, or anybody on whose behalf",
      given: ({ world, object, ada, ...rest }) =>
        called(world, object, "go", { onBehalfOf: ada.customerId, input: goInput(rest as Deal) }),
      input: { action: "end", onBehalfOf: undefined, input: undefined },
      outcome: "ended, and the reference released",
      check({ reply }, { taken }) {
        const { outcome, object } = reply as ActionResult;
        assert.equal(object.state, "ended");
        assert.deepEqual(outcome.moves, []);
        assert.deepEqual(outcome.references, [
          { field: "item", objectId: taken, change: "released" },
        ]);
      },
    },
    {
      title: "what comes to nothing",
      input: { action: "empty", input: undefined },
      outcome: "no transfer, and one more revision",
      check: ({ reply }) => assert.deepEqual((reply as ActionResult).outcome.moves, []),
    },
    {
      title: "expectedRevision as it is",
      input: { expectedRevision: 2 },
      outcome: "runs",
    },
    {
      title: "another Product",
      input: { productId: STRANGER.principal.productId },
      code: "resource_not_found",
    },
    {
      title: "an object that is not there",
      input: { objectId: "obj_unknown" },
      code: "noun_instance_not_found",
      details: { kind: "deal", objectId: "obj_unknown" },
    },
    {
      title: "an object of another kind",
      input: { kind: "item" },
      code: "noun_instance_not_found",
    },
    ...CALL_ROWS,
    {
      title: "more than the payer has, and a look at its record",
      input: ({ bob }) => ({
        action: "payTo",
        input: { account: bob.accountId, amount: "10001" },
      }),
      code: "insufficient_balance",
      details: { available: "10000", amount: "10001", currency: "EUR" },
      check({ facts }) {
        const [row] = facts as TransferRow[];
        assert.deepEqual([facts.length, row?.step, row?.transferKind], [1, "failed", "action"]);
      },
    },
  ],
});
