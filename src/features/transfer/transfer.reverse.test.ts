/** Decision table of transfer.reverse, in the order of its refusals. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { suffixOf } from "../../base/id.ts";
import type { TestShard } from "../testing.ts";
import {
  close,
  createTransferShard,
  freeze,
  fund,
  hold,
  made,
  openAccount,
  readTransfer,
  transfer,
} from "./testing_transfers.ts";
import { transferCreate } from "./transfer.create.ts";
import { transferReverse } from "./transfer.reverse.ts";
import { Transfer } from "./transfer_schema.ts";

const LARGEST = 10n ** 18n - 1n;

/** 100 moved from a source that is empty since to a destination that had nothing. */
type Given = { shard: TestShard; source: string; destination: string; transferId: string };

function given(): Given {
  const shard = createTransferShard();
  const source = openAccount(shard, { fundedMinor: 100n });
  const destination = openAccount(shard);
  const { transferId } = transfer(shard, source, destination, "100");
  return { shard, source, destination, transferId };
}

function reverse({ shard, transferId }: Given, more: Record<string, unknown> = {}) {
  return shard.run(transferReverse, { transferId, reason: "mistake", ...more });
}

type Row = {
  name: string;
  code: (typeof transferReverse.refusals)[number];
  input(given: Given): Record<string, unknown>;
  details?: Record<string, unknown>;
};

const REFUSALS: Row[] = [
  {
    name: "an id that is none",
    code: "transfer_not_found",
    input: () => ({ transferId: "tr_x" }),
    details: { transferId: "tr_x" },
  },
  {
    name: "an id with one character changed",
    code: "transfer_not_found",
    input: ({ transferId }) => ({
      transferId: `${transferId.slice(0, -3)}1${transferId.slice(-2)}`,
    }),
  },
  {
    name: "the id of an account",
    code: "transfer_not_found",
    input: ({ source }) => ({ transferId: `tr_${suffixOf("acct", source)}` }),
  },
  {
    name: "a transfer of another scope",
    code: "transfer_not_found",
    input({ shard }) {
      const transferId = fund(shard, openAccount(shard, { scope: 2 }), 5n, { scope: 2 });
      return { transferId };
    },
  },
  {
    name: "a hold that has not ended, another currency",
    code: "operation_not_finalized",
    input: (world) => ({ transferId: hold(world.shard, world.destination), currency: "USD" }),
  },
  {
    name: "a hold that was cancelled, another currency",
    code: "state_conflict",
    input: (world) => ({
      transferId: hold(world.shard, world.destination, { status: "cancelled", clearedMinor: 0n }),
      currency: "USD",
    }),
  },
  {
    name: "a failed transfer",
    code: "state_conflict",
    input({ shard, source, destination }) {
      const transferId = shard.nextId("tr");
      const draft = { sourceAccountId: source, destinationAccountId: destination, currency: "EUR" };
      assert.equal(
        shard.run(transferCreate, { ...draft, amount: "1" }).code,
        "insufficient_balance",
      );
      return { transferId };
    },
  },
  {
    name: "a reversal",
    code: "state_conflict",
    input: (world) => ({ transferId: (made(reverse(world)) as Transfer).transferId }),
  },
  {
    name: "nothing left, one more",
    code: "state_conflict",
    input(world) {
      made(reverse(world, { amount: "60" }));
      made(reverse(world, { amount: "40" }));
      return { amount: "1" };
    },
  },
  {
    name: "another currency, more than was moved",
    code: "currency_mismatch",
    input: () => ({ currency: "USD", amount: "101" }),
  },
  {
    name: "one more than was moved, destination frozen",
    code: "ledger_transfer_rejected",
    input({ shard, destination }) {
      freeze(shard, destination, "debits");
      return { amount: "101" };
    },
  },
  {
    name: "one more than is left",
    code: "ledger_transfer_rejected",
    input(world) {
      made(reverse(world, { amount: "60" }));
      return { amount: "41" };
    },
  },
  {
    name: "one more than a hold settled",
    code: "ledger_transfer_rejected",
    input: (world) => ({
      transferId: hold(world.shard, world.destination, { status: "cleared", clearedMinor: 20n }),
      amount: "21",
    }),
  },
  {
    name: "the account to debit is frozen for debits",
    code: "account_frozen",
    input({ shard, destination }) {
      freeze(shard, destination, "debits");
      return {};
    },
  },
  {
    name: "the account to credit is frozen for all, the other closed",
    code: "account_frozen",
    input({ shard, source, destination }) {
      close(shard, destination);
      freeze(shard, source, "all");
      return {};
    },
  },
  {
    name: "both accounts are closed",
    code: "source_account_status_forbidden",
    input({ shard, source, destination }) {
      close(shard, source);
      close(shard, destination);
      return {};
    },
  },
  {
    name: "the account to credit is closed, the money is spent",
    code: "destination_account_status_forbidden",
    input({ shard, source, destination }) {
      transfer(shard, destination, openAccount(shard), "1");
      close(shard, source);
      return {};
    },
  },
  {
    name: "the credits would pass the largest total",
    code: "exposure_cap_exceeded",
    input({ shard, source, destination }) {
      fund(shard, source, LARGEST);
      const { transferId } = transfer(shard, source, destination, String(LARGEST));
      for (let times = 0; times < 8; times++) fund(shard, source, LARGEST);
      return { transferId };
    },
  },
  {
    name: "one of it is spent",
    code: "insufficient_balance",
    input({ shard, destination }) {
      transfer(shard, destination, openAccount(shard), "1");
      return {};
    },
  },
];

