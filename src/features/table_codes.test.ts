/** The codes of tables: each stands in one file, no table shares one, and no number between them is forgotten. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SHARD_TABLE } from "../contract/shard_table_codes.ts";
import type { Table } from "../contract/table.ts";
import { PLATFORM_REGISTRY, SHARD_REGISTRY } from "./registry.ts";
import { LEDGER_TABLE, PLATFORM_TABLE, UNUSED } from "./table_codes.ts";

/** Between the codes of the shard room, and below those of fixtures. */
const FIRST = 8;
const LAST_MAX = 199;
const FIRST_OF_SHARD_ROOM = 240;

const SHARDS = [
  {
    shard: "ledger shard",
    tables: SHARD_REGISTRY.tables(SHARD_REGISTRY.createState()),
    codes: LEDGER_TABLE,
    unused: UNUSED.ledger,
  },
  {
    shard: "platform shard",
    tables: PLATFORM_REGISTRY.tables(PLATFORM_REGISTRY.createState()),
    codes: PLATFORM_TABLE,
    unused: UNUSED.platform,
  },
];

for (const { shard, tables, codes, unused } of SHARDS) {
  test(`table codes: the tables and indexes of the ${shard} -> exactly those of the list, by name`, () => {
    assert.deepEqual(codesByName(tables), Object.entries(codes).sort(byCode));
  });

  test(`table codes: the numbers of the ${shard} from the first to the last -> each a table's or unused, once`, () => {
    const ranges = unused.flatMap(({ from, to }) => numbers(from, to));
    const all = [...Object.values(codes), ...ranges].sort((a, b) => a - b);
    const last = Math.max(...Object.values(codes));
    assert.deepEqual(all, numbers(FIRST, last));
    assert.ok(last <= LAST_MAX, `${last} is a code of fixtures`);
  });
}

test("table codes: those of the shard room -> below and above the codes of features and fixtures", () => {
  const within = Object.values(SHARD_TABLE).filter(
    (code) => code >= FIRST && code < FIRST_OF_SHARD_ROOM,
  );
  assert.deepEqual(within, []);
});

/** The name of each table as a member of a list of codes has it, with the table's code. */
function codesByName(tables: readonly Table[]): [string, number][] {
  const named = tables.map(({ name, code }): [string, number] => [camelCase(name), code]);
  return named.sort(byCode);
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function byCode([, a]: [string, number], [, b]: [string, number]): number {
  return a - b;
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
