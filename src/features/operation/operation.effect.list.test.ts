/** operation.effect.list: the effects of operations of each kind, and of those that had none. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { START_MS } from "../../../test/world/callers.ts";
import { decisionTable, type Row } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import {
  cancel,
  clear,
  createAccount,
  createCustomer,
  fund,
  hold,
  openAccount,
  transfer,
} from "../../../test/world/parties.ts";
import { openRequestLog, requestEntry } from "../../../test/world/request_log.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { encodeIdSuffix, type Place } from "../../base/id.ts";
import type { RequestEntry, RequestLogReader } from "../../contract/messages/request_log.ts";
import { customerClose } from "../customer/customer.close.ts";
import { eventRetrieve } from "../event/event.retrieve.ts";
import { transferBatchCreate } from "../transfer/transfer.batch.create.ts";
import { transferCreate } from "../transfer/transfer.create.ts";
import { transferRetrieve } from "../transfer/transfer.retrieve.ts";
import { transferReverse } from "../transfer/transfer.reverse.ts";
import { operationEffectList } from "./operation.effect.list.ts";

type Effect = Record<string, string>;
type Given = {
  source: string;
  destination: string;
  entry: RequestEntry;
  requestLog: RequestLogReader;
};
type Made = Given & { world: World };

const operationAt = (place: Place) => `op_${encodeIdSuffix(START_MS, 0, place, 0)}`;
const withSuffixOf = (id: string, prefix: string) => id.replace(/^[a-z]+_/, `${prefix}_`);

/** Texts such as `transfer posted 10`, `resource account`, `event transfer.posted`. */
const told = (items: readonly Effect[]) =>
  items.map(({ type, status, amount, resourceType, eventType }) =>
    [type, status, amount, resourceType, eventType].filter(Boolean).join(" "),
  );

/** The effects of the operation whose id `operate` returns. */
function effects(
  title: string,
  operate: (made: Made) => string,
  expected: readonly string[],
): Row<never, Given> {
  return {
    title,
    input: (made) => ({ operationId: operate(made) }),
    outcome: expected.join(", ") || "nothing",
    async check({ reply, input }, { world }) {
      assert.deepEqual(told(reply.items), expected);
      assert.deepEqual(await listAll(world, operationEffectList, input, 1), reply.items);
      for (const { type, id, sequence, eventType, status } of reply.items) {
        if (type === "event") {
          const event = await world.found(eventRetrieve, { eventId: id });
          assert.deepEqual([event.sequence, event.type], [sequence, eventType]);
          assert.equal(event.data.operationId, input["operationId"]);
        }
        if (type !== "transfer") continue;
        const seen = await world.found(transferRetrieve, { transferId: id });
        assert.equal(seen.status, status);
      }
    },
  };
}

const CASES: Row<never, Given>[] = [
  effects(
    "a transfer",
    ({ world, source, destination }) => transfer(world, source, destination, "10").operationId,
    ["transfer posted 10", "event transfer.posted"],
  ),
  effects(
    "a transfer that failed",
    ({ world, source, destination }) => {
      const draft = { sourceAccountId: source, destinationAccountId: destination };
      return operationAt(
        world.run(transferCreate, { ...draft, amount: "5000", currency: "EUR" }).place,
      );
    },
    ["transfer failed 5000", "event transfer.failed"],
  ),
  effects(
    "a refusal that left nothing but its record",
    ({ world, source }) => {
      const draft = { sourceAccountId: source, destinationAccountId: "acct_unknown" };
      return operationAt(
        world.run(transferCreate, { ...draft, amount: "1", currency: "EUR" }).place,
      );
    },
    [],
  ),
  effects(
    "a batch",
    ({ world, source, destination }) => {
      const draft = { sourceAccountId: source, destinationAccountId: destination };
      const items = ["1", "2"].map((amount) => ({ ...draft, amount, currency: "EUR" }));
      return operationAt(world.run(transferBatchCreate, { items }).place);
    },
    ["transfer posted 1", "transfer posted 2", "event transfer.posted", "event transfer.posted"],
  ),
  effects(
    "a reversal",
    ({ world, source, destination }) => {
      const { transferId } = transfer(world, source, destination, "10");
      return operationAt(world.run(transferReverse, { transferId, reason: "back" }).place);
    },
    ["transfer posted 10", "resource transfer", "event transfer.posted", "event transfer.reversed"],
  ),
  effects(
    "a hold",
    ({ world, source, destination }) => hold(world, source, destination, "50").operationId,
    ["transfer pending 50", "resource transfer_hold", "event transfer_hold.reserved"],
  ),
  effects(
    "a customer who closes, with an account",
    ({ world }) => {
      const { customerId } = createCustomer(world);
      createAccount(world, { owner: { type: "customer", id: customerId } });
      return operationAt(world.run(customerClose, { customerId }).place);
    },
    [
      "resource account",
      "resource customer_access",
      "resource customer",
      "event account.closed",
      "event customer_access.revoked",
      "event customer.closed",
    ],
  ),
];

async function given(world: World, context: TestContext): Promise<Given> {
  const entry = requestEntry(START_MS + 5, { durationMs: 5 });
  const requestLog = await openRequestLog(context, [entry]);
  const source = openAccount(world, { fundedMinor: 1_000n });
  return { entry, requestLog, source, destination: openAccount(world) };
}

const ROWS: Row<"source_operation_not_found", Given>[] = [
  ...CASES,
  {
    title: "the end of a hold, by a part and not at all",
    outcome: "its transfer, with the amount and the status that it has since",
    async check(_came, { world, source, destination }) {
      const [paid, not] = [0, 1].map(() => hold(world, source, destination, "50"));
      const places = [
        () => clear(world, String(paid?.transferHoldId), "20"),
        () => cancel(world, String(not?.transferHoldId)),
      ].map((end) => {
        const operationId = world.nextId("op");
        end();
        return operationId;
      });
      const lists = await Promise.all(
        places.map((operationId) => listAll<Effect>(world, operationEffectList, { operationId })),
      );
      assert.deepEqual(lists.map(told), [
        [
          "transfer posted 20",
          "resource transfer_hold",
          "event transfer.posted",
          "event transfer_hold.cleared",
        ],
        ["transfer voided 50", "resource transfer_hold", "event transfer_hold.cancelled"],
      ]);
      assert.deepEqual(
        lists.map(([first]) => first?.["id"]),
        [paid?.reservedTransferId, not?.reservedTransferId],
      );
    },
  },
  {
    title: "a read, which only the log of requests knows",
    outcome: "nothing",
    check: ({ reply }) => assert.deepEqual(reply, { items: [] }),
  },
  {
    title: "a read, where the log of requests is switched off",
    asking: { requestLog: undefined },
    code: "source_operation_not_found",
  },
  {
    title: "a cursor of another operation",
    code: "invalid_request",
    check: ({ details }) => assert.equal(details["issues"][0].code, "cursor_mismatch"),
    async input({ world, source, destination }) {
      const [one, two] = [1, 2].map(() => transfer(world, source, destination, "1").operationId);
      const asked = { operationId: one, limit: "1" };
      const { nextCursor: cursor } = await world.found(operationEffectList, asked);
      return { operationId: two, cursor };
    },
  },
  ...unknownIds({
    field: "operationId",
    code: "source_operation_not_found",
    create: (world, caller) =>
      withSuffixOf(fund(world, openAccount(world, { caller }), 1n, { caller }), "op"),
  }),
];

decisionTable(operationEffectList, {
  given,
  input: ({ entry }) => ({ operationId: entry.operationId }),
  asking: ({ requestLog }) => ({ requestLog }),
  rows: ROWS,
});
