/** The codes of tables: each stands in one file, no table shares one, and no number between them is forgotten. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { featureFolderOf, featureOrderOf, isOperation } from "../../test/architecture_features.ts";
import { isTest, sourceOf } from "../../test/architecture_source.ts";
import { camelCase } from "../base/camel_case.ts";
import type { Feature } from "../contract/declare/feature.ts";
import { SHARD_TABLE } from "../contract/tables/shard_table_codes.ts";
import type { Table } from "../contract/tables/table.ts";
import {
  PLATFORM_FEATURES,
  PLATFORM_REGISTRY,
  SHARD_FEATURES,
  SHARD_REGISTRY,
} from "./registry.ts";
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

/** By the names of their tables, the features in the order in which the registry lists their folders. */
const FEATURES: readonly ReadonlySet<string>[] = [
  ...tableNamesOf(SHARD_FEATURES, "LEDGER_TABLE", SHARD_REGISTRY.createState()),
  ...tableNamesOf(PLATFORM_FEATURES, "PLATFORM_TABLE", PLATFORM_REGISTRY.createState()),
];
/** What a member is shown as stands in the table of people, whose feature is below that of companies. */
const USES_BELOW = ["src/features/tenant/member_view.ts uses PLATFORM_TABLE.user"];

test("table codes: the files of a feature, except operations -> use those of its own tables and of features above", () => {
  const registry = "src/features/registry.ts";
  const order = featureOrderOf(sourceOf(registry, textOf(registry)));
  assert.equal(order.length, FEATURES.length);
  const files = readdirSync(new URL(".", import.meta.url), { recursive: true, encoding: "utf8" })
    .map((name) => ({ path: `src/features/${name}` }))
    .filter((file) => file.path.endsWith(".ts") && !isTest(file) && !isOperation(file));
  const below = files.flatMap(({ path }) => {
    const rank = order.lastIndexOf(featureFolderOf(path) ?? "");
    const seen = FEATURES.slice(0, rank + 1);
    const used = usedIn(textOf(path)).filter((code) => !seen.some((names) => names.has(code)));
    return used.map((code) => `${path} uses ${code}`);
  });
  assert.deepEqual(below, USES_BELOW);
});

/** For each feature: its tables and indexes, as members of the list that has their codes. */
function tableNamesOf(features: readonly Feature[], list: string, state: object): Set<string>[] {
  return features.map(({ tables }) => {
    const all = (tables?.(state as never) ?? []).flatMap(withIndexes);
    return new Set(all.map(({ name }) => `${list}.${camelCase(name)}`));
  });
}

function withIndexes(table: Table): Table[] {
  return [table, ...(table.indexes ?? []).flatMap(withIndexes)];
}

/** The codes that a file uses: `LEDGER_TABLE.account`, or `{ account } = LEDGER_TABLE`. */
function usedIn(text: string): string[] {
  const members = [...text.matchAll(/\b(?:LEDGER|PLATFORM)_TABLE\.\w+/g)].map(([code]) => code);
  const taken = [...text.matchAll(/\{([^{}]*)\} = ((?:LEDGER|PLATFORM)_TABLE)\b/g)];
  const named = taken.flatMap(([, names = "", list]) =>
    [...names.matchAll(/(\w+)(?:: \w+)?/g)].map(([, name]) => `${list}.${name}`),
  );
  return [...new Set([...members, ...named])];
}

function textOf(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
}

/** The name of each table as a member of a list of codes has it, with the table's code. */
function codesByName(tables: readonly Table[]): [string, number][] {
  const named = tables.map(({ name, code }): [string, number] => [camelCase(name), code]);
  return named.sort(byCode);
}

function byCode([, a]: [string, number], [, b]: [string, number]): number {
  return a - b;
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
