/** Decision table of transfer.create, in the order of its refusals. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import type { TestShard } from "../testing.ts";
import {
  close,
  createTransferShard,
  freeze,
  fund,
  openAccount,
  openPlatformAccount,
  transfer,
} from "./testing_transfers.ts";
import { transferCreate } from "./transfer.create.ts";
import { transferRetrieve } from "./transfer.retrieve.ts";
import { TRANSFER_REFUSALS } from "./transfer_plan.ts";
import { Transfer } from "./transfer_schema.ts";

/** A source with 100 and an empty destination, both in EUR. */
type Given = { shard: TestShard; source: string; destination: string };
type Row = {
  name: string;
  code: (typeof TRANSFER_REFUSALS)[number];
  input(given: Given): Record<string, unknown>;
  details?: Record<string, unknown>;
};

const LARGEST = 10n ** 18n - 1n;

/** Each row but the last breaks every later rule that it can, so that it shows precedence too. */
const REFUSALS: Row[] = [
  {
    name: "unknown source",
    code: "account_not_found",
    input: () => ({ sourceAccountId: "acct_x", currency: "USD" }),
    details: {
      accountId: "acct_x",
      issues: [{ code: "not_found", message: "no such account", path: ["sourceAccountId"] }],
    },
  },
  {
    name: "destination in another scope",
    code: "account_not_found",
    input: ({ shard }) => ({ destinationAccountId: openAccount(shard, { scope: 2 }) }),
  },
  {
    name: "currency is not the source's, which is frozen",
    code: "currency_mismatch",
    input({ shard, source }) {
      freeze(shard, source, "debits");
      return { currency: "USD" };
    },
  },
  {
    name: "destination in another currency",
    code: "currency_mismatch",
    input: ({ shard }) => ({ destinationAccountId: openAccount(shard, { currency: "USD" }) }),
  },
  {
    name: "frozen source, closed destination",
    code: "source_account_status_forbidden",
    input({ shard, source, destination }) {
      freeze(shard, source, "debits");
      close(shard, destination);
      return {};
    },
  },
  {
    name: "destination frozen for debits only",
    code: "destination_account_status_forbidden",
    input({ shard, destination }) {
      freeze(shard, destination, "debits");
      return { amount: "101" };
    },
  },
  {
    name: "source is the platform's",
    code: "ledger_transfer_rejected",
    input: ({ shard }) => ({ sourceAccountId: openPlatformAccount(shard) }),
  },
  {
    name: "destination is the platform's, external id taken",
    code: "ledger_transfer_rejected",
    input({ shard, source, destination }) {
      transfer(shard, source, destination, "1", { externalId: "order-1" });
      return { destinationAccountId: openPlatformAccount(shard), externalId: "order-1" };
    },
  },
  {
    name: "external id taken, too little money",
    code: "state_conflict",
    input({ shard, source, destination }) {
      transfer(shard, source, destination, "1", { externalId: "order-1" });
      return { externalId: "order-1", amount: "1000" };
    },
  },
  {
    name: "the destination's credits would pass the largest total, too little money",
    code: "exposure_cap_exceeded",
    input({ shard, destination }) {
      for (let times = 0; times < 9; times++) fund(shard, destination, LARGEST);
      return { amount: String(LARGEST) };
    },
  },
  {
    name: "one more than is available",
    code: "insufficient_balance",
    input: () => ({ amount: "101" }),
  },
];

function given(): Given & { draft: Record<string, unknown> } {
  const shard = createTransferShard();
  const source = openAccount(shard, { fundedMinor: 100n });
  const destination = openAccount(shard);
  const draft = {
    sourceAccountId: source,
    destinationAccountId: destination,
    amount: "100",
    currency: "EUR",
  };
  return { shard, source, destination, draft };
}

for (const { name, code, input, details } of REFUSALS) {
  test(`transfer.create: ${name} -> ${code}`, () => {
    const world = given();
    const outcome = world.shard.run(transferCreate, { ...world.draft, ...input(world) });
    assert.equal(outcome.code, code);
    if (details !== undefined) assert.deepEqual(outcome.details, details);
    const isMoney = code === "insufficient_balance" || code === "exposure_cap_exceeded";
    assert.equal(outcome.facts.length, isMoney ? 1 : 0);
  });
}

test("transfer.create: every declared refusal -> has a row", () => {
  const reached = new Set(REFUSALS.map(({ code }) => code));
  assert.deepEqual([...reached], [...new Set(TRANSFER_REFUSALS)]);
});

test("transfer.create: exactly what is available -> posted, and nothing is left", () => {
  const { shard, source, destination, draft } = given();
  const outcome = shard.run(transferCreate, draft);
  assert.equal(outcome.code, undefined);
  const { accounts } = shard.state;
  const left = accounts.ordinalOf(1, source);
  assert.equal(accounts.creditsPosted(left) - accounts.debitsPosted(left), 0n);
  assert.equal(accounts.creditsPosted(accounts.ordinalOf(1, destination)), 100n);
});

test("transfer.create: every field -> the reply fits its schema and equals the read", () => {
  const { shard, draft } = given();
  const more = { description: 'a "quoted"\u2028 word', metadata: { k: "v" }, externalId: "o-1" };
  for (const extras of [{}, more]) {
    const { reply } = shard.run(transferCreate, { ...draft, amount: "40", ...extras });
    assert.deepEqual([...Value.Errors(Transfer, reply)], []);
    const { transferId } = reply as Transfer;
    shard.nowMs += 1_000;
    const read = shard.read(transferRetrieve, { transferId });
    assert.equal(JSON.stringify(read.reply), JSON.stringify(reply));
  }
});

test("transfer.create: too little money -> a failed transfer that holds no external id", () => {
  const { shard, draft } = given();
  const transferId = shard.nextId("tr");
  shard.run(transferCreate, { ...draft, amount: "101", externalId: "order-1" });
  const { status, failure, externalId } = shard.read(transferRetrieve, { transferId })
    .reply as Transfer;
  assert.deepEqual(
    { status, failure, externalId },
    { status: "failed", failure: { code: "insufficient_balance" }, externalId: "order-1" },
  );
  assert.equal(shard.run(transferCreate, { ...draft, externalId: "order-1" }).code, undefined);
});

test("transfer.create: one account on both sides -> an issue", () => {
  const { draft, source } = given();
  const input = { ...draft, destinationAccountId: source } as never;
  assert.deepEqual(
    transferCreate.check?.(input).map(({ path }) => path),
    [["destinationAccountId"]],
  );
});
