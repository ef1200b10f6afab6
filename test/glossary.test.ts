/**
 * The glossary of src/ARCHITECTURE.md: every word of it is used by the project, and a reserved word stands in
 * exported names and names of files of its rooms alone.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { clonedPaths, ROOT, sectionOf } from "./support/markdown.ts";

const path = "src/ARCHITECTURE.md";
const section = sectionOf({ path, text: readFileSync(join(ROOT, path), "utf8") }, "Glossary");
const glossary = rowsOf("word");
const reserved = new Map(
  [...rowsOf("reserved word")].map(([word, rooms]) => [word, rooms.split(", ")]),
);
const sources = clonedPaths()
  .filter((file) => /^(src|wal)\/.*\.tsx?$/.test(file) && !/\.(test|golden)\./.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), "utf8") }));

test("glossary: its words -> each once, in alphabetical order, and used in the sources", () => {
  const words = [...glossary.keys()];
  assert.deepEqual(words, words.toSorted(inAlphabet));
  const texts = sources.map(({ text }) => text.toLowerCase());
  const isUsed = (word: string) => texts.some((text) => text.includes(word.toLowerCase()));
  assert.deepEqual(
    words.filter((word) => !isUsed(word)),
    [],
  );
});

test("glossary: a reserved word -> in names of all its rooms, and of no other", () => {
  assert.ok(reserved.size > 5);
  const roomsOf = new Map([...reserved.keys()].map((word) => [word, new Set<string>()]));
  for (const { file, text } of sources) {
    for (const word of namesOf(file, text).flatMap(wordsOf)) roomsOf.get(word)?.add(roomOf(file));
  }
  assert.deepEqual(
    new Map([...roomsOf].map(([word, rooms]) => [word, [...rooms].sort()])),
    reserved,
  );
});

test("glossary: names -> their words, in the singular", () => {
  assert.deepEqual(wordsOf("GRAPHQL_GATE"), ["graphql", "gate"]);
  assert.deepEqual(wordsOf("showingPlaces"), ["showing", "place"]);
  assert.deepEqual(namesOf("src/base/a.ts", "export const b = 1;\nexport type C = 2;\nconst d"), [
    "a",
    "b",
    "C",
  ]);
});

/** The rows of the table of the glossary whose first column has this name: the first column, and the second. */
function rowsOf(column: string): Map<string, string> {
  const table = section.split(`\n| ${column} `)[1]?.split("\n\n")[0] ?? "";
  const rows = table.trimEnd().split("\n").slice(2);
  const cells = rows.map((row) => row.split("|").map((cell) => cell.trim()));
  const words = new Map(cells.map(([, word = "", meaning = ""]) => [word, meaning]));
  assert.equal(words.size, rows.length, "a word stands in a table once");
  return words;
}

function inAlphabet(one: string, other: string): number {
  return one.toLowerCase() < other.toLowerCase() ? -1 : 1;
}

/** The name of a file without its ending, and the names that the file exports where it declares them. */
function namesOf(file: string, text: string): string[] {
  const exported = text.matchAll(
    /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm,
  );
  return [basename(file).replace(/\.\w+$/, ""), ...[...exported].map(([, name]) => name as string)];
}

/** The words of a name in lower case, a plural as its singular. */
function wordsOf(name: string): string[] {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return words.map((word) => word.toLowerCase().replace(/s$/, ""));
}

function roomOf(file: string): string {
  const [root = "", room = ""] = file.split("/");
  return root === "wal" ? root : room;
}
