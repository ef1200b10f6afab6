/** Decision table of transfer_hold.create. */
import assert from "node:assert/strict";
import { DEADLINE, openParties } from "../../../test/support/features/transfer_hold/holds.ts";
import { decisionTable, type Row } from "../../../test/world/decision_table.ts";
import {
  accountOfSuspended,
  advanceClock,
  at,
  balanceOf,
  freeze,
  fund,
  HOUR_MS,
  hold,
  LARGEST,
  openAccount,
  platformAccount,
} from "../../../test/world/parties.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import { TRANSFER_ROW, type TransferRow } from "../ledger/transfer_row.ts";
import { transferHoldCreate } from "./transfer_hold.create.ts";
import { transferHoldRetrieve } from "./transfer_hold_resource.ts";

type Given = ReturnType<typeof openParties>;
type Refusal = (typeof transferHoldCreate.refusals)[number];

/** Brings the destination's balance close to the largest, part of it by a hold. */
function fillBalance(world: World, { source, destination }: Given): void {
  fund(world, source, LARGEST);
  hold(world, source, destination, String(LARGEST));
  for (let funded = 0; funded < 8; funded++) fund(world, destination, LARGEST);
}

const RESERVED: Row<never, Given>[] = [
  {
    title: "exactly what is available",
    input: { amount: "1000", description: "rent", externalId: "order-1" },
    outcome: "reserved, nothing posted, as GET shows it",
    async check({ reply, facts }, { world, source, destination }) {
      const suffix = reply.transferHoldId.slice(3);
      assert.deepEqual(reply, {
        transferHoldId: `th_${suffix}`,
        productId: world.principal.productId,
        environment: "sandbox",
        sourceAccountId: source,
        destinationAccountId: destination,
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
        createdAt: at(0),
        updatedAt: at(0),
        actor: { type: "product_key", id: world.principal.principalId },
        statusTransitions: { reservedAt: at(0) },
        operationId: `op_${suffix}`,
        receiptId: `rcpt_${suffix}`,
      });
      assert.deepEqual(
        facts.map(({ kind }) => kind),
        [TRANSFER_ROW, "transfer_hold.reserved.1"],
      );
      assert.deepEqual(balanceOf(world, source), { posted: "1000", held: "1000", incoming: "0" });
      const awaited = { posted: "0", held: "0", incoming: "1000" };
      assert.deepEqual(balanceOf(world, destination), awaited);
      const { transferHoldId } = reply;
      await assertShows(world, transferHoldRetrieve, { transferHoldId }, reply);
    },
  },
  {
    title: "one millisecond after the Product clock",
    given: ({ world }) => advanceClock(world, DEADLINE),
    input: { expiresAt: at(HOUR_MS + 1) },
    outcome: "reserved",
  },
  {
    title: "a deadline that is over by the wall clock and not by the Product clock",
    given({ world }) {
      world.nowMs += 2 * HOUR_MS;
    },
    outcome: "reserved, and never expired by the wall clock",
    async check({ reply }, { world, source }) {
      assert.deepEqual(world.passTime(), []);
      assert.equal(reply.expiresAt, DEADLINE);
      assert.deepEqual(balanceOf(world, source).held, reply.amount);
    },
  },
];

const REFUSED: Row<Refusal, Given>[] = [
  {
    title: "an unknown source",
    input: { sourceAccountId: "acct_unknown" },
    code: "account_not_found",
  },
  {
    title: "an unknown destination",
    input: { destinationAccountId: "acct_unknown" },
    code: "account_not_found",
  },
  {
    title: "the source's customer is suspended, another currency",
    input: ({ world }) => ({ sourceAccountId: accountOfSuspended(world), currency: "USD" }),
    code: "customer_status_forbidden",
    details: { status: "suspended", allowed: ["active"] },
  },
  {
    title: "a destination in another currency, and a deadline in the past",
    input: ({ world }) => ({
      destinationAccountId: openAccount(world, { currency: "USD" }),
      expiresAt: at(0),
    }),
    code: "currency_mismatch",
  },
  {
    title: "a frozen source",
    given: ({ world, source }) => freeze(world, source, "debits"),
    code: "source_account_status_forbidden",
    details: { status: "frozen" },
  },
  {
    title: "a frozen destination",
    given: ({ world, destination }) => freeze(world, destination, "debits"),
    code: "destination_account_status_forbidden",
    details: { status: "frozen" },
  },
  {
    title: "an account of the platform",
    input: ({ world }) => ({ sourceAccountId: platformAccount(world) }),
    code: "ledger_transfer_rejected",
    details: { ledgerReason: "platform_account" },
  },
  {
    title: "a deadline at this very millisecond, and an external id that is taken",
    given: ({ world, source, destination }) =>
      hold(world, source, destination, "1", { externalId: "order-1" }),
    input: { expiresAt: at(0), externalId: "order-1" },
    code: "state_constraint_failed",
    details: {
      constraint: "expires_at_in_future",
      expiresAt: at(0),
      now: at(0),
      issues: [
        {
          code: "expires_at_in_future",
          message: `expiresAt must be after ${at(0)}`,
          path: ["expiresAt"],
        },
      ],
    },
  },
  {
    title: "a deadline at the Product clock, long after it by the wall clock",
    given({ world }) {
      world.nowMs += 2 * HOUR_MS;
    },
    input: { expiresAt: at(0) },
    code: "state_constraint_failed",
    details: { now: at(0) },
  },
  {
    title: "a deadline ahead of the wall clock but not of the advanced sandbox clock",
    given: ({ world }) => advanceClock(world, DEADLINE),
    code: "state_constraint_failed",
    details: { now: DEADLINE },
  },
  {
    title: "an external id that is taken, and too little money",
    given: ({ world, source, destination }) =>
      hold(world, source, destination, "1", { externalId: "order-1" }),
    input: { externalId: "order-1", amount: "5000" },
    code: "state_conflict",
    details: { externalId: "order-1" },
  },
  {
    title: "an account whose balance would pass its limit, too little money",
    given: ({ world, ...parties }) => fillBalance(world, parties),
    input: { amount: "223372036854775817" },
    code: "exposure_cap_exceeded",
    details: {
      cap: "account_balance",
      limit: "9223372036854775807",
      current: "8999999999999999991",
      requested: "223372036854775817",
    },
  },
  {
    title: "one more than is available",
    input: { amount: "1001", description: "rent" },
    code: "insufficient_balance",
    details: { available: "1000", amount: "1001", currency: "EUR" },
    check({ facts }) {
      // A failed transfer of kind `hold` stays on record, and names no hold.
      const [row] = facts as [TransferRow];
      assert.deepEqual([facts.length, row.step, row.transferKind], [1, "failed", "hold"]);
      const extras = { description: "rent", failureCode: "insufficient_balance" };
      assert.deepEqual(row.extras, extras);
    },
  },
  {
    title: "one more than an earlier hold leaves available",
    given: ({ world, source, destination }) => hold(world, source, destination, "400"),
    input: { amount: "601" },
    code: "insufficient_balance",
    details: { available: "600" },
  },
];

decisionTable(transferHoldCreate, {
  given: openParties,
  input: ({ source, destination }) => ({
    sourceAccountId: source,
    destinationAccountId: destination,
    amount: "400",
    currency: "EUR",
    expiresAt: DEADLINE,
  }),
  rows: [
    ...RESERVED,
    ...REFUSED,
    {
      title: "source and destination the same",
      input: ({ source }) => ({ destinationAccountId: source }),
      code: "invalid_request",
      check: ({ details }) => assert.equal(details["issues"][0].code, "accounts_must_differ"),
    },
  ],
});
