/** Decision table of transfer.batch.create, with independent items and with `atomic`. */
import assert from "node:assert/strict";
import { decisionTable, type Row } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import {
  accountOfSuspended,
  balanceOf,
  close,
  freeze,
  fund,
  LARGEST,
  openAccount,
  platformAccount,
  transfer,
} from "../../../test/world/parties.ts";
import type { World } from "../../../test/world/world.ts";
import { TRANSFER_ROW } from "../ledger/transfer_row.ts";
import { transferBatchCreate } from "./transfer.batch.create.ts";
import { transferList } from "./transfer.list.ts";
import { transferRetrieve } from "./transfer.retrieve.ts";
import { BATCH_ITEMS_MAX, type TransferBatch } from "./transfer_batch.ts";
import { TRANSFER_REFUSALS, type TransferRefusal } from "./transfer_plan.ts";
import type { Transfer, TransferDraft } from "./transfer_schema.ts";

type Item = Partial<TransferDraft>;

/** A source with 100 and an empty destination. An item moves 60 from source to destination. */
function given(world: World) {
  const source = openAccount(world, { fundedMinor: 100n });
  const destination = openAccount(world);
  const item = (more: Item = {}): TransferDraft => ({
    sourceAccountId: source,
    destinationAccountId: destination,
    amount: "60",
    currency: "EUR",
    ...more,
  });
  return { source, destination, item };
}
type Given = ReturnType<typeof given>;

/** The input that makes one item refused, by code. */
const BROKEN: Record<TransferRefusal, (given: Given & { world: World }) => Item> = {
  account_not_found: () => ({ sourceAccountId: "acct_x" }),
  customer_status_forbidden: ({ world }) => ({ sourceAccountId: accountOfSuspended(world) }),
  currency_mismatch: () => ({ currency: "USD" }),
  source_account_status_forbidden({ world, source }) {
    freeze(world, source, "debits");
    return {};
  },
  destination_account_status_forbidden({ world, destination }) {
    close(world, destination);
    return {};
  },
  ledger_transfer_rejected: ({ world }) => ({ sourceAccountId: platformAccount(world) }),
  state_conflict({ world, source, destination }) {
    transfer(world, source, destination, "1", { externalId: "taken" });
    return { externalId: "taken" };
  },
  exposure_cap_exceeded({ world, destination }) {
    for (let times = 0; times < 9; times++) fund(world, destination, LARGEST);
    return { amount: String(LARGEST) };
  },
  insufficient_balance: () => ({ amount: "101" }),
};

const isMoney = (code: TransferRefusal) =>
  code === "insufficient_balance" || code === "exposure_cap_exceeded";

function statusesOf({ results }: TransferBatch) {
  return results.map(({ status, error }) => [status, error?.code]);
}

/** A batch whose second item is refused: the batch is refused, and the first item is not made. */
const atomic = TRANSFER_REFUSALS.map((code): Row<TransferRefusal, Given> => {
  return {
    title: `atomic, an item is ${code}`,
    input(made) {
      const broken = made.item(BROKEN[code](made));
      const sourceAccountId = openAccount(made.world, { fundedMinor: 5n });
      const destinationAccountId = openAccount(made.world);
      const first = made.item({ sourceAccountId, amount: "5", destinationAccountId });
      return { items: [first, broken], atomic: true };
    },
    code,
    details: { itemIndex: 1 },
    check({ details, facts, input }, { world }) {
      assert.deepEqual(details["issues"][0].path.slice(0, 2), ["items", 1]);
      assert.deepEqual(
        facts.map((fact) => [fact.kind, "step" in fact && fact.step]),
        isMoney(code) ? [[TRANSFER_ROW, "failed"]] : [],
      );
      const [first] = input["items"] as TransferDraft[];
      assert.equal(balanceOf(world, first?.sourceAccountId ?? "").posted, "5");
    },
  };
});

const alone = TRANSFER_REFUSALS.map(
  (code): Row<never, Given> => ({
    title: `an item is ${code}`,
    input: (made) => ({ items: [made.item(BROKEN[code](made))] }),
    outcome: "its result alone",
    check: ({ reply }) =>
      assert.deepEqual(statusesOf(reply), [[isMoney(code) ? "failed" : "refused", code]]),
  }),
);

