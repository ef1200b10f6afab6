/**
 * Reading one hold. The decision tables of the writes check that it equals the reply of its last
 * write.
 */
import { reserve } from "../../../test/support/features/transfer_hold/holds.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { holdFor, openAccount } from "../../../test/world/parties.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import { transferHoldRetrieve } from "./transfer_hold_resource.ts";

decisionTable(transferHoldRetrieve, {
  given: reserve,
  input: ({ transferHoldId }) => ({ transferHoldId }),
  rows: [
    {
      title: "a hold that is reserved",
      outcome: "the hold",
      reply: { status: "reserved", amount: "400", clearedAmount: "0" },
    },
    ...unknownIds({
      field: "transferHoldId",
      code: "transfer_hold_not_found",
      create: (world, caller) =>
        holdFor(world, openAccount(world, { caller }), { caller }).transferHoldId,
    }),
  ],
});
