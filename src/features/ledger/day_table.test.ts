/** What moved by day and month against plain sums over the rows, across days, months, drains and restarts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../../test/support/properties.ts";
import { monthBefore, monthOf } from "../calendar_month.ts";
import { AccountTable } from "./account_table.ts";
import { DayTable } from "./day_table.ts";
import { decodeDay, partsOfDayKey } from "./day_totals.ts";
import { EntryDigest } from "./entry_digest.ts";
import { netOf } from "./month_totals.ts";
import { RealmCalendars } from "./realm_calendars.ts";
import { EXTERNAL_ROLE, roleCodeOf } from "./roles.ts";
import type { TransferRow } from "./transfer_row.ts";

const DAY_MS = 86_400_000;
const EXTERNAL = roleCodeOf(EXTERNAL_ROLE);
const ROLES = [0, 0, EXTERNAL];
const REALMS = [1, 2];
const CURRENCIES = ["EUR", "JPY"];
const KINDS = ["book", "funding", "reversal"] as const;

type Move = {
  group: number;
  from: number;
  to: number;
  kind: (typeof KINDS)[number];
  amountMinor: bigint;
  failed: boolean;
  corrects: number;
  days: number;
  event: "" | "drain" | "restart" | "month";
};
const move: fc.Arbitrary<Move> = fc.record({
  group: fc.nat(3),
  from: fc.nat(2),
  to: fc.nat(2),
  kind: fc.constantFrom(...KINDS),
  amountMinor: fc.oneof(fc.bigInt(1n, 100n), fc.constant(10n ** 18n - 1n)),
  failed: fc.constantFrom(false, false, false, true),
  corrects: fc.nat(20),
  days: fc.constantFrom(0, 0, 0, 0.4, 1, 17, 45),
  event: fc.constantFrom("", "", "", "drain", "restart", "month"),
});

function createAccounts(): AccountTable {
  const accounts = new AccountTable();
  for (const realm of REALMS) {
    for (const currency of CURRENCIES) {
      for (const roleCode of ROLES) {
        accounts.add({
          suffix: String(accounts.count).padStart(26, "0"),
          realm,
          roleCode,
          currency,
          ownerType: "customer",
          ownerId: "cust_1",
          changedBy: "key_1",
          atMs: 1,
          extras: undefined,
        });
      }
    }
  }
  return accounts;
}

type Entered = {
  realm: number;
  currency: string;
  row: TransferRow;
  timeMs: number;
  place: number;
  corrects: number | undefined;
  ordinals: number[];
};

/** The twin: what moved in a month, from all rows that were entered. */
function naive(all: readonly Entered[], realm: number, currency: string, month: string) {
  const own = all.filter((one) => one.realm === realm && one.currency === currency);
  const posted = own.filter(({ row }) => row.step === "posted");
  const within = posted.filter(({ timeMs }) => monthOf(timeMs) === month);
  const net = (some: readonly Entered[]) =>
    some.reduce((sum, { row }) => sum + signOf(row) * row.amountMinor, 0n);
  const digest = new EntryDigest();
  let day = -1;
  for (const { row, timeMs } of posted.filter((one) => monthOf(one.timeMs) <= month)) {
    const at = Math.floor(timeMs / DAY_MS);
    if (at !== day) digest.end();
    day = at;
    digest.add(row, timeMs);
  }
  digest.end();
  const corrected = within.flatMap(({ corrects, row }) => {
    const start = own.findLast((one) => corrects !== undefined && one.place <= corrects);
    const of = start && monthOf(start.timeMs);
    return of === undefined || of >= month ? [] : [`${of} ${row.amountMinor}`];
  });
  return {
    opening: net(posted.filter(({ timeMs }) => monthOf(timeMs) < month)),
    closing: net(posted.filter(({ timeMs }) => monthOf(timeMs) <= month)),
    counts: KINDS.map((kind) => within.filter(({ row }) => row.transferKind === kind).length),
    volume: within.reduce((sum, { row }) => sum + row.amountMinor, 0n),
    failed: own.filter(({ row, timeMs }) => row.step === "failed" && monthOf(timeMs) === month)
      .length,
    active: new Set(within.flatMap(({ ordinals }) => ordinals)).size,
    corrected: corrected.length,
    digest: digest.digest,
  };
}

