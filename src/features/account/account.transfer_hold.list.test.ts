/** The holds of one account. transfer_hold.list.test.ts tests the filters other than the status. */
import { reserveThree } from "../../../test/support/features/transfer_hold/holds.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listed } from "../../../test/world/lists.ts";
import { openAccount } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, UNKNOWN_ACCOUNTS } from "../../../test/world/rows.ts";
import { accountTransferHoldList } from "./account.transfer_hold.list.ts";

type Given = ReturnType<typeof reserveThree>;
type Hold = "first" | "second" | "third";

const rows = listed<Given, Hold>(accountTransferHoldList, "transferHoldId", [
  { title: "source account", expected: ["third", "second", "first"] },
  { title: "status reserved", input: { status: "reserved" }, expected: ["third", "first"] },
  { title: "status cancelled", input: { status: "cancelled" }, expected: ["second"] },
  { title: "a status that none has", input: { status: "cleared" }, expected: [] },
  {
    title: "an account without holds",
    input: ({ world }) => ({ accountId: openAccount(world) }),
    expected: [],
  },
]);

decisionTable(accountTransferHoldList, {
  given: reserveThree,
  input: ({ source }) => ({ accountId: source }),
  rows: [
    ...rows,
    ...UNKNOWN_ACCOUNTS,
    cursorOfOtherFilters(accountTransferHoldList, { status: "reserved" }),
  ],
});
