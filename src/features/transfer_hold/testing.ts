/** For tests: a sandbox with two accounts in EUR, one of them funded, and one in USD. */
import assert from "node:assert/strict";
import { SCOPE_OPENED, type ScopeOpened } from "../../contract/scope_document.ts";
import { accountCreatedFact, accountFacts } from "../account/account_facts.ts";
import { frozenFact } from "../account/account_freezing.ts";
import type { FreezeMode } from "../ledger/account_document.ts";
import { sandboxAccountFundingCreate } from "../sandbox/sandbox.account_funding.create.ts";
import { sandboxClockAdvance } from "../sandbox/sandbox.clock.advance.ts";
import { sandboxFacts } from "../sandbox/sandbox_facts.ts";
import { createTestShard, PRODUCT_ID, START_MS, TENANT_ID, type TestShard } from "../testing.ts";
import { passTime } from "../testing_time.ts";
import { transferFacts } from "../transfer/transfer_facts.ts";
import { transferHoldCreate } from "./transfer_hold.create.ts";
import { transferHoldFacts } from "./transfer_hold_facts.ts";

/** What the funded account holds, minor units. */
export const FUNDED = "1000";
/** One hour after the tests' start. */
export const DEADLINE_MS = START_MS + 3_600_000;
export const DEADLINE = new Date(DEADLINE_MS).toISOString();

export type HoldingShard = TestShard & { source: string; destination: string; dollars: string };

/** `live` opens the scope in live: it has no sandbox clock, so its deadlines are the timer's. */
export function createHoldingShard(environment: "sandbox" | "live" = "sandbox"): HoldingShard {
  const shard = createTestShard([accountFacts, transferFacts, transferHoldFacts, sandboxFacts]);
  const opened: ScopeOpened = {
    kind: SCOPE_OPENED,
    number: 1,
    names: { tenantId: TENANT_ID, productId: PRODUCT_ID, environment },
    createdAtMs: START_MS,
  };
  shard.apply([opened]);
  const source = openAccount(shard, "EUR");
  const destination = openAccount(shard, "EUR");
  const dollars = openAccount(shard, "USD");
  const funding = { destinationAccountId: source, amount: FUNDED, currency: "EUR" };
  shard.run(sandboxAccountFundingCreate, funding);
  return Object.assign(shard, { source, destination, dollars });
}

export function openAccount(
  shard: TestShard,
  currency: string,
  role: "product_operating" | "product_revenue" = "product_operating",
): string {
  const accountId = shard.nextId("acct");
  const owner = { type: "product", id: PRODUCT_ID } as const;
  shard.apply([accountCreatedFact({ accountId, role, currency, owner })]);
  return accountId;
}

export function freeze(shard: TestShard, accountId: string, mode: FreezeMode): void {
  const { accounts } = shard.state;
  const begun = {
    freezeId: shard.nextId("frz"),
    plane: "tenant",
    mode,
    reason: "test",
    sinceMs: shard.nowMs,
  } as const;
  shard.apply([frozenFact(accounts, accounts.ordinalOf(1, accountId), begun)]);
}

/** A hold of 400 from source to destination until the deadline, but for `changed`. */
export function draftHold(shard: HoldingShard, changed: Record<string, unknown> = {}) {
  return {
    sourceAccountId: shard.source,
    destinationAccountId: shard.destination,
    amount: "400",
    currency: "EUR",
    expiresAt: DEADLINE,
    ...changed,
  };
}

/** Reserves a hold, and returns its id. */
export function reserve(shard: HoldingShard, changed: Record<string, unknown> = {}): string {
  const { code, reply } = shard.run(transferHoldCreate, draftHold(shard, changed));
  if (code !== undefined) throw new Error(`the test's hold was refused: ${code}`);
  return (reply as { transferHoldId: string }).transferHoldId;
}

/**
 * Moves the sandbox clock to the deadline and no further: of two holds with that deadline one has
 * expired. Returns the id of the other, which is still reserved.
 */
export function clockToDeadline(shard: HoldingShard): string {
  reserve(shard, { amount: "1" });
  const transferHoldId = reserve(shard);
  shard.run(sandboxClockAdvance, { productId: PRODUCT_ID, at: DEADLINE });
  passTime(shard, 1);
  return transferHoldId;
}

/** Posted, held and incoming of an account, minor units. */
export function balanceOf({ state: { accounts } }: TestShard, accountId: string) {
  const ordinal = accounts.ordinalOf(1, accountId);
  return {
    posted: String(accounts.creditsPosted(ordinal) - accounts.debitsPosted(ordinal)),
    held: String(accounts.debitsPending(ordinal)),
    incoming: String(accounts.creditsPending(ordinal)),
  };
}

/** Every field that `expected` names has that value; fields that it does not name may be anything. */
export function assertContains(actual: unknown, expected: Record<string, unknown>): void {
  const shown = actual as Record<string, unknown>;
  const named = Object.keys(expected).map((field) => [field, shown[field]]);
  assert.deepEqual(Object.fromEntries(named), expected);
}
