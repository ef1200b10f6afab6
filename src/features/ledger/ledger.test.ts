/**
 * The ledger against a naive model of plain objects with one balance each and totals that never end.
 * Legs of all steps run in any order, of amounts up to the largest balance; the model says which legs
 * are possible and what every account has afterwards.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../../test/support/properties.ts";
import { placeOf } from "../../base/id.ts";
import type { RecordHead } from "../../contract/records/record.ts";
import { AccountTable } from "./account_table.ts";
import { applyTransferRow, BALANCE_MAX, ENTRY_INDEX_EVERY, type Leg, Plan } from "./ledger.ts";
import { createLedgerState, type LedgerState } from "./ledger_state.ts";
import { type RoleName, roleCodeOf } from "./roles.ts";
import { decodeTransferRow, type TransferRow, transferRowCodec } from "./transfer_row.ts";

/**
 * Account 0 is the external account: it may go below zero and has no limit but for what is reserved for it; nothing is
 * reserved at it.
 */
const ACCOUNTS = 4;

/** One attempt of a plan. `hold` selects a present hold, for the steps that end a hold. */
type Attempt = {
  step: "posted" | "reserved" | "cleared" | "released" | "failed";
  source: number;
  shift: number;
  amountMinor: bigint;
  hold: number;
};

type Hold = { source: number; destination: number; amountMinor: bigint };
/** The money of each account, the part of it that holds reserve, and what moved in its life. */
type Model = {
  owned: bigint[];
  held: bigint[];
  debited: bigint[];
  credited: bigint[];
  holds: Hold[];
};

/** Small ones, and ones of which a few pass 2^64. */
const amounts = fc.oneof(
  fc.bigInt(1n, 40n),
  fc.constantFrom(BALANCE_MAX, BALANCE_MAX - 20n, 2n ** 62n, 10n ** 18n - 1n),
);

const attempt: fc.Arbitrary<Attempt> = fc.record({
  step: fc.constantFrom("posted", "posted", "reserved", "cleared", "released", "failed"),
  source: fc.nat(ACCOUNTS - 1),
  shift: fc.integer({ min: 1, max: ACCOUNTS - 1 }),
  amountMinor: amounts,
  hold: fc.nat(100),
});
const records = fc.array(fc.array(attempt, { minLength: 1, maxLength: 4 }), { maxLength: 30 });

test("ledger: any legs -> what the naive model says, and a replay gives the same columns", () => {
  fc.assert(
    fc.property(records, (drawn) => {
      const live = createLedger();
      const model = createModel();
      const log: { head: RecordHead; rows: readonly TransferRow[] }[] = [];
      drawn.forEach((attempts, index) => {
        const head = headAt(index + 1);
        const plan = new Plan(live.accounts, head.place);
        attempts.forEach((each, sub) => {
          tryLeg(plan, model, each, sub);
        });
        for (const row of plan.rows) applyTransferRow(live, row, head);
        log.push({ head, rows: plan.rows });
        assertAgrees(live, model);
      });
      const replayed = createLedger();
      for (const { head, rows } of log) {
        for (const row of rows) applyTransferRow(replayed, afterTheLog(row), head);
      }
      assert.deepEqual(documentsOf(replayed), documentsOf(live));
      assert.deepEqual(documentsOf(restarted(live)), documentsOf(live));
    }),
  );
});

/** The row as the log gives it back. */
function afterTheLog(row: TransferRow): TransferRow {
  const bytes = Buffer.alloc(transferRowCodec.bytesMax(row));
  transferRowCodec.encode(row, bytes, 0);
  return decodeTransferRow(bytes, 0);
}

/** The accounts as a start loads them from what is stored. */
function restarted({ accounts }: LedgerState): { accounts: AccountTable } {
  const loaded = new AccountTable();
  accounts.drain((realm, key, value) => {
    loaded.load(realm, key, value as Uint8Array, 1);
    return 1;
  });
  accounts.balances.drain((realm, key, value) => {
    loaded.balances.load(realm, key, value as Uint8Array, 1);
    return 1;
  });
  return { accounts: loaded };
}

