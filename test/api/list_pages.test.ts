/**
 * Pages of every list of the contract, over REST and as a GraphQL root field: each item once, in
 * order, no cursor on the last page, whatever the limit and the filter. The rows are in the cases of the
 * nouns (test/support/noun_cases.ts); a list or a filter without a row fails here.
 * A server of its own: its clock stands still, so that it writes no last use meanwhile.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { GraphQLInt, getNullableType } from "graphql";
import type { AnyRead } from "../../src/calls/callable.ts";
import { operations } from "../../src/features/registry.ts";
import { readOf, schemaOf } from "../../src/graphql/schema.ts";
import { type Client, type Document, expect, openClient, type Reply } from "../support/client.ts";
import {
  everyField,
  type GraphqlClient,
  graphqlClient,
  rootFields,
  withoutNulls,
} from "../support/graphql.ts";
import { type Known, type ListRow, timeOf } from "../support/list_cases.ts";
import { type ListData, populateLists } from "../support/list_data.ts";
import { NOUN_CASES } from "../support/noun_cases.ts";
import { newDataDir, type Server, startServer, stopServer } from "../support/server.ts";
import { newTestClock } from "../support/test_clock.ts";

type Parameters = Readonly<Record<string, string>>;
type Page = { items: Document[]; nextCursor: string | undefined };

/** Every list of the contract as a row: where the list is, and values of each of its filters. */
const LIST_ROWS: Readonly<Record<string, ListRow>> = Object.assign(
  {},
  ...NOUN_CASES.map(({ lists }) => lists),
);
/** `onBehalfOf` says who asks, and leaves nothing out. */
const PAGE_PARAMETERS = ["limit", "cursor", "onBehalfOf"];
/** The most items of a filtered list that are asked for one by one. */
const ONE_BY_ONE_MAX = 6;
const clock = newTestClock(Date.UTC(2026, 0, 5, 9));
const fields = rootFields(schemaOf(operations));
const FLAGS = ["--shards", "1", "--edges", "1", "--last-use-seconds", "1"];
let server: Server;
let client: Client;
let ask: GraphqlClient;
let askAsMember: GraphqlClient;
let data: ListData;
let known: Known;

before(async () => {
  server = await startServer(FLAGS, newDataDir(), clock);
  client = await openClient(server, server.demo);
  ask = graphqlClient(server, server.demo);
  askAsMember = graphqlClient(server, { apiKey: server.demo.founder.personalAccessToken });
  data = await populateLists(server, client, clock);
  known = data.known;
});

after(async () => {
  data.close();
  client.close();
  assert.equal((await stopServer(server)).code, 0);
});

/** The lists of the contract, by their declarations. */
const lists = operations.filter((operation): operation is AnyRead => {
  const { items, nextCursor } = operation.output["properties"] ?? {};
  return operation.type === "read" && items !== undefined && nextCursor !== undefined;
});

/** The filters of a list: its query parameters but for those of a page and of the row's base. */
function filterNamesOf({ query }: AnyRead): string[] {
  const names = Object.keys(query?.properties ?? {});
  return names.filter((name) => !PAGE_PARAMETERS.includes(name) && name !== "productId");
}

function rowOf({ id }: AnyRead): ListRow {
  const row = LIST_ROWS[id];
  assert.ok(row !== undefined, `${id} has no row in the cases of its noun`);
  return row;
}

/** Whether the list takes no key of a Product: a member of the company reads it. */
function isOfMembers({ principals }: AnyRead): boolean {
  return !principals.includes("product_key") && !principals.includes("public");
}

/** Reads a list with a credential that it takes. */
function get(list: AnyRead, path: string): Promise<Reply> {
  return (isOfMembers(list) ? data.member : client).get(path);
}

function pathOf({ http: { path } }: AnyRead, parameters: Parameters): string {
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? "");
  const query = new URLSearchParams(parameters).toString();
  return query === "" ? place : `${place}?${query}`;
}

async function pageOf(list: AnyRead, parameters: Parameters): Promise<Page> {
  const { body } = expect(await get(list, pathOf(list, parameters)), 200);
  const { items, nextCursor, ...others } = body as Record<string, unknown>;
  assert.deepEqual(others, {});
  return { items: items as Document[], nextCursor: nextCursor as string | undefined };
}

