/** The rule of merged fields: the same documents are valid as by the rule of graphql-js. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isInterfaceType,
  isUnionType,
  OverlappingFieldsCanBeMergedRule,
  parse,
  validate,
} from "graphql";
import { operations } from "../../../src/features/registry.ts";
import { MergedFieldsRule } from "../../../src/graphql/field_merging.ts";
import { DOCUMENT_SELECTIONS_MAX, SELECTIONS_MAX } from "../../../src/graphql/limits.ts";
import { openQueryCache } from "../../../src/graphql/query_cache.ts";
import { schemaOf } from "../../../src/graphql/schema.ts";
import { fc } from "../../support/properties.ts";

const schema = schemaOf(operations);
const repeated = (count: number, text: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at)).join(" ");
const ready = (text: string, name?: string) =>
  openQueryCache(schema, { compiles: false }).ready(text, name);

function messageOf(text: string, name?: string): string {
  const query = ready(text, name);
  return query.refused ? JSON.stringify(query.details) : "";
}

test("field merging: the schema -> no interface and no union, as the rule takes for granted", () => {
  const types = Object.values(schema.getTypeMap());
  assert.deepEqual(
    types.filter((type) => isInterfaceType(type) || isUnionType(type)),
    [],
  );
});

/** Selections that make 1,024, or one more with `more`: a root field and what is repeated below it. */
const REPEATS: readonly [what: string, text: (more: number) => string][] = [
  ["a field", (more) => repeated(SELECTIONS_MAX - 1 + more, () => "status")],
  ["a field of every object", (more) => repeated(SELECTIONS_MAX - 1 + more, () => "__typename")],
  ["an alias", (more) => repeated(SELECTIONS_MAX - 1 + more, () => "a: status")],
  [
    "an object with arguments",
    (more) =>
      `${repeated(511, () => 'entries(limit: 1, cursor: "x") { nextCursor }')} ${repeated(1 + more, () => "status")}`,
  ],
  [
    "inline fragments",
    (more) => repeated(SELECTIONS_MAX - 1 + more, () => "... on Account { status }"),
  ],
];

test("field merging: repeats up to 1,024 selections, one more -> ready, refused by that limit", () => {
  for (const [what, text] of REPEATS) {
    const query = (more: number) => `{ accountRetrieve(accountId: "x") { ${text(more)} } }`;
    assert.equal(messageOf(query(0)), "", what);
    assert.match(messageOf(query(1)), /"limit":"selections"/, what);
  }
  const roots = repeated(512, () => 'accountRetrieve(accountId: "x") { status }');
  assert.equal(messageOf(`{ ${roots} }`), "");
});

const CONFLICTS: readonly [text: string, message: RegExp][] = [
  ["{ a: __typename a: accountRetrieve(accountId: 1) { status } }", /are different fields/],
  ['{ ...F a: accountRetrieve(accountId: "2") { status } }', /have different arguments/],
  ["query Q { __typename } query R { ...F a: __typename }", /are different fields/],
];

test("field merging: one key for two fields, here, by a spread, in another operation -> refused", () => {
  const fragment = 'fragment F on Query { a: accountRetrieve(accountId: "1") { status } }';
  for (const [text, message] of CONFLICTS) {
    assert.match(
      messageOf(
        text.includes("...F") ? `${text} ${fragment}` : text,
        text.includes("query Q") ? "Q" : undefined,
      ),
      message,
      text,
    );
  }
});

test("field merging: operations that spread one fragment by hundreds -> refused at the limit", () => {
  const wide = `fragment F on Query { ${repeated(400, () => "__typename")} }`;
  const others = (count: number) =>
    repeated(count, (at) => `query B${at} { ...F a${at}: __typename }`);
  const fits = Math.floor((DOCUMENT_SELECTIONS_MAX - 1) / 402);
  assert.equal(messageOf(`query A { __typename } ${others(fits)} ${wide}`, "A"), "");
  const over = messageOf(`query A { __typename } ${others(fits + 1)} ${wide}`, "A");
  assert.match(over, new RegExp(`more than ${DOCUMENT_SELECTIONS_MAX} selections`));
});

/** Selections on an account that may conflict: few names, few aliases, few arguments. */
const { account } = fc.letrec<{ account: string; field: string }>((tie) => ({
  account: fc.array(tie("field"), { minLength: 1, maxLength: 4 }).map((fields) => fields.join(" ")),
  field: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom("status", "a: status", "a: accountId", "b: currency", "__typename"),
    fc.constantFrom("...F0", "...F1", "...F2"),
    fc
      .tuple(fc.constantFrom("", "a: ", "b: "), fc.constantFrom(1, 2), tie("account"))
      .map(
        ([alias, limit, inner]) =>
          `${alias}entries(limit: ${limit}) { items { transfer { sourceAccount { ${inner} } } } }`,
      ),
    tie("account").map((inner) => `... on Account { ${inner} }`),
  ),
}));

test("field merging: any document -> valid where graphql-js says so", () => {
  const documents = fc.tuple(account, account, account, account);
  fc.assert(
    fc.property(documents, ([root, ...fragments]) => {
      // A fragment spreads later fragments only, so that none spreads itself.
      const bodies = fragments.map((body, at) =>
        body.replaceAll(/\.\.\.F(\d)/g, (spread, other) =>
          Number(other) > at ? spread : "status",
        ),
      );
      const text = `{ accountRetrieve(accountId: "x") { ${root} } } ${bodies
        .map((body, at) => `fragment F${at} on Account { ${body} }`)
        .join(" ")}`;
      const document = parse(text);
      const wanted = validate(schema, document, [OverlappingFieldsCanBeMergedRule]).length > 0;
      const told = validate(schema, document, [MergedFieldsRule]).length > 0;
      // A fragment that is spread nowhere has another rule; graphql-js looks into it here too.
      const isUsed = fragments.every((_, at) => reaches(root, bodies, at));
      if (isUsed || told) assert.equal(told, wanted, text);
    }),
    { numRuns: 1_000 },
  );
});

/** Whether the root leads to fragment number `at`. */
function reaches(root: string, bodies: readonly string[], at: number): boolean {
  const namers = [root, ...bodies.slice(0, at).filter((_, other) => reaches(root, bodies, other))];
  return namers.some((text) => text.includes(`...F${at}`));
}
