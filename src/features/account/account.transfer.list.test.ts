/** The transfers of one account. transfer.list.test.ts tests pages and dates, with `accountId`. */
import assert from "node:assert/strict";
import { makeTransfers } from "../../../test/support/features/transfer/transfers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, UNKNOWN_ACCOUNTS } from "../../../test/world/rows.ts";
import type { Transfer } from "../transfer/transfer_schema.ts";
import { accountTransferList } from "./account.transfer.list.ts";

const amountsOf = (reply: { items: Transfer[] }) => reply.items.map(({ amount }) => amount);

decisionTable(accountTransferList, {
  given: makeTransfers,
  input: ({ destination }) => ({ accountId: destination, createdFrom: at(5_000) }),
  rows: [
    {
      title: "dates",
      outcome: "the account's own, failed ones too",
      check: ({ reply }) => assert.deepEqual(amountsOf(reply), ["1000", "6"]),
    },
    {
      title: "a status and dates",
      input: { status: "posted" },
      outcome: "those of the status",
      check: ({ reply }) => assert.deepEqual(amountsOf(reply), ["6"]),
    },
    ...UNKNOWN_ACCOUNTS,
    cursorOfOtherFilters(accountTransferList, { status: "posted" }),
  ],
});