async function graphqlPageOf(list: AnyRead, parameters: Parameters): Promise<Page> {
  const field = fields.find((one) => readOf(one)?.operation === list);
  assert.ok(field !== undefined, `${list.id} has no root field`);
  const pathNames = Object.keys(list.path?.properties ?? {});
  const all = {
    ...Object.fromEntries(pathNames.map((name) => [name, known[name]])),
    ...parameters,
  };
  const typeOf = (name: string) => field.args.find((one) => one.name === name)?.type;
  const declared = Object.keys(all).map((name) => `$${name}: ${typeOf(name)}`);
  const passed = Object.keys(all).map((name) => `${name}: $${name}`);
  const call = passed.length === 0 ? field.name : `${field.name}(${passed.join(", ")})`;
  // As variables, so that the text of a list comes again and again, as that of a real client does.
  const head = declared.length === 0 ? "" : `query (${declared.join(", ")}) `;
  const variables = Object.fromEntries(
    Object.entries(all).map(([name, value]) => {
      const type = typeOf(name);
      const isNumber = type !== undefined && getNullableType(type) === GraphQLInt;
      return [name, isNumber ? Number(value) : value];
    }),
  );
  const asked = `${head}{ ${call} ${everyField(field)} }`;
  const reply = await (isOfMembers(list) ? askAsMember : ask)(asked, { variables });
  assert.deepEqual(reply.errors, [], `${call}: ${reply.text}`);
  const { items, nextCursor } = reply.data[field.name] as Page;
  return { items: withoutNulls(items) as Document[], nextCursor: nextCursor ?? undefined };
}

/** Walks to the end over REST and GraphQL: the pages must have exactly `expected`. */
async function assertPages(
  list: AnyRead,
  parameters: Parameters,
  expected: readonly Document[],
  limitsOf = (n: number) => [1, n - 1, n, n + 1, 100],
): Promise<void> {
  const n = expected.length;
  for (const limit of new Set(limitsOf(n))) {
    if (limit < 1 || limit > 100 || (limit === 1 && n > 60)) continue;
    const title = `${list.id} ${JSON.stringify(parameters)} limit ${limit} of ${n}`;
    let cursor: string | undefined;
    for (let from = 0; from === 0 || from < n; from += limit) {
      const asked = { ...parameters, limit: String(limit), ...(cursor && { cursor }) };
      const page = await pageOf(list, asked);
      assert.deepEqual(page.items, expected.slice(from, from + limit), title);
      assert.equal(page.nextCursor !== undefined, from + limit < n, `${title}: cursor at ${from}`);
      assert.deepEqual(withoutNulls(await graphqlPageOf(list, asked)), withoutNulls(page), title);
      cursor = page.nextCursor;
    }
  }
}

/**
 * With a filter: one by one where few items match, in four pages where many do; and the border of a last
 * page. Every limit is asked of each list without a filter.
 */
function limitsOfFilters(n: number): number[] {
  return [n <= ONE_BY_ONE_MAX ? 1 : Math.ceil(n / 4), n - 1, Math.max(n, 1)];
}

/** The items that a list without filters leaves out. */
async function leftOutOf(list: AnyRead): Promise<Document[]> {
  const { leftOut } = rowOf(list);
  if (leftOut === undefined) return [];
  const { all } = await itemsOf(list, leftOut);
  assert.ok(all.length > 1, `${list.id} leaves out ${all.length} items`);
  return all;
}

