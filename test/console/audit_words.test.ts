/**
 * The words of the audit page: every operation whose decision can leave a note in a company's feed, found in the
 * sources, has words of its own there. Needs no browser.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { operationWords, spaced } from "../../src/console/browser/words.ts";
import { announcedOperations } from "../../src/features/announced.ts";
import "../../src/features/registry.ts";

const FEATURES = join(import.meta.dirname, "../../src/features");
/** A call of a function that leaves a note in a feed, and not its declaration. */
const NOTES = /(?<!function )\b(?:audited|auditNote|notedInFeed)\b(?:<\w+>)?\(/;
/** It carries the note of another operation to the feed, which shows that other one. */
const CARRIER = "platform.operator_act.tell";

/** What a file of the features imports of the features, without types. */
function importsOf(path: string): string[] {
  const text = readFileSync(path, "utf8");
  return [...text.matchAll(/^(?:import|export) (?!type )[^;]*?from "(\.[^"]+)";$/gms)]
    .map(([, name]) => join(dirname(path), name as string))
    .filter((other) => !relative(FEATURES, other).startsWith(".."));
}

/** Whether the file, or one that it imports, leaves a note. */
function leavesNote(path: string, seen = new Set<string>()): boolean {
  if (seen.has(path)) return false;
  seen.add(path);
  if (NOTES.test(readFileSync(path, "utf8"))) return true;
  return importsOf(path).some((other) => leavesNote(other, seen));
}

test("audit page: every operation that leaves a note in the feed -> has words of its own", () => {
  const names = readdirSync(FEATURES, { recursive: true, encoding: "utf8" });
  const paths = new Map(names.map((name) => [name.replace(/^.*\/|\.ts$/g, ""), name]));
  const noting = announcedOperations()
    .filter((operation) => "decide" in operation)
    .map(({ id }) => id)
    .filter((id) => leavesNote(join(FEATURES, paths.get(id) ?? `${id} has no file`)));
  assert.ok(noting.length > 50, String(noting.length));
  for (const known of ["tenant.member.update", "platform.customer.activate", "session.logout"]) {
    assert.ok(noting.includes(known), known);
  }
  const lacking = noting.filter((id) => id !== CARRIER && operationWords(id) === spaced(id));
  assert.deepEqual(lacking, []);
});
