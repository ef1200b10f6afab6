/** Decision table of transfer_hold.cancel. */
import assert from "node:assert/strict";
import {
  clockToDeadline,
  DEADLINE,
  reserve,
} from "../../../test/support/features/transfer_hold/holds.ts";
import { START_MS } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at, balanceOf, cancel, clear, freeze, HOUR_MS } from "../../../test/world/parties.ts";
import { assertShows } from "../../../test/world/world.ts";
import { TRANSFER_ROW, type TransferRow } from "../ledger/transfer_row.ts";
import { transferHoldCancel } from "./transfer_hold.cancel.ts";
import { transferHoldRetrieve } from "./transfer_hold_resource.ts";

decisionTable(transferHoldCancel, {
  given: reserve,
  input: ({ transferHoldId }) => ({ transferHoldId }),
  rows: [
    {
      title: "reserved hold",
      outcome: "all of it released, as GET shows it",
      reply: {
        status: "cancelled",
        clearedAmount: "0",
        releasedAmount: "400",
        clearedTransferId: undefined,
        revision: 2,
        statusTransitions: { reservedAt: at(0), cancelledAt: at(0) },
      },
      async check({ reply, facts }, { world, source, destination, transferHoldId }) {
        const row = facts.find(({ kind }) => kind === TRANSFER_ROW) as TransferRow;
        assert.deepEqual([row.step, row.amountMinor, row.reservedMinor], ["released", 0n, 400n]);
        assert.deepEqual(balanceOf(world, source), { posted: "1000", held: "0", incoming: "0" });
        assert.deepEqual(balanceOf(world, destination), { posted: "0", held: "0", incoming: "0" });
        await assertShows(world, transferHoldRetrieve, { transferHoldId }, reply);
      },
    },
    {
      title: "frozen accounts",
      given({ world, source, destination }) {
        for (const accountId of [source, destination]) freeze(world, accountId, "all");
      },
      outcome: "cancelled",
    },
    {
      title: "one millisecond before the deadline, in live",
      environment: "live",
      given({ world }) {
        world.nowMs = START_MS + HOUR_MS - 1;
      },
      outcome: "cancelled",
    },
    {
      title: "past the deadline in a sandbox whose clock stands",
      given({ world }) {
        world.nowMs = START_MS + HOUR_MS + 1;
      },
      outcome: "cancelled",
    },
    {
      title: "unknown hold",
      input: { transferHoldId: "th_unknown" },
      code: "transfer_hold_not_found",
      details: { transferHoldId: "th_unknown" },
    },
    {
      title: "hold that is cancelled",
      given: ({ world, transferHoldId }) => cancel(world, transferHoldId),
      code: "state_conflict",
      details: { status: "cancelled" },
    },
    {
      title: "hold that is cleared",
      given: ({ world, transferHoldId }) => clear(world, transferHoldId),
      code: "state_conflict",
      details: { status: "cleared" },
    },
    {
      title: "the sandbox clock is at the deadline, before the expiry ran",
      input: ({ world, ...parties }) => ({ transferHoldId: clockToDeadline(world, parties) }),
      code: "state_conflict",
      details: { status: "reserved", expiresAt: DEADLINE },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "the very millisecond of the deadline, in live",
      environment: "live",
      given({ world }) {
        world.nowMs = START_MS + HOUR_MS;
      },
      code: "state_conflict",
      details: { status: "reserved", expiresAt: DEADLINE },
    },
  ],
});
