/** A drain of the balances over many steps, against copies that were made when it began. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../../test/support/properties.ts";
import { type Mark, NEVER_STORED, type TableDrain } from "../../contract/tables/table.ts";
import { type AccountBalance, BLOCK_ROWS, balanceIn, blockOf } from "./balance_block.ts";
import { BalanceTable } from "./balance_table.ts";

const ACCOUNTS = 3 * BLOCK_ROWS + 5;

const step = fc.oneof(
  fc.record({ do: fc.constant("debit" as const), pick: fc.nat() }),
  fc.record({ do: fc.constant("credit" as const), pick: fc.nat() }),
  fc.record({ do: fc.constant("head" as const), pick: fc.nat() }),
  fc.record({ do: fc.constant("add" as const), count: fc.constantFrom(1, BLOCK_ROWS, 2_000) }),
  fc.record({ do: fc.constant("take" as const), limit: fc.nat(2) }),
);

test("balance table: any changes between the slices of a drain -> each block as it was when it began", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const table = new BalanceTable();
      let accounts = 0;
      const add = (count: number) => {
        for (let added = 0; added < count; added++) table.add(accounts++);
      };
      add(ACCOUNTS);
      const stored = new Map<string, { bytes: Buffer; mark: Mark }>();
      let lastMark = NEVER_STORED;
      let under: { drain: TableDrain; expected: AccountBalance[] } | undefined;
      const begin = () => {
        const expected = Array.from({ length: accounts }, (_, ordinal) => table.balance(ordinal));
        const drain = table.beginDrain((_realm, key, value, earlier) => {
          assert.equal(earlier, stored.get(key)?.mark ?? NEVER_STORED);
          stored.set(key, { bytes: Buffer.from(value as Uint8Array), mark: ++lastMark });
          return lastMark;
        });
        return { drain, expected };
      };
      const take = (limit: number) => {
        under ??= begin();
        if (under.drain.take(limit) === limit) return;
        const blocks = [...stored].sort(([a], [b]) => (a < b ? -1 : 1));
        under.expected.forEach((balance, ordinal) => {
          const { bytes } = blocks[blockOf(ordinal)]?.[1] ?? assert.fail("a block is missing");
          assert.deepEqual(balanceIn(bytes, ordinal), balance);
        });
        assert.equal(blocks.length, Math.ceil(under.expected.length / BLOCK_ROWS));
        under = undefined;
      };
      for (const [at, each] of steps.entries()) {
        const money = BigInt(at + 1);
        if (each.do === "take") take(each.limit);
        else if (each.do === "add") add(each.count);
        else {
          const ordinal = each.pick % accounts;
          if (each.do === "debit") table.setDebits(ordinal, money, money);
          else if (each.do === "credit") table.setCredits(ordinal, money, money);
          else table.setHead(ordinal, { place: at, sub: 0 });
        }
      }
      take(Number.POSITIVE_INFINITY);
      take(Number.POSITIVE_INFINITY);
    }),
  );
});

test("balance table: a second drain while one is under way -> a bug, and nothing is given", () => {
  const table = new BalanceTable();
  table.add(0);
  let given = 0;
  const sink = () => ++given;
  table.beginDrain(sink);
  assert.throws(() => table.beginDrain(sink), /one drain of the balances is under way/);
  assert.equal(given, 0);
});
