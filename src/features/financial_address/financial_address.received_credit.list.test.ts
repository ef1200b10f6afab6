/** The credits of one financial address. test/api/list_pages.test.ts tests the other lists of credits. */
import { waitingAddress } from "../../../test/support/features/financial_address/addresses.ts";
import {
  arrive,
  sandboxAddress,
  sendBack,
} from "../../../test/support/features/received_credit/credits.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listed } from "../../../test/world/lists.ts";
import { cursorOfOtherFilters, unknownIds } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { financialAddressReceivedCreditList } from "./financial_address.received_credit.list.ts";

/** Two by one address, of which the first was sent back, and one by another address. */
function threeCredits(world: World) {
  const one = sandboxAddress(world);
  const first = arrive(world, one);
  sendBack(world, first);
  world.nowMs += 1_000;
  const second = arrive(world, one, { amount: "2" });
  world.nowMs += 1_000;
  const third = arrive(world, sandboxAddress(world));
  return { financialAddressId: one.financialAddressId, first, second, third };
}
type Given = ReturnType<typeof threeCredits>;

const rows = listed<Given, "first" | "second" | "third">(
  financialAddressReceivedCreditList,
  "receivedCreditId",
  [
    { title: "of an address", expected: ["second", "first"] },
    { title: "status", input: { status: "returned" }, expected: ["first"] },
    { title: "a status that none has", input: { status: "suspended" }, expected: [] },
    {
      title: "another address",
      input: ({ third }) => ({ financialAddressId: third["financialAddressId"] }),
      expected: ["third"],
    },
    {
      title: "an address without credits",
      input: ({ world }) => ({ financialAddressId: sandboxAddress(world).financialAddressId }),
      expected: [],
    },
  ],
);

decisionTable(financialAddressReceivedCreditList, {
  given: threeCredits,
  input: ({ financialAddressId }) => ({ financialAddressId }),
  rows: [
    ...rows,
    ...unknownIds({
      field: "financialAddressId",
      code: "financial_address_not_found",
      create: (world, caller) => waitingAddress(world, {}, caller).financialAddressId,
    }),
    cursorOfOtherFilters(financialAddressReceivedCreditList, { status: "credited" }),
  ],
});
