/** The books against plain sums over the rows, across months, drains and restarts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../../test/support/properties.ts";
import { monthOf } from "../calendar_month.ts";
import { AccountTable } from "./account_table.ts";
import { BookTable, bookKey } from "./book_table.ts";
import type { TransferRow } from "./transfer_row.ts";

const DAY_MS = 86_400_000;
const CURRENCIES = ["EUR", "JPY"];
/** Two accounts of each realm, currency and role. */
const REALMS = [1, 2];
const ROLES = [0, 4, 7];

type Move = { from: number; to: number; amountMinor: bigint; days: number; event: string };
const move: fc.Arbitrary<Move> = fc.record({
  from: fc.nat(11),
  to: fc.nat(11),
  amountMinor: fc.oneof(fc.bigInt(1n, 100n), fc.constant(10n ** 18n - 1n)),
  days: fc.constantFrom(0, 0, 0, 1, 17, 45),
  event: fc.constantFrom("", "", "", "drain", "restart"),
});

function createAccounts(): AccountTable {
  const accounts = new AccountTable();
  for (const currency of CURRENCIES) {
    for (const realm of REALMS) {
      for (const roleCode of [...ROLES, ...ROLES]) {
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

test("BookTable: any moves, drains and restarts -> the plain sums; every month adds up to zero", () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
      const accounts = createAccounts();
      const stored = new Map<string, string>();
      const expected = new Map<string, [bigint, bigint, number]>();
      let books = new BookTable();
      let timeMs = Date.UTC(2026, 0, 31, 23);
      const drain = () =>
        books.drain((realm, key, value) => {
          stored.set(`${realm}/${key}`, new TextDecoder().decode(value));
          return 1;
        });
      for (const { from, to, amountMinor, days, event } of moves) {
        timeMs += days * DAY_MS;
        const [sourceOrdinal, destinationOrdinal] = [from * 2, (to * 2) % 24];
        const row = { sourceOrdinal, destinationOrdinal, amountMinor } as TransferRow;
        books.enter(accounts, row, timeMs);
        for (const [ordinal, debit, credit] of [
          [sourceOrdinal, amountMinor, 0n],
          [destinationOrdinal, 0n, amountMinor],
        ] as const) {
          const book = bookKey(
            accounts.currency(ordinal),
            monthOf(timeMs),
            accounts.roleCode(ordinal),
          );
          const key = `${accounts.realm(ordinal)}/${book}`;
          const [debits, credits, entries] = expected.get(key) ?? [0n, 0n, 0];
          expected.set(key, [debits + debit, credits + credit, entries + 1]);
        }
        if (event !== "") drain();
        if (event !== "restart") continue;
        books = new BookTable();
        for (const [key, value] of [...stored].sort(([a], [b]) => (a < b ? -1 : 1))) {
          const [realm, own] = key.split("/") as [string, string];
          books.load(Number(realm), own, new TextEncoder().encode(value), 1);
        }
      }
      drain();
      const decoded = [...stored].map(([key, value]) => [key, JSON.parse(value)]);
      assert.deepEqual(
        Object.fromEntries(decoded),
        Object.fromEntries(
          [...expected].map(([key, [debits, credits, entries]]) => [
            key,
            { debits: String(debits), credits: String(credits), entries },
          ]),
        ),
      );
    }),
  );
});