const signOf = ({ sourceOrdinal, destinationOrdinal }: TransferRow) =>
  BigInt(Number(isExternal(sourceOrdinal)) - Number(isExternal(destinationOrdinal)));
const isExternal = (ordinal: number) => ROLES[ordinal % ROLES.length] === EXTERNAL;

test("DayTable: any rows, months that end, drains and restarts -> the plain sums of days and months", () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 70 }), (moves) => {
      const accounts = createAccounts();
      const stored = new Map<string, Uint8Array>();
      const entered: Entered[] = [];
      const ended = new Map(REALMS.map((realm) => [realm, "2026-00"]));
      let table = new DayTable(new RealmCalendars());
      let timeMs = Date.UTC(2026, 0, 30, 23);
      const drain = () =>
        table.drain((realm, key, value) => {
          stored.set(`${realm}/${key}`, value as Uint8Array);
          return 1;
        });
      const restart = () => {
        drain();
        table = new DayTable(new RealmCalendars());
        for (const [path, value] of [...stored].sort(([a], [b]) => (a < b ? -1 : 1))) {
          table.load(Number(path[0]), path.slice(2), value, 1);
        }
        table.loaded((realm) => ended.get(realm) as string);
      };
      for (const [index, each] of moves.entries()) {
        timeMs += each.days * DAY_MS;
        const sourceOrdinal = each.group * ROLES.length + each.from;
        const destinationOrdinal = each.group * ROLES.length + each.to;
        const row = {
          step: each.failed ? "failed" : "posted",
          transferKind: each.kind,
          amountMinor: each.amountMinor,
          sourcePosted: BigInt(-index),
          destinationPosted: BigInt(index),
          sourceOrdinal,
          destinationOrdinal,
        } as TransferRow;
        const place = index + 1;
        const corrects =
          each.kind === "reversal" && !each.failed ? Math.max(1, place - each.corrects) : undefined;
        table.enter(accounts, row, { timeMs, place }, corrects);
        const ordinals = [sourceOrdinal, destinationOrdinal].filter((one) => !isExternal(one));
        const realm = accounts.realm(sourceOrdinal);
        const currency = accounts.currency(sourceOrdinal);
        entered.push({ realm, currency, row, timeMs, place, corrects, ordinals });
        if (each.event === "drain") drain();
        if (each.event === "restart") restart();
        if (each.event === "month") {
          const month = monthBefore(monthOf(timeMs));
          for (const one of REALMS) {
            table.endMonth(one, month);
            ended.set(one, month);
          }
        }
        for (const month of [monthOf(timeMs), monthBefore(monthOf(timeMs))]) {
          if (month <= (ended.get(realm) as string)) continue;
          const totals = table.monthTotals(realm, month).find((one) => one.currency === currency);
          assert.ok(totals);
          const { kinds, corrections } = totals;
          const shown = {
            opening: totals.openingMinor,
            closing: totals.closingMinor,
            counts: KINDS.map((kind) => kinds.get(kind)?.count ?? 0),
            volume: [...kinds.values()].reduce((sum, { volumeMinor }) => sum + volumeMinor, 0n),
            failed: [...kinds.values()].reduce((sum, { failed }) => sum + failed, 0),
            active: totals.activeAccounts,
            corrected: [...corrections.values()]
              .flatMap((of) => [...of.values()])
              .reduce((sum, { count }) => sum + count, 0),
            digest: totals.digest,
          };
          assert.deepEqual(shown, naive(entered, realm, currency, month));
        }
      }
      drain();
      for (const [path, value] of stored) {
        const { day, currency } = partsOfDayKey(path.slice(2));
        const posted = entered.filter(
          (one) =>
            one.realm === Number(path[0]) &&
            one.currency === currency &&
            new Date(one.timeMs).toISOString().startsWith(day),
        );
        const net = posted
          .filter(({ row }) => row.step === "posted")
          .reduce((sum, { row }) => sum + signOf(row) * row.amountMinor, 0n);
        assert.equal(netOf(decodeDay(value).kinds), net);
      }
    }),
    { numRuns: 150 },
  );
});