/** Adds the leg to plan and model if it is possible; plan and model must agree on that. */
function tryLeg(plan: Plan, model: Model, each: Attempt, sub: number): void {
  const ending = each.step === "cleared" || each.step === "released";
  const hold = ending ? model.holds[each.hold % Math.max(1, model.holds.length)] : undefined;
  if (ending && hold === undefined) return;
  const source = hold?.source ?? each.source;
  const destination = hold?.destination ?? (source + each.shift) % ACCOUNTS;
  const leg: Leg = {
    step: each.step,
    transferKind: ending ? "hold" : "book",
    sub,
    sourceOrdinal: source,
    destinationOrdinal: destination,
    amountMinor: amountOf(each, hold),
    reservedMinor: hold?.amountMinor ?? 0n,
  };
  if (each.step === "reserved" && source === 0) return;
  if (each.step === "failed") {
    plan.addFailed(leg, "insufficient_balance");
    return;
  }
  const available = at(model.owned, source) - at(model.held, source);
  const refusal = plan.add(leg);
  const incoming = incomingOf(model, destination);
  const currentMinor = destination === 0 ? incoming : at(model.owned, destination) + incoming;
  const isLimited = destination !== 0 || each.step === "reserved";
  if (!ending && isLimited && currentMinor + leg.amountMinor > BALANCE_MAX) {
    const accountId = `acct_${suffixOf(destination)}`;
    assert.deepEqual(refusal, { reason: "balance", accountId, currentMinor });
    return;
  }
  if (!ending && source !== 0 && available < leg.amountMinor) {
    assert.deepEqual(refusal, { reason: "insufficient", availableMinor: available });
    return;
  }
  assert.equal(refusal, undefined);
  moveModel(model, leg, hold);
  assert.equal(plan.available(source), at(model.owned, source) - at(model.held, source));
}

function amountOf({ step, amountMinor }: Attempt, hold: Hold | undefined): bigint {
  if (step === "released") return 0n;
  if (hold === undefined) return amountMinor;
  return amountMinor < hold.amountMinor ? amountMinor : hold.amountMinor;
}

function moveModel(model: Model, leg: Leg, hold: Hold | undefined): void {
  const { step, sourceOrdinal: source, destinationOrdinal: destination, amountMinor } = leg;
  if (step === "reserved") {
    model.held[source] = at(model.held, source) + amountMinor;
    model.holds.push({ source, destination, amountMinor });
    return;
  }
  model.owned[source] = at(model.owned, source) - amountMinor;
  model.owned[destination] = at(model.owned, destination) + amountMinor;
  model.debited[source] = at(model.debited, source) + amountMinor;
  model.credited[destination] = at(model.credited, destination) + amountMinor;
  if (hold === undefined) return;
  model.held[source] = at(model.held, source) - hold.amountMinor;
  model.holds.splice(model.holds.indexOf(hold), 1);
}

function incomingOf({ holds }: Model, ordinal: number): bigint {
  const own = holds.filter(({ destination }) => destination === ordinal);
  return own.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}

function assertAgrees({ accounts }: LedgerState, model: Model): void {
  const { owned, held, debited, credited, holds } = model;
  let total = 0n;
  for (let ordinal = 0; ordinal < ACCOUNTS; ordinal++) {
    const posted = accounts.creditsPosted(ordinal) - accounts.debitsPosted(ordinal);
    const pending = accounts.debitsPending(ordinal);
    assert.deepEqual([posted, pending], [owned[ordinal], held[ordinal]]);
    const reserved = holds.filter(({ source }) => source === ordinal);
    assert.equal(
      pending,
      reserved.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
    );
    const incoming = incomingOf(model, ordinal);
    assert.equal(accounts.creditsPending(ordinal), incoming);
    assert.equal(accounts.debitsPosted(ordinal), debited[ordinal]);
    assert.equal(accounts.creditsPosted(ordinal), credited[ordinal]);
    if (ordinal > 0) assert.ok(posted - pending >= 0n, "nothing available is below zero");
    if (ordinal > 0) assert.ok(posted + incoming <= BALANCE_MAX, "no balance is above the largest");
    total += posted;
  }
  assert.equal(total, 0n);
}

