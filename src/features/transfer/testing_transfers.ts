/** For tests: a shard with accounts and money, in few words. */
import { accountCreatedFact, accountFacts } from "../account/account_facts.ts";
import type { FreezeMode } from "../ledger/account_document.ts";
import { type Leg, Plan } from "../ledger/ledger.ts";
import type { RoleName } from "../ledger/roles.ts";
import { type Asking, createTestShard, type Outcome, type TestShard } from "../testing.ts";
import { transferHoldFacts } from "../transfer_hold/transfer_hold_facts.ts";
import { transferCreate } from "./transfer.create.ts";
import { transferRetrieve } from "./transfer.retrieve.ts";
import { transferFacts } from "./transfer_facts.ts";
import type { Transfer } from "./transfer_schema.ts";

export function createTransferShard(): TestShard {
  return createTestShard([accountFacts, transferFacts, transferHoldFacts]);
}

/** A new account in EUR, with `fundedMinor` from an account of the platform opened for it. */
export function openAccount(
  shard: TestShard,
  {
    currency = "EUR",
    fundedMinor = 0n,
    ...asking
  }: Asking & {
    currency?: string;
    fundedMinor?: bigint;
  } = {},
): string {
  const accountId = addAccount(shard, "customer_balance", currency, asking);
  if (fundedMinor > 0n) fund(shard, accountId, fundedMinor, asking);
  return accountId;
}

/** An account of the platform: it may go below zero. */
export function openPlatformAccount(shard: TestShard, currency = "EUR", asking: Asking = {}) {
  return addAccount(shard, "suspense", currency, asking);
}

/** Gives the account money from a platform account opened for it. Returns the transfer's id. */
export function fund(
  shard: TestShard,
  accountId: string,
  amountMinor: bigint,
  asking: Asking = {},
): string {
  const destinationOrdinal = shard.state.accounts.ordinalOf(asking.scope ?? 1, accountId);
  const currency = shard.state.accounts.currency(destinationOrdinal);
  const sourceOrdinal = shard.state.accounts.ordinalOf(
    asking.scope ?? 1,
    openPlatformAccount(shard, currency, asking),
  );
  const transferId = shard.nextId("tr");
  const leg = { ...LEG, transferKind: "funding", sourceOrdinal, destinationOrdinal, amountMinor };
  applyLeg(shard, leg as Leg, asking);
  return transferId;
}

/** Applies one leg, which must be possible, as a record. */
export function applyLeg(shard: TestShard, leg: Leg, asking: Asking = {}): void {
  const plan = new Plan(shard.state.accounts, 0);
  const refusal = plan.add(leg);
  if (refusal !== undefined) throw new Error(`the leg of a test is possible: ${refusal.reason}`);
  shard.apply(plan.rows, asking);
}

const LEG = { step: "posted", sub: 0, reservedMinor: 0n, extras: undefined };

/** Runs transfer.create in EUR; the transfer, which must be made. */
export function transfer(
  shard: TestShard,
  sourceAccountId: string,
  destinationAccountId: string,
  amount: string,
  more: Record<string, unknown> = {},
): Transfer {
  const draft = { sourceAccountId, destinationAccountId, amount, currency: "EUR", ...more };
  return made(shard.run(transferCreate, draft)) as Transfer;
}

/** The reply of an outcome that must be a success. */
export function made(outcome: Outcome): unknown {
  if (outcome.code !== undefined)
    throw new Error(`the request of a test succeeds: ${outcome.code}`);
  return outcome.reply;
}

export function freeze(shard: TestShard, accountId: string, mode: FreezeMode): void {
  const freezeId = shard.nextId("frz");
  const freezing = { freezeId, plane: "tenant", mode, reason: "test", sinceMs: shard.nowMs };
  const kind = "account.frozen.1";
  const fact = { accountId, status: "frozen", extras: { freezes: [freezing] }, freeze: freezing };
  shard.apply([{ kind, ...fact }]);
}

export function close(shard: TestShard, accountId: string): void {
  const fact = { accountId, status: "closed", extras: { closedAtMs: shard.nowMs } };
  shard.apply([{ kind: "account.closed.1", ...fact }]);
}

/** A hold of 50 on a source with money, ended as told; the id of the transfer that it reserved. */
export function hold(
  shard: TestShard,
  destination: string,
  end?: { status: "cleared" | "cancelled"; clearedMinor: bigint },
): string {
  const sourceAccountId = openAccount(shard, { fundedMinor: 50n });
  const { accounts } = shard.state;
  const transferId = shard.nextId("tr");
  const transferHoldId = shard.nextId("th");
  const leg = {
    step: "reserved",
    transferKind: "hold",
    sub: 0,
    sourceOrdinal: accounts.ordinalOf(1, sourceAccountId),
    destinationOrdinal: accounts.ordinalOf(1, destination),
    amountMinor: 50n,
    reservedMinor: 0n,
    extras: { transferHoldId },
  } as const;
  applyLeg(shard, leg);
  const document = {
    transferHoldId,
    reservedTransferId: transferId,
    sourceAccountId,
    destinationAccountId: destination,
    currency: "EUR",
    amountMinor: "50",
    clearedMinor: "0",
    status: "reserved",
    expiresAtMs: shard.nowMs + 60_000,
    createdAtMs: shard.nowMs,
    updatedAtMs: shard.nowMs,
    revision: 1,
    changedBy: "key_1",
  };
  shard.apply([{ kind: "transfer_hold.reserved.1", ...document }]);
  if (end === undefined) return transferId;
  shard.nowMs += 1_000;
  const { status, clearedMinor } = end;
  const step = status === "cleared" ? "cleared" : "released";
  applyLeg(shard, { ...leg, step, amountMinor: clearedMinor, reservedMinor: 50n });
  const after = { updatedAtMs: shard.nowMs, endedAtMs: shard.nowMs, revision: 2 };
  const ended = { ...document, ...after, status, clearedMinor: String(clearedMinor) };
  shard.apply([{ kind: `transfer_hold.${status}.1`, ...ended }]);
  return transferId;
}

/** The transfer as it reads now. */
export function readTransfer(shard: TestShard, transferId: string): Transfer {
  return shard.read(transferRetrieve, { transferId }).reply as Transfer;
}

function addAccount(shard: TestShard, role: RoleName, currency: string, asking: Asking): string {
  const accountId = shard.nextId("acct");
  const type = role === "suspense" ? "platform" : "customer";
  const owner = { type, id: "cust_0" } as const;
  shard.apply([accountCreatedFact({ accountId, role, currency, owner })], asking);
  return accountId;
}
