/** Decision table of transfer_hold.create. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { TRANSFER_ROW, type TransferRow } from "../ledger/transfer_row.ts";
import { sandboxAccountFundingCreate } from "../sandbox/sandbox.account_funding.create.ts";
import { PRINCIPAL, PRODUCT_ID, START_MS } from "../testing.ts";
import { advanceClock } from "../testing_time.ts";
import { transferCreate } from "../transfer/transfer.create.ts";
import {
  assertContains,
  balanceOf,
  createHoldingShard,
  DEADLINE,
  DEADLINE_MS,
  draftHold,
  freeze,
  type HoldingShard,
  openAccount,
  reserve,
} from "./testing.ts";
import { transferHoldCreate } from "./transfer_hold.create.ts";
import { transferHoldRetrieve } from "./transfer_hold.retrieve.ts";
import { TransferHold } from "./transfer_hold_schema.ts";

const now = (timeMs: number) => new Date(timeMs).toISOString();

type Row = {
  name: string;
  given?: (shard: HoldingShard) => void;
  input: (shard: HoldingShard) => Record<string, unknown>;
  code: string;
  details?: Record<string, unknown>;
};

const REFUSALS: Row[] = [
  {
    name: "an unknown source",
    input: () => ({ sourceAccountId: "acct_unknown" }),
    code: "account_not_found",
  },
  {
    name: "an unknown destination",
    input: () => ({ destinationAccountId: "acct_unknown" }),
    code: "account_not_found",
  },
  {
    name: "a destination in another currency, and a deadline in the past",
    input: ({ dollars }) => ({ destinationAccountId: dollars, expiresAt: now(START_MS) }),
    code: "currency_mismatch",
  },
  {
    name: "a frozen source",
    given: (shard) => freeze(shard, shard.source, "debits"),
    input: () => ({}),
    code: "source_account_status_forbidden",
    details: { status: "frozen" },
  },
  {
    name: "a frozen destination",
    given: (shard) => freeze(shard, shard.destination, "debits"),
    input: () => ({}),
    code: "destination_account_status_forbidden",
    details: { status: "frozen" },
  },
  {
    name: "an account of the platform",
    input: ({ state: { accounts } }) => {
      const [external] = accounts.ofOwner("platform", PRODUCT_ID);
      return { sourceAccountId: accounts.accountId(external as number) };
    },
    code: "ledger_transfer_rejected",
    details: { ledgerReason: "platform_account" },
  },
  {
    name: "a deadline at this very millisecond, and an external id that is taken",
    given: (shard) => reserve(shard, { externalId: "order-1" }),
    input: () => ({ expiresAt: now(START_MS), externalId: "order-1" }),
    code: "state_constraint_failed",
    details: {
      constraint: "expires_at_in_future",
      expiresAt: now(START_MS),
      now: now(START_MS),
      issues: [
        {
          code: "expires_at_in_future",
          message: `must be after ${now(START_MS)}`,
          path: ["expiresAt"],
        },
      ],
    },
  },
  {
    name: "a deadline ahead of the wall clock but not of the advanced sandbox clock",
    given: (shard) => advanceClock(shard, DEADLINE),
    input: () => ({}),
    code: "state_constraint_failed",
    details: { now: DEADLINE },
  },
  {
    name: "an external id that is taken, and too little money",
    given: (shard) => reserve(shard, { externalId: "order-1" }),
    input: () => ({ externalId: "order-1", amount: "5000" }),
    code: "state_conflict",
    details: { externalId: "order-1" },
  },
  {
    name: "an account whose counter would pass its limit",
    given: fillCounters,
    input: () => ({ amount: "900000000000000000" }),
    code: "exposure_cap_exceeded",
    details: { cap: "account_total" },
  },
  {
    name: "one more than is available",
    input: () => ({ amount: "1001" }),
    code: "insufficient_balance",
    details: { available: "1000", amount: "1001", currency: "EUR" },
  },
  {
    name: "one more than an earlier hold leaves available",
    given: (shard) => reserve(shard),
    input: () => ({ amount: "601" }),
    code: "insufficient_balance",
    details: { available: "600" },
  },
];

for (const { name, given, input, code, details = {} } of REFUSALS) {
  test(`transfer_hold.create: ${name} -> ${code}`, () => {
    const shard = createHoldingShard();
    given?.(shard);
    const holds = shard.state.transferHolds.size;
    const outcome = shard.run(transferHoldCreate, draftHold(shard, input(shard)));
    assert.equal(outcome.code, code, outcome.message);
    assertContains(outcome.details, details);
    assert.equal(shard.state.transferHolds.size, holds);
  });
}

test("transfer_hold.create: every declared refusal of its own -> a row of the table", () => {
  const reached = new Set(REFUSALS.map(({ code }) => code));
  const declared = transferHoldCreate.refusals.filter((code) => code !== "ledger_unavailable");
  assert.deepEqual([...reached].sort(), [...declared].sort());
});

test("transfer_hold.create: exactly what is available -> reserved, nothing posted", () => {
  const shard = createHoldingShard();
  const { code, reply, facts } = shard.run(
    transferHoldCreate,
    draftHold(shard, { amount: "1000", description: "rent", externalId: "order-1" }),
  );
  assert.equal(code, undefined);
  assert.ok(Value.Check(TransferHold, reply));
  const suffix = reply.transferHoldId.slice(3);
  assert.deepEqual(reply, {
    transferHoldId: `th_${suffix}`,
    productId: PRODUCT_ID,
    environment: "sandbox",
    sourceAccountId: shard.source,
    destinationAccountId: shard.destination,
    amount: "1000",
    currency: "EUR",
    clearedAmount: "0",
    releasedAmount: "0",
    status: "reserved",
    expiresAt: DEADLINE,
    reservedTransferId: `tr_${suffix}`,
    description: "rent",
    metadata: {},
    externalId: "order-1",
    revision: 1,
    createdAt: now(START_MS),
    updatedAt: now(START_MS),
    actor: { type: "operator", id: PRINCIPAL.principalId },
    statusTransitions: { reservedAt: now(START_MS) },
    operationId: `op_${suffix}`,
    receiptId: `rcpt_${suffix}`,
  });
  assert.deepEqual(
    facts.map(({ kind }) => kind),
    [TRANSFER_ROW, "transfer_hold.reserved.1"],
  );
  assert.deepEqual(balanceOf(shard, shard.source), { posted: "1000", held: "1000", incoming: "0" });
  assert.deepEqual(balanceOf(shard, shard.destination), {
    posted: "0",
    held: "0",
    incoming: "1000",
  });
  const read = shard.read(transferHoldRetrieve, { transferHoldId: reply.transferHoldId });
  assert.deepEqual(read.reply, reply);
});

test("transfer_hold.create: too little money -> a failed row of kind hold that names no hold", () => {
  const shard = createHoldingShard();
  const draft = draftHold(shard, { amount: "1001", description: "rent" });
  const { facts } = shard.run(transferHoldCreate, draft);
  const [row] = facts as TransferRow[];
  assert.equal(facts.length, 1);
  assert.equal(row?.step, "failed");
  assert.equal(row?.transferKind, "hold");
  assert.deepEqual(row?.extras, { description: "rent", failureCode: "insufficient_balance" });
  assert.equal(balanceOf(shard, shard.source).held, "0");
});

test("transfer_hold.create: one millisecond after the Product clock -> reserved", () => {
  const shard = createHoldingShard();
  advanceClock(shard, DEADLINE);
  const draft = draftHold(shard, { expiresAt: now(DEADLINE_MS + 1) });
  assert.equal(shard.run(transferHoldCreate, draft).code, undefined);
});

test("transfer_hold.create: source and destination the same -> an issue", () => {
  const shard = createHoldingShard();
  const draft = draftHold(shard, { destinationAccountId: shard.source });
  assert.deepEqual(transferHoldCreate.check?.(draft)[0]?.code, "accounts_must_differ");
});

/** Brings the destination's credits close to the largest total, and the money back to the source. */
function fillCounters(shard: HoldingShard): void {
  const amount = "999999999999999999";
  const currency = "EUR";
  const move = (sourceAccountId: string, destinationAccountId: string) => {
    const draft = { sourceAccountId, destinationAccountId, amount, currency };
    assert.equal(shard.run(transferCreate, draft).code, undefined);
  };
  const funding = { destinationAccountId: shard.source, amount, currency };
  assert.equal(shard.run(sandboxAccountFundingCreate, funding).code, undefined);
  let holder = shard.source;
  for (let moved = 0; moved < 9; moved++) {
    const next = openAccount(shard, currency);
    move(holder, shard.destination);
    move(shard.destination, next);
    holder = next;
  }
  move(holder, shard.source);
}
