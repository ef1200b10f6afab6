/** Reading one transfer. transfer.create.test.ts checks that a new transfer equals its reply. */
import assert from "node:assert/strict";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { cancel, fund, holdFor, openAccount } from "../../../test/world/parties.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import { transferRetrieve } from "./transfer.retrieve.ts";

decisionTable(transferRetrieve, {
  given: (world) => ({ hold: holdFor(world, openAccount(world)) }),
  input: ({ hold: { reservedTransferId } }) => ({ transferId: reservedTransferId }),
  rows: [
    {
      title: "a hold that has not ended",
      outcome: "pending",
      reply: { status: "pending", reservedAmount: "50" },
    },
    {
      title: "a hold that was cancelled",
      given: ({ world, hold: { transferHoldId } }) => cancel(world, transferHoldId),
      outcome: "voided, the amount stays",
      reply: { status: "voided", amount: "50" },
      check: ({ reply }) =>
        assert.deepEqual(Object.keys(reply.statusTransitions), ["pendingAt", "voidedAt"]),
    },
    ...unknownIds({
      field: "transferId",
      code: "transfer_not_found",
      create: (world, caller) => fund(world, openAccount(world, { caller }), 1n, { caller }),
    }),
  ],
});