for (const { name, code, input, details } of REFUSALS) {
  test(`transfer.reverse: ${name} -> ${code}`, () => {
    const world = given();
    const outcome = reverse(world, input(world));
    assert.equal(outcome.code, code);
    if (details !== undefined) assert.deepEqual(outcome.details, details);
    const isMoney = code === "insufficient_balance" || code === "exposure_cap_exceeded";
    assert.equal(outcome.facts.length, isMoney ? 1 : 0);
  });
}

test("transfer.reverse: every declared refusal -> has a row", () => {
  const reached = new Set<string>(REFUSALS.map(({ code }) => code));
  const declared = transferReverse.refusals.filter((code) => code !== "ledger_unavailable");
  assert.deepEqual([...reached], declared);
});

test("transfer.reverse: no amount -> all of it moves back, the original is reversed", () => {
  const world = given();
  const { shard, source, destination, transferId } = world;
  shard.nowMs += 1_000;
  const reversal = made(reverse(world)) as Transfer;
  assert.deepEqual([...Value.Errors(Transfer, reversal)], []);
  assert.deepEqual(
    [reversal.sourceAccountId, reversal.destinationAccountId, reversal.amount, reversal.kind],
    [destination, source, "100", "reversal"],
  );
  assert.deepEqual([reversal.reversalOf, reversal.description], [transferId, "mistake"]);
  assert.equal(JSON.stringify(readTransfer(shard, reversal.transferId)), JSON.stringify(reversal));
  const original = readTransfer(shard, transferId);
  assert.deepEqual([...Value.Errors(Transfer, original)], []);
  assert.deepEqual(
    [original.status, original.reversedAmount, original.reversalTransferIds, original.revision],
    ["reversed", "100", [reversal.transferId], 2],
  );
  assert.equal(original.statusTransitions["reversedAt"], reversal.createdAt);
});

test("transfer.reverse: in parts -> stays posted until nothing is left", () => {
  const world = given();
  const first = made(reverse(world, { amount: "30", currency: "EUR" })) as Transfer;
  const partly = readTransfer(world.shard, world.transferId);
  assert.deepEqual([partly.status, partly.reversedAmount], ["posted", "30"]);
  const second = made(reverse(world)) as Transfer;
  assert.equal(second.amount, "70");
  const wholly = readTransfer(world.shard, world.transferId);
  assert.deepEqual(
    [wholly.status, wholly.reversedAmount, wholly.reversalTransferIds, wholly.revision],
    ["reversed", "100", [first.transferId, second.transferId], 3],
  );
});

test("transfer.reverse: a hold that settled in part -> what settled moves back", () => {
  const world = given();
  const transferId = hold(world.shard, world.destination, { status: "cleared", clearedMinor: 20n });
  const posted = readTransfer(world.shard, transferId);
  assert.deepEqual(
    [posted.status, posted.amount, posted.reservedAmount, posted.revision],
    ["posted", "20", "50", 2],
  );
  assert.equal((made(reverse(world, { transferId })) as Transfer).amount, "20");
  assert.deepEqual(
    [readTransfer(world.shard, transferId).status, readTransfer(world.shard, transferId).revision],
    ["reversed", 3],
  );
});

test("transfer.reverse: funding -> the money leaves through the platform's account", () => {
  const { shard } = given();
  const account = openAccount(shard);
  const transferId = fund(shard, account, 7n);
  const world = { shard, source: "", destination: account, transferId };
  assert.equal((made(reverse(world)) as Transfer).amount, "7");
});

test("transfer.reverse: the account to credit is frozen for debits only -> reversed", () => {
  const world = given();
  freeze(world.shard, world.source, "debits");
  assert.equal(reverse(world).code, undefined);
});