const ORDER: Row<never, Given>[] = [
  {
    title: "each item",
    input({ source, destination, item }) {
      const parties = { sourceAccountId: destination, destinationAccountId: source };
      const back = item({ ...parties, amount: "30" });
      const items = [item(), item(), back, item(), item({ amount: "11" }), item({ amount: "10" })];
      return { items };
    },
    outcome: "sees the effects of those before it",
    reply: { posted: 4, failed: 2 },
    check({ reply }) {
      assert.deepEqual(statusesOf(reply), [
        ["posted", undefined],
        ["failed", "insufficient_balance"],
        ["posted", undefined],
        ["posted", undefined],
        ["failed", "insufficient_balance"],
        ["posted", undefined],
      ]);
      assert.equal(reply.results[1].error.details.available, "40");
    },
  },
  {
    title: "ids of its results",
    input: ({ item }) => ({
      items: [item({ amount: "1" }), item({ amount: "101" }), item({ currency: "USD" })],
    }),
    outcome: "the transfers, in order",
    async check({ reply }, { world }) {
      const { results, operationId } = reply as TransferBatch;
      const made: Transfer[] = [];
      for (const { transferId } of results.slice(0, 2)) {
        made.push(await world.found(transferRetrieve, { transferId }));
      }
      assert.deepEqual(
        made.map((one) => [one.amount, one.status, one.operationId]),
        [
          ["1", "posted", operationId],
          ["101", "failed", operationId],
        ],
      );
      assert.equal(results[2]?.transferId, undefined);
    },
  },
  {
    title: "one external id twice",
    input: ({ item }) => ({
      items: [
        item({ amount: "101", externalId: "o-1" }),
        item({ amount: "1", externalId: "o-1" }),
        item({ amount: "1", externalId: "o-1" }),
      ],
    }),
    outcome: "the second is refused, a failed one is not, and it is taken from then on",
    check({ reply }, { world, item }) {
      assert.deepEqual(statusesOf(reply), [
        ["failed", "insufficient_balance"],
        ["posted", undefined],
        ["refused", "state_conflict"],
      ]);
      const holder = { type: "transfer", id: reply.results[1].transferId };
      assert.deepEqual(reply.results[2].error.details.resource, holder);
      const items = [item({ amount: "1", externalId: "o-1" })];
      const taken = world.made(transferBatchCreate, { items });
      assert.deepEqual(statusesOf(taken), [["refused", "state_conflict"]]);
    },
  },
  {
    title: "atomic and all possible",
    input: ({ item }) => ({
      items: [item({ amount: "50" }), item({ amount: "50" })],
      atomic: true,
    }),
    outcome: "as without atomic",
    reply: { posted: 2, failed: 0 },
  },
  {
    title: `${BATCH_ITEMS_MAX} items`,
    given: ({ world, source }) => fund(world, source, 10_000n),
    input: ({ item }) => ({
      items: Array.from({ length: BATCH_ITEMS_MAX }, () => item({ amount: "1" })),
    }),
    outcome: "every transfer, listed newest first",
    async check({ reply }, { world }) {
      const query = { productId: world.principal.productId };
      const listed = await listAll<Transfer>(world, transferList, query, 100);
      const ids = listed.slice(0, BATCH_ITEMS_MAX).map(({ transferId }) => transferId);
      const made = (reply as TransferBatch).results.map(({ transferId }) => transferId);
      assert.deepEqual(ids, made.reverse());
    },
  },
];

decisionTable(transferBatchCreate, {
  given,
  input: ({ item }) => ({ items: [item()] }),
  rows: [
    ...ORDER,
    ...alone,
    ...atomic,
    { title: "no items", input: { items: [] }, code: "invalid_request" },
    {
      title: `${BATCH_ITEMS_MAX + 1} items`,
      input: ({ item }) => ({ items: Array.from({ length: BATCH_ITEMS_MAX + 1 }, () => item()) }),
      code: "invalid_request",
    },
    {
      title: "an item with one account on both sides",
      input: ({ item, source }) => ({ items: [item(), item({ destinationAccountId: source })] }),
      code: "invalid_request",
      check: ({ details }) =>
        assert.deepEqual(details["issues"][0].path, ["items", 1, "destinationAccountId"]),
    },
  ],
});
