/** `credit assign` that is cut off at any moment and run again, and addresses that do not take what they are assigned. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PLATFORM } from "../../test/support/features/provider/providers.ts";
import {
  ADDRESS,
  creditIn,
  OPERATOR,
  OTHER_ADDRESS,
  TOLD,
  taken,
} from "../../test/support/features/unassigned_credit/credits.ts";
import { openWorld, type World } from "../../test/world/world.ts";
import { encodeDocument } from "../contract/tables/table.ts";
import { LEDGER_TABLE } from "../features/table_codes.ts";
import { unassignedCreditAssign } from "../features/unassigned_credit/unassigned_credit.assign.ts";
import { unassignedCreditReturn } from "../features/unassigned_credit/unassigned_credit.return.ts";
import { unassignedCreditSettle } from "../features/unassigned_credit/unassigned_credit.settle.ts";
import type { ShardView } from "../views/shard_view.ts";
import { assignCredit, type CreditCommandParts } from "./credit_commands.ts";

const RECEIVED = `rc_${"0".repeat(25)}1`;
const GIVEN = { provider: TOLD.provider, reference: TOLD.reference, address: ADDRESS };
const STEPS = new Map(
  [unassignedCreditAssign, unassignedCreditSettle, unassignedCreditReturn].map((step) => [
    step.id,
    step,
  ]),
);

/** A command's parts over a world, which end with an error before or after one of their calls, as by a kill. */
function partsOf(
  world: World,
  { cut, isAfter, answer }: { cut?: number; isAfter?: boolean; answer?: object } = {},
) {
  const made: string[] = [];
  let calls = 0;
  const cutOff = async <T>(run: () => T): Promise<T> => {
    const isCut = calls++ === cut;
    if (isCut && isAfter !== true) throw new Error("cut off");
    const result = run();
    if (isCut) throw new Error("cut off");
    return result;
  };
  const parts: CreditCommandParts = {
    view: async () =>
      ({
        realmNumberOf: () => world.realmOf(world.caller),
        get: (table: number) =>
          table === LEDGER_TABLE.unassignedCredit ? encodeDocument(creditIn(world)) : undefined,
      }) as unknown as ShardView,
    step: (_shard, operation, input) =>
      cutOff(() => {
        const step = STEPS.get(operation);
        assert.ok(step !== undefined);
        const { place } = world.run(step, input, PLATFORM);
        const { status, body } = world.answerOf(place);
        return { status, body };
      }),
    address: async (_provider, id) => (id === ADDRESS ? { shard: 1, realm: 7 } : undefined),
    take: (_at, input) =>
      cutOff(() => {
        if (answer !== undefined) return { status: 200, body: "{}", ...answer };
        const reference = String(input["reference"]);
        const verdict = made.includes(reference) ? "twice" : "credited";
        if (verdict === "credited") made.push(reference);
        return { status: 200, body: JSON.stringify({ receivedCreditId: RECEIVED, verdict }) };
      }),
  };
  return { parts, made };
}

for (const isAfter of [false, true]) {
  for (const [cut, call] of ["assign", "take", "settle"].entries()) {
    test(`credit assign: cut off ${isAfter ? "after" : "before"} its ${call}, and run again -> one received credit, assigned`, async () => {
      const world = await openWorld();
      taken(world);
      const { parts, made } = partsOf(world, { cut, isAfter });
      await assert.rejects(assignCredit(parts, GIVEN, OPERATOR), /cut off/);
      const again = await assignCredit(parts, GIVEN, OPERATOR);
      assert.equal(again.receivedCreditId, RECEIVED);
      assert.deepEqual(made, [TOLD.reference]);
      const { status, receivedCreditId } = creditIn(world);
      assert.deepEqual([status, receivedCreditId], ["assigned", RECEIVED]);
    });
  }
}

const REFUSED: [what: string, answer: object, says: RegExp][] = [
  [
    "its shard refuses",
    { status: 404, body: JSON.stringify({ error: { message: "no such address" } }) },
    /no such address/,
  ],
  [
    "its shard has another credit of the reference",
    { body: JSON.stringify({ receivedCreditId: RECEIVED, verdict: "contradictory" }) },
    /another credit of this bank/,
  ],
];
for (const [what, answer, says] of REFUSED) {
  test(`credit assign: ${what} -> says so, and the credit is nobody's still`, async () => {
    const world = await openWorld();
    taken(world);
    const { parts } = partsOf(world, { answer });
    await assert.rejects(assignCredit(parts, GIVEN, OPERATOR), says);
    const { status, financialAddressId } = creditIn(world);
    assert.deepEqual([status, financialAddressId], ["unassigned", undefined]);
  });
}

test("credit assign: to no address of the bank, or in a currency that there is not -> refused, nothing begun", async () => {
  const world = await openWorld();
  taken(world);
  const { parts } = partsOf(world);
  const given = { ...GIVEN, address: OTHER_ADDRESS };
  await assert.rejects(assignCredit(parts, given, OPERATOR), /has opened no address/);
  const strange = await openWorld();
  taken(strange, { currency: "QQQ" });
  await assert.rejects(assignCredit(partsOf(strange).parts, GIVEN, OPERATOR), /no currency QQQ/);
  for (const one of [world, strange]) assert.equal(creditIn(one).status, "unassigned");
});