test("ledger: a balance at its limit -> the last unit passes, one more is refused until money leaves", () => {
  const ledger = createLedger();
  const leg = legOf({ sourceOrdinal: 0, destinationOrdinal: 1, amountMinor: BALANCE_MAX - 1n });
  const plan = new Plan(ledger.accounts, 0);
  assert.equal(plan.add(leg), undefined);
  assert.equal(plan.add({ ...leg, sub: 1, amountMinor: 1n }), undefined);
  const one = { ...leg, sub: 2, amountMinor: 1n };
  const accountId = ledger.accounts.accountId(1);
  assert.deepEqual(plan.add(one), { reason: "balance", accountId, currentMinor: BALANCE_MAX });
  assert.equal(plan.rows.length, 2);
  assert.equal(plan.add({ ...one, sourceOrdinal: 1, destinationOrdinal: 2 }), undefined);
  assert.equal(plan.add({ ...one, sub: 3 }), undefined);
});

test("ledger: a hold for an account -> counts as its balance does, until the hold ends", () => {
  const ledger = createLedger();
  const plan = new Plan(ledger.accounts, 0);
  const parties = { sourceOrdinal: 2, destinationOrdinal: 1 };
  plan.add(legOf({ sourceOrdinal: 0, destinationOrdinal: 2, amountMinor: 5n }));
  plan.add({ ...legOf({ ...parties, amountMinor: 5n, sub: 1 }), step: "reserved" });
  const rest = { sourceOrdinal: 0, destinationOrdinal: 1, amountMinor: BALANCE_MAX - 5n };
  assert.equal(plan.add(legOf({ ...rest, sub: 2 })), undefined);
  const one = legOf({ ...rest, amountMinor: 1n, sub: 3 });
  const accountId = ledger.accounts.accountId(1);
  assert.deepEqual(plan.add(one), { reason: "balance", accountId, currentMinor: BALANCE_MAX });
  const ending = { ...legOf({ ...parties, amountMinor: 4n, sub: 3 }), reservedMinor: 5n };
  assert.equal(plan.add({ ...ending, step: "cleared" }), undefined);
  assert.equal(plan.add({ ...one, sub: 4 }), undefined);
  assert.equal(plan.add({ ...one, sub: 5 })?.reason, "balance");
});

test("ledger: a balance past its limit and too little money -> the balance comes first", () => {
  const ledger = createLedger();
  const plan = new Plan(ledger.accounts, 0);
  plan.add(legOf({ sourceOrdinal: 0, destinationOrdinal: 1, amountMinor: BALANCE_MAX }));
  const leg = legOf({ sourceOrdinal: 2, destinationOrdinal: 1, amountMinor: 1n, sub: 1 });
  assert.equal(plan.add(leg)?.reason, "balance");
});

test("ledger: money reserved at an external account -> stops the decision", () => {
  const { accounts } = createLedger();
  const leg = legOf({ sourceOrdinal: 0, destinationOrdinal: 1, amountMinor: 1n });
  const add = () => new Plan(accounts, 0).add({ ...leg, step: "reserved" });
  assert.throws(add, /nothing is reserved at an external account/);
});

test("ledger: reserved for an external account, up to the limit and one more -> taken, then refused", () => {
  const plan = new Plan(createLedger().accounts, 0);
  const give = (amountMinor: bigint, sub: number) =>
    plan.add(legOf({ sourceOrdinal: 0, destinationOrdinal: 1, amountMinor, sub }));
  const reserve = (amountMinor: bigint, sub: number) => {
    const leg = legOf({ sourceOrdinal: 1, destinationOrdinal: 0, amountMinor, sub });
    return plan.add({ ...leg, step: "reserved" });
  };
  assert.equal(give(BALANCE_MAX, 0), undefined);
  assert.equal(reserve(BALANCE_MAX - 1n, 1), undefined);
  assert.equal(reserve(1n, 2), undefined);
  const other = legOf({ sourceOrdinal: 0, destinationOrdinal: 2, amountMinor: 1n, sub: 3 });
  assert.equal(plan.add(other), undefined);
  const further = legOf({ sourceOrdinal: 2, destinationOrdinal: 0, amountMinor: 1n, sub: 4 });
  const refused = plan.add({ ...further, step: "reserved" });
  assert.equal(refused?.reason, "balance");
});