/** All items of a list without filters, or with those given. */
async function itemsOf(
  list: AnyRead,
  filters: Parameters = {},
): Promise<{ base: Parameters; all: Document[] }> {
  const base = { ...rowOf(list).base?.(known), ...filters };
  const all: Document[] = [];
  let cursor: string | undefined;
  do {
    const page = await pageOf(list, { ...base, limit: "100", ...(cursor && { cursor }) });
    all.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return { base, all };
}

test("list table: the lists of the contract and their filters -> a row for each", () => {
  assert.deepEqual(lists.map(({ id }) => id).sort(), Object.keys(LIST_ROWS).sort());
  for (const list of lists) {
    const timed = ["createdFrom", "createdTo"];
    const names = filterNamesOf(list).filter((name) => !timed.includes(name));
    const own = Object.keys(rowOf(list).filters ?? {}).filter((name) => name !== "productId");
    assert.deepEqual(own.sort(), names.sort(), list.id);
  }
});

for (const list of lists) {
  test(`${list.id}: pages of n, n - 1, 1, n + 1 of n -> each item once, no cursor at the end`, async () => {
    const { base, all } = await itemsOf(list);
    const { ascendingBy, order, isEmpty = false } = rowOf(list);
    assert.equal(all.length < 2, isEmpty, `${list.id} has ${all.length} items`);
    assert.equal(new Set(all.map((item) => JSON.stringify(item))).size, all.length);
    if (ascendingBy !== undefined) {
      const texts = all.map((item) => String(item[ascendingBy]));
      assert.deepEqual(texts, order ?? texts.toSorted());
    } else {
      const times = all.map((item) => timeOf(item) ?? Number.NaN);
      assert.deepEqual(
        times,
        times.toSorted((a, b) => b - a),
      );
    }
    await assertPages(list, base, all);
  });

  for (const [name, casesOf] of Object.entries(LIST_ROWS[list.id]?.filters ?? {})) {
    test(`${list.id}: pages by ${name} -> the matching items, no cursor at the end`, async () => {
      const { base, all: listed } = await itemsOf(list);
      const all = [...listed, ...(await leftOutOf(list))];
      const cases = casesOf(known, all);
      assert.ok(cases.length > 0);
      for (const { value, matches } of cases) {
        await assertPages(list, { ...base, [name]: value }, all.filter(matches), limitsOfFilters);
      }
    });
  }

  if (!filterNamesOf(list).includes("createdFrom")) continue;
  test(`${list.id}: createdFrom and createdTo -> from it on, and before it`, async () => {
    const { base, all } = await itemsOf(list);
    const assertRange = (range: Parameters, isIn: (timeMs: number) => boolean) => {
      const expected = all.filter((item) => isIn(timeOf(item) as number));
      return assertPages(list, { ...base, ...range }, expected, (n) => [
        Math.min(Math.max(n, 1), 100),
      ]);
    };
    const endMs = Date.parse(base["createdTo"] ?? "9999-12-31T23:59:59Z");
    const times = [...new Set(all.map((item) => timeOf(item) as number))];
    for (const timeMs of new Set([times[0], times[1], times.at(-1)] as number[])) {
      for (const [text, atMs] of timeMs === undefined ? [] : textsOf(timeMs)) {
        await assertRange({ createdFrom: text }, (one) => one >= atMs);
        if (atMs <= endMs) await assertRange({ createdTo: text }, (one) => one < atMs);
        await assertRange({ createdFrom: text, createdTo: text }, () => false);
      }
    }
    const [early, late] = ["0001-01-01T00:00:00Z", "2030-01-01T00:00:00Z"];
    await assertRange({ createdFrom: early, createdTo: base["createdTo"] ?? late }, () => true);
    await assertRange({ createdFrom: late, createdTo: early }, () => false);
    for (const text of ["2026-01-05T09:00:00", "2026-01-05", "1767603600000", "soon"]) {
      for (const name of ["createdFrom", "createdTo"]) {
        expect(await get(list, pathOf(list, { ...base, [name]: text })), "invalid_request");
      }
    }
  });
}

/** Texts of a time and of times around it, with the first whole millisecond that is not before. */
function textsOf(timeMs: number): [text: string, boundMs: number][] {
  const iso = new Date(timeMs).toISOString();
  return [
    [iso, timeMs],
    [new Date(timeMs + 9 * 3_600_000).toISOString().replace("Z", "+09:00"), timeMs],
    [iso.replace("Z", "000Z"), timeMs],
    [iso.replace("Z", "5Z"), timeMs + 1],
  ];
}

test("cursor: with another filter, of another list -> cursor_mismatch, on every list", async () => {
  let foreign: string | undefined;
  for (const list of lists) {
    if (rowOf(list).isEmpty === true) continue;
    const { base, all } = await itemsOf(list);
    const { nextCursor } = await pageOf(list, { ...base, limit: "1" });
    assert.ok(nextCursor !== undefined);
    const others: Parameters[] = [];
    if (foreign !== undefined) others.push({ ...base, cursor: foreign });
    others.push({ ...base, cursor: `${nextCursor.slice(0, -4)}AAAA` });
    for (const name of filterNamesOf(list)) {
      const cases = LIST_ROWS[list.id]?.filters?.[name]?.(known, all) ?? [];
      const value = cases[0]?.value ?? "2026-01-01T00:00:00Z";
      others.push({ ...base, [name]: value, cursor: nextCursor });
    }
    for (const parameters of others) {
      const path = pathOf(list, parameters);
      const { details } = expect(await get(list, path), "invalid_request");
      const [issue] = details["issues"] as Document[];
      assert.deepEqual([issue?.["code"], issue?.["path"]], ["cursor_mismatch", ["cursor"]], path);
    }
    foreign = nextCursor;
  }
});

test("limit: 0, 101, a sign, a fraction, a word -> invalid_request, on every list", async () => {
  for (const list of lists) {
    const base = rowOf(list).base?.(known) ?? {};
    for (const limit of ["0", "101", "-1", "+1", "1.5", "01", "ten", ""]) {
      const path = pathOf(list, { ...base, limit });
      expect(await get(list, path), "invalid_request");
    }
    expect(await get(list, pathOf(list, { ...base, limit: "100" })), 200);
  }
});
