/** A month of an account against a naive sum over its entries, and what is refused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  exported,
  otherAmount,
  payDaily,
} from "../../../test/support/features/statement/statements.ts";
import { fc } from "../../../test/support/properties.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import {
  cancel,
  clear,
  DAY_MS,
  holdFor,
  openAccount,
  transfer,
} from "../../../test/world/parties.ts";
import type { Reading } from "../../../test/world/reading.ts";
import { UNKNOWN_ACCOUNTS } from "../../../test/world/rows.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import type { Place } from "../../base/id.ts";
import type { RecordSpot } from "../../contract/tables/snapshot.ts";
import { ENTRY_INDEX_EVERY } from "../ledger/ledger.ts";
import { accountEntryList } from "./account.entry.list.ts";
import { accountStatementRetrieve } from "./account.statement.retrieve.ts";
import type { AccountEntry } from "./account_entry.ts";

/** The statement of a month, computed from the list of entries: the plain twin. */
function naive(entries: readonly AccountEntry[], month: string) {
  const signed = ({ direction, amount }: AccountEntry) =>
    direction === "debit" ? -BigInt(amount) : BigInt(amount);
  const sum = (some: readonly AccountEntry[]) => some.reduce((all, one) => all + signed(one), 0n);
  const own = entries.filter(({ createdAt }) => createdAt.startsWith(month));
  const opening = sum(entries.filter(({ createdAt }) => createdAt.slice(0, 7) < month));
  const debits = sum(own.filter(({ direction }) => direction === "debit"));
  return {
    opening: String(opening),
    closing: String(opening + sum(own)),
    totalDebits: String(-debits),
    totalCredits: String(sum(own) - debits),
    entryCount: own.length,
  };
}

async function assertAgrees(
  world: World,
  accountId: string,
  months: readonly string[],
): Promise<void> {
  const entries = await listAll<AccountEntry>(world, accountEntryList, { accountId }, 100);
  for (const month of months) {
    const { opening, closing, totalDebits, totalCredits, entryCount } = await world.found(
      accountStatementRetrieve,
      { accountId, month },
    );
    const statement = { opening, closing, totalDebits, totalCredits, entryCount };
    assert.deepEqual(statement, naive(entries, month), month);
    const { text } = await exported(world, accountId, month);
    const own = entries.filter(({ createdAt }) => createdAt.startsWith(month)).reverse();
    assert.deepEqual(
      text
        .split("\r\n")
        .slice(1, -1)
        .map((line) => line.split(",").slice(0, 2)),
      own.map(({ createdAt, transferId }) => [createdAt, transferId]),
      month,
    );
  }
}

/** A read whose snapshot shows the second record changed; false: as one that is not there. */
function secondRecord(change: (spot: RecordSpot) => boolean): Reading {
  return {
    altered(view) {
      const places: Place[] = [];
      return {
        pointAt(place, spot) {
          if (!places.includes(place)) places.push(place);
          const isThere = view.pointAt(place, spot);
          return place === places[1] && isThere ? change(spot) : isThere;
        },
      };
    },
  };
}

const MONTHS = ["2026-01", "2026-02", "2026-03", "2026-04", "2026-05"];

decisionTable(accountStatementRetrieve, {
  given: (world) => payDaily(world, 3),
  input: ({ source }) => ({ accountId: source, month: "2026-02" }),
  rows: [
    {
      title: "a month that is over",
      outcome: "sealed",
      check: ({ reply }) => assert.equal(reply.evidence.status, "sealed"),
    },
    {
      title: "a month that is not",
      input: { month: "2026-03" },
      outcome: "open",
      check: ({ reply }) => assert.equal(reply.evidence.status, "open"),
    },
    ...UNKNOWN_ACCOUNTS,
    {
      title: "a month before the account",
      input: { month: "2025-12" },
      code: "statement_evidence_incomplete",
      details: { missing: ["account"] },
    },
    {
      title: "a month to come",
      input: { month: "2026-04" },
      code: "statement_evidence_incomplete",
      details: { missing: ["month"] },
    },
    {
      title: "a row that is gone",
      asking: secondRecord(() => false),
      code: "statement_evidence_incomplete",
      details: { missing: ["rows"] },
    },
    {
      title: "a row that does not follow",
      asking: secondRecord(otherAmount),
      code: "statement_evidence_incomplete",
      details: { missing: ["reconciliation"] },
    },
  ],
});

test("account.statement.retrieve: months with and without entries -> what the entries add up to", async () => {
  const world = await openWorld();
  const { source, destination } = payDaily(world, 60);
  clear(world, holdFor(world, destination).transferHoldId, "20");
  cancel(world, holdFor(world, destination).transferHoldId);
  await assertAgrees(world, source, MONTHS);
  await assertAgrees(world, destination, MONTHS);
  await assertAgrees(world, openAccount(world), ["2026-05"]);
});

test("account.statement.retrieve: entries at random times, many and few -> what they add up to", async () => {
  const gaps = fc.array(fc.constantFrom(0, 1, 60_000, DAY_MS, 9 * DAY_MS, 40 * DAY_MS), {
    minLength: 0,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(gaps, fc.boolean(), async (waits, many) => {
      const world = await openWorld();
      const source = openAccount(world, { fundedMinor: 100_000n });
      const destination = openAccount(world);
      waits.forEach((wait, index) => {
        world.nowMs += Math.min(wait, 20 * DAY_MS);
        const times = many && index % 10 === 0 ? 70 : 1;
        for (let time = 0; time < times; time++) transfer(world, source, destination, "3");
      });
      const months: string[] = [];
      for (let at = new Date(Date.UTC(2026, 0)); at.getTime() <= world.nowMs; ) {
        months.push(at.toISOString().slice(0, 7));
        at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1));
      }
      await assertAgrees(world, source, months);
    }),
    { numRuns: 12 },
  );
});

test("account.statement.retrieve: more rows than an index block in one month -> each once, in order", async () => {
  const world = await openWorld({ stepMs: 10_000 });
  const source = openAccount(world, { fundedMinor: 10_000n });
  const destination = openAccount(world);
  for (let row = 0; row < ENTRY_INDEX_EVERY * 2 + 5; row++) {
    transfer(world, source, destination, "1");
  }
  await assertAgrees(world, destination, ["2026-01"]);
});