const FROM_LOSSES = [
  { what: "a return of a collection", leg: { transferKind: "collection" }, refused: undefined },
  { what: "a transfer", leg: { transferKind: "book" }, refused: "insufficient" },
  { what: "an action of a program", leg: { transferKind: "action" }, refused: "insufficient" },
  {
    what: "a reservation",
    leg: { transferKind: "collection", step: "reserved" },
    refused: "insufficient",
  },
] as const;
for (const { what, leg, refused } of FROM_LOSSES) {
  test(`ledger: ${what} from an empty account of losses -> ${refused ?? "below zero"}`, () => {
    const plan = new Plan(createLedger().accounts, placeOf(1, 0));
    const roleCode = roleCodeOf("product_losses");
    const sourceOrdinal = plan.willCreate({ accountId: "acct_l", currency: "EUR", roleCode });
    const moved = legOf({ sourceOrdinal, destinationOrdinal: 0, amountMinor: 5n });
    assert.equal(plan.add({ ...moved, ...leg })?.reason, refused);
    assert.equal(plan.available(sourceOrdinal), refused === undefined ? -5n : 0n);
  });
}

const DAMAGE: { name: string; row: Partial<TransferRow> }[] = [
  { name: "another amount", row: { amountMinor: 6n } },
  { name: "another source balance", row: { sourcePosted: -6n } },
  { name: "another destination balance", row: { destinationPosted: 6n } },
  { name: "another reservation", row: { sourceHeld: 1n } },
  { name: "another row before it", row: { sourcePrevious: { place: 8_192, sub: 0 } } },
];
for (const { name, row } of DAMAGE) {
  test(`ledger: a row that names ${name} -> stops`, () => {
    const ledger = createLedger();
    const plan = new Plan(ledger.accounts, placeOf(1, 0));
    plan.add(legOf({ sourceOrdinal: 0, destinationOrdinal: 1, amountMinor: 5n }));
    const damaged = { ...(plan.rows[0] as TransferRow), ...row };
    assert.throws(() => applyTransferRow(ledger, damaged, headAt(1)), /invariant does not hold/);
  });
}

test("ledger: every so many rows of an account -> one entry of its index", () => {
  const ledger = createLedger();
  const keys: string[] = [];
  for (let record = 1; record <= ENTRY_INDEX_EVERY * 2; record++) {
    const head = headAt(record);
    const plan = new Plan(ledger.accounts, head.place);
    plan.add(legOf({ sourceOrdinal: 0, destinationOrdinal: 1 + (record % 2), amountMinor: 1n }));
    for (const row of plan.rows) applyTransferRow(ledger, row, head);
  }
  ledger.entryIndex.drain((_realm, key) => keys.push(key.slice(0, 26)));
  const { accounts } = ledger;
  const [platform, odd, even] = [accounts.suffix(0), accounts.suffix(2), accounts.suffix(1)];
  assert.deepEqual(keys, [platform, odd, platform, even]);
});

function legOf(
  more: Pick<Leg, "sourceOrdinal" | "destinationOrdinal" | "amountMinor"> & { sub?: number },
): Leg {
  return { step: "posted", transferKind: "book", sub: 0, reservedMinor: 0n, ...more };
}

function createLedger(): LedgerState {
  const ledger = createLedgerState();
  for (let ordinal = 0; ordinal < ACCOUNTS; ordinal++) {
    const role: RoleName = ordinal === 0 ? "suspense" : "customer_balance";
    ledger.accounts.add({
      suffix: suffixOf(ordinal),
      realm: 1,
      roleCode: roleCodeOf(role),
      currency: "EUR",
      ownerType: "customer",
      ownerId: "cust_1",
      changedBy: "key_1",
      atMs: 1,
      extras: undefined,
    });
  }
  return ledger;
}

function headAt(record: number): RecordHead {
  return {
    place: placeOf(record, 0),
    shard: 0,
    timeMs: record,
    operation: "test",
    requestId: "",
    realm: 1,
    principalId: "key_1",
    actorType: "product_key",
    actorId: "key_1",
    cause: "api",
    previousPlace: 0,
    parentPlace: 0,
    requestDigest: "",
    status: 200,
    firstEvent: 0,
  };
}

function documentsOf({ accounts }: Pick<LedgerState, "accounts">) {
  return Array.from({ length: ACCOUNTS }, (_, ordinal) => ({
    ...accounts.document(ordinal),
    ...accounts.balances.balance(ordinal),
  }));
}

function createModel(): Model {
  return { owned: zeros(), held: zeros(), debited: zeros(), credited: zeros(), holds: [] };
}

function suffixOf(ordinal: number): string {
  return String(ordinal).padStart(26, "0");
}

function zeros(): bigint[] {
  return new Array<bigint>(ACCOUNTS).fill(0n);
}

function at(values: readonly bigint[], index: number): bigint {
  return values[index] as bigint;
}
