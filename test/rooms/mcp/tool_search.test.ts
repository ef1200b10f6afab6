/**
 * What is found by plain words. `plain_questions.tsv` has what developers and agents ask, each with the operations
 * that answer it: the first 211 were written before the table of synonyms, the others while it grew.
 * `later_questions.tsv` was written after the last change of both and led to none: it shows what is found by
 * questions that nobody has thought of.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import type { AnyOperation } from "../../../src/calls/callable.ts";
import { ABOUT } from "../../../src/features/published.ts";
import { operations } from "../../../src/features/registry.ts";
import { isStopWord, stemOf, wordsOf } from "../../../src/mcp/search_words.ts";
import { toolCatalogOf } from "../../../src/mcp/tool_catalog.ts";
import { toolSearchOf } from "../../../src/mcp/tool_search.ts";

const FIRST = 5;
const SYNONYMS = ABOUT.guide?.synonyms ?? {};
const catalog = toolCatalogOf(operations as readonly AnyOperation[]);
const search = toolSearchOf(catalog.tools, SYNONYMS);
const namesFor = (query: string) => search.find(query, catalog.tools).map(({ name }) => name);
const isAmongFirst = (query: string, expected: readonly string[]) =>
  namesFor(query)
    .slice(0, FIRST)
    .some((name) => expected.includes(name));

test("search: the title of each tool -> that tool among the first five", () => {
  const missed = catalog.tools.filter(
    ({ name, operation }) => !isAmongFirst(operation.summary, [name]),
  );
  assert.deepEqual(
    missed.map(({ name }) => name),
    [],
  );
});

test("search: the id of each operation, and the name of each tool -> that tool among the first five", () => {
  for (const { name, operation } of catalog.tools) {
    assert.ok(isAmongFirst(operation.id, [name]), operation.id);
    assert.ok(isAmongFirst(name, [name]), name);
  }
});

for (const [file, countMin] of [
  ["plain_questions.tsv", 200],
  ["later_questions.tsv", 60],
] as const) {
  test(`search: plain questions of ${file} -> an operation that answers among the first five, for 95 %`, () => {
    const questions = questionsOf(file);
    assert.ok(questions.length >= countMin, `${questions.length} questions`);
    const missed = questions.filter(({ query, expected }) => !isAmongFirst(query, expected));
    const share = 1 - missed.length / questions.length;
    const told = missed.map(({ query }) => `${query}: ${namesFor(query).slice(0, FIRST)}`);
    assert.ok(share >= 0.95, `${share}\n${told.join("\n")}`);
  });
}

const SAME: readonly (readonly [string, string])[] = [
  ["freeze the account", "freezing accounts"],
  ["list customers", "LIST CUSTOMER'S"],
  ["externalId of an account", "external id of the account"],
  ["verified identities", "verify identity"],
];

for (const [one, other] of SAME) {
  test(`search words: ${one}, and ${other} -> the same`, () => {
    const [of, ofOther] = [one, other].map((text) => wordsOf(text).map(stemOf).filter(isNoOf));
    assert.deepEqual(new Set(of), new Set(ofOther));
  });
}

test("search: nothing, or words that say nothing -> all tools in the order of their names", () => {
  for (const query of ["", "  ", "the", "how do I", "?!"]) {
    assert.equal(search.find(query, catalog.tools), catalog.tools, query);
  }
});

test("search: words that lead nowhere, however long -> nothing", () => {
  for (const query of ["xyzzy", "blorb frobnicate", "q".repeat(200), "ß".repeat(200)]) {
    assert.deepEqual(namesFor(query), [], query);
  }
});

test("search: the beginning of a word -> what begins with it", () => {
  assert.ok(namesFor("idempo")[0] === "idempotency_key_retrieve");
});

test("search: among some tools -> only these", () => {
  const reads = catalog.tools.filter(({ operation }) => operation.type === "read");
  const found = search.find("send money to another account", reads);
  assert.ok(found.length > 0);
  for (const tool of found) assert.ok(reads.includes(tool), tool.name);
});

test("synonyms: every row -> leads to a tool, and a word that says nothing stands in phrases alone", () => {
  for (const [meaning, phrases] of Object.entries(SYNONYMS)) {
    assert.ok(namesFor(meaning).length > 0, meaning);
    for (const phrase of phrases.split(",")) {
      const words = wordsOf(phrase);
      assert.ok(words.length > 1 || !isStopWord(words[0] ?? "the"), `${meaning}: ${phrase}`);
    }
  }
});

function isNoOf(stem: string): boolean {
  return stem !== "of";
}

function questionsOf(file: string): { query: string; expected: readonly string[] }[] {
  const lines = readFileSync(join(import.meta.dirname, file), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => {
    const [query = "", names = ""] = line.split("\t");
    const expected = names.split(" ");
    for (const name of expected) assert.ok(catalog.get(name), `${query}: ${name} is a tool`);
    return { query, expected };
  });
}
