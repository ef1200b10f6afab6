/**
 * The words of nouns stand in the manifests (`contract/declare/noun_words.ts`): each id and each scope of an operation has
 * some, and the golden files that are made of the words say the same.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertGolden } from "../../test/support/golden.ts";
import {
  doneOf,
  idKindsOf,
  type NounWords,
  type ScopeSentence,
  scopeSentence,
  scopeWordsOf,
} from "../contract/declare/noun_words.ts";
import type { Operation } from "../contract/declare/operation.ts";
import { EVERYBODY } from "../contract/declare/roles.ts";
import { idPrefixOf } from "../contract/values/formats.ts";
import { CAPABILITIES, SCOPELESS_CAPABILITIES } from "./product/capabilities.ts";
import { SERVED_FEATURES, wordsOf } from "./registry.ts";

const OPERATIONS: readonly Operation<never>[] = SERVED_FEATURES.flatMap(
  ({ operations }): readonly Operation<never>[] => operations,
);
const WORDS = wordsOf(SERVED_FEATURES);
const ID_KINDS = idKindsOf(WORDS);
const SCOPE_WORDS = scopeWordsOf(WORDS);
const HEADER =
  "/** Generated from the words of nouns in the features' manifests by `npm run golden`. */\n";

/** The scopes and permissions of an operation, without the environment of a permission. */
function rightsOf({ scope, permission }: Operation<never>): string[] {
  const named = [scope, permission].filter((right) => right !== undefined && right !== EVERYBODY);
  return named.map((right) => String(right).replace(/@.*$/, ""));
}

/** The prefixes of the ids in a part of a declaration. */
function prefixesIn(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value !== "object" || value === null) return found;
  const prefix = idPrefixOf(value as never);
  if (prefix !== undefined) found.add(prefix);
  for (const part of Object.values(value)) prefixesIn(part, found);
  return found;
}

/** What lacks words, by the file that has to say them. */
function lacking(
  kind: keyof NounWords,
  known: object,
  namesOf: (operation: Operation<never>) => Iterable<string>,
): string[] {
  const missing = OPERATIONS.flatMap((operation) => {
    const [noun = ""] = operation.id.split(".");
    const file = `src/features/${noun}/${noun}_feature.ts`;
    return [...namesOf(operation)]
      .filter((name) => !Object.hasOwn(known, name))
      .map((name) => `${file}: words.${kind} lacks "${name}", which ${operation.id} has`);
  });
  return [...new Set(missing)];
}

test("words: the ids of operations -> the manifest of a feature says what they are of", () => {
  const prefixesOf = ({ path, query, body, output }: Operation<never>) =>
    prefixesIn([path, query, body, output]);
  assert.ok(OPERATIONS.some((operation) => prefixesOf(operation).has("acct")));
  assert.deepEqual(lacking("ids", ID_KINDS, prefixesOf), []);
});

test("words: the scopes and permissions of operations -> the manifest of a feature has words for them, and for no others", () => {
  const firstWords = (operation: Operation<never>) =>
    rightsOf(operation).map((right) => right.replace(/:.*$/, ""));
  assert.deepEqual(lacking("scopes", SCOPE_WORDS, firstWords), []);
  assert.deepEqual(Object.keys(SCOPE_WORDS), [...new Set(OPERATIONS.flatMap(firstWords))].sort());
});

test("words: the capability of a scope -> one of those that Products have, and each that has scopes of its own has some", () => {
  const named = Object.values(SCOPE_WORDS).flatMap(({ capability }) => capability ?? []);
  const all = CAPABILITIES.map(({ capability }) => String(capability));
  const opening = all.filter((capability) => !SCOPELESS_CAPABILITIES.includes(capability));
  assert.deepEqual([...new Set(named)].sort(), opening.sort());
});

test("words: what was done by an operation -> an operation of the platform", () => {
  const ids = OPERATIONS.map(({ id }) => id);
  assert.deepEqual(
    Object.keys(doneOf(WORDS)).filter((id) => !ids.includes(id)),
    [],
  );
});

test("words: the declarations of ids and scopes -> those of the manifests", () => {
  const types = 'import type { IdKind, ScopeWords } from "./noun_words.ts";\n';
  assertGolden(
    "src/contract/declare/words.golden.ts",
    [
      HEADER + types,
      table("ID_KINDS", "IdKind", ID_KINDS),
      table("SCOPE_WORDS", "ScopeWords", SCOPE_WORDS),
    ].join("\n"),
  );
});

test("words: the pages of the console -> the sentence of each scope, headings and deeds as the manifests say them", () => {
  const sentences = [...new Set(OPERATIONS.flatMap(rightsOf))].sort().map((scope) => {
    const words = SCOPE_WORDS[scope.replace(/:.*$/, "")];
    assert.ok(words !== undefined, scope);
    return [scope, scopeSentence(scope, words)] satisfies [string, ScopeSentence];
  });
  const titles = Object.entries(SCOPE_WORDS).flatMap(([name, { title }]) =>
    title === undefined ? [] : [[name, title]],
  );
  assertGolden(
    "src/console/browser/words.golden.ts",
    [
      HEADER.trimEnd(),
      table("SCOPES", SENTENCE, Object.fromEntries(sentences)),
      table("TITLES", "string", Object.fromEntries(titles)),
      table("DONE", "string", doneOf(WORDS)),
    ].join("\n"),
  );
});

const SENTENCE = "{ group: string; says: string; saysOfAgent?: string }";

/** The declaration of a table by name, a row in each line. */
function table(name: string, type: string, rows: object): string {
  const lines = Object.entries(rows).map(
    ([key, row]) => `  ${JSON.stringify(key)}: ${JSON.stringify(row)},\n`,
  );
  return `export const ${name}: Readonly<Record<string, ${type}>> = {\n${lines.join("")}};\n`;
}
