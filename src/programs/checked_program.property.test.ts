/** Programs that chance has changed: whatever they hold, they are answered, and by the same rules. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changed,
  checked,
  INVOICE,
  LOAN,
  MINIMAL,
  typedOf,
} from "../../test/support/programs/programs.ts";
import { fc } from "../../test/support/properties.ts";
import { canonicalSource } from "./canonical_source.ts";
import type { Finding } from "./finding.ts";
import { normalizedProgram } from "./normalized_program.ts";
import { FINDINGS_MAX } from "./program_limits.ts";
import type { Program } from "./program_schema.ts";

const RIGHT: readonly unknown[] = [INVOICE, LOAN, MINIMAL];
/** Every value of the right programs: what is put into other places, it may fit there. */
const VALUES = RIGHT.flatMap((program) => placesOf(program).map((path) => valueAt(program, path)));

/** Any JSON, and what is as it should be somewhere else. */
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(...VALUES),
  fc.constantFrom(...VALUES.filter((each) => typeof each === "string")),
  fc.constantFrom(undefined, "__proto__", "constructor", "toString", -0, 1e308, "", nest(1_000)),
);
/** A key that is new in an object, or a name that is behind the end of a list. */
const key = fc.constantFrom("-", "x", "__proto__", "toString", "a/b~c", "amount", "from", "open");
const change = fc.record({ at: fc.nat(), key: fc.option(key, { freq: 4 }), value });
const changedProgram = fc
  .record({
    program: fc.constantFrom(...RIGHT),
    changes: fc.array(change, { minLength: 1, maxLength: 4 }),
  })
  .map(({ program, changes }) =>
    changes.reduce<unknown>((before, { at, key, value }) => {
      const places = placesOf(before);
      const place = places[at % places.length] as string;
      const isInside = key !== null && typeof (valueAt(before, place) ?? 0) === "object";
      if (!isInside && place === "") return value ?? null;
      return changed(before, isInside ? `${place}/${pointed(key)}` : place, value);
    }, program),
  );

test("checked program: any change of a right program -> findings in places that it has", () => {
  fc.assert(
    fc.property(changedProgram, (program) => {
      const { findings, hasErrors } = checked(program);
      assert.ok(findings.length <= FINDINGS_MAX);
      assert.equal(
        hasErrors,
        findings.some(({ severity }) => severity === "error"),
      );
      for (const finding of findings) checkFinding(program, finding);
    }),
    { numRuns: 500 },
  );
});

test("checked program: its keys in another order -> the same findings", () => {
  fc.assert(
    fc.property(changedProgram, (program) => {
      const keysOf = (each: unknown) =>
        checked(each)
          .findings.map(({ code, severity, path }) => `${code} ${severity} ${path}`)
          .sort();
      const found = keysOf(program);
      if (found.length < FINDINGS_MAX) assert.deepEqual(keysOf(turned(program)), found);
    }),
    { numRuns: 300 },
  );
});

test("checked program: accepted -> its normal form is so too, and has one text", () => {
  fc.assert(
    fc.property(changedProgram, (program) => {
      if (checked(program).hasErrors) return;
      const normal = normalizedProgram(program as Program);
      const { findings } = checked(normal);
      assert.deepEqual(findings.map(keyOf), checked(program).findings.map(keyOf));
      const text = canonicalSource(normal);
      assert.equal(canonicalSource(normalizedProgram(normal)), text);
      assert.equal(canonicalSource(normalizedProgram(turned(program) as Program)), text);
    }),
    { numRuns: 300 },
  );
});

test("checked program: any change beside the previous Build -> findings in places that it has", () => {
  const previous = RIGHT.map(typedOf);
  fc.assert(
    fc.property(changedProgram, fc.constantFrom(...previous), (program, before) => {
      const { findings } = checked(program, before);
      for (const finding of findings) checkFinding(program, finding);
    }),
    { numRuns: 300 },
  );
});

/** The place is one of the program, or one that is missing in what the program has. */
function checkFinding(program: unknown, { code, path, message, hint }: Finding): void {
  const told = `${code} ${path}: ${message}`;
  const names = path.split("/").slice(1);
  assert.ok(path === "" || path.startsWith("/"), told);
  let place = program;
  for (const [index, pointedName] of names.entries()) {
    const name = pointedName.replaceAll("~1", "/").replaceAll("~0", "~");
    assert.ok(typeof place === "object" && place !== null, told);
    if (!Object.hasOwn(place, name)) {
      assert.equal(index, names.length - 1, told);
      break;
    }
    place = (place as Record<string, unknown>)[name];
  }
  for (const text of [message, hint]) {
    assert.equal(typeof text, "string", told);
    assert.ok(text !== "" && text.length < 2_000, told);
    assert.doesNotMatch(text, /undefined|\[object|NaN|function/, told);
  }
}

function keyOf({ code, severity, path }: Finding): string {
  return `${code} ${severity} ${path}`;
}

/** JSON Pointers to all places of a value that are not too deep. */
function placesOf(value: unknown, path = "", depth = 0): string[] {
  if (typeof value !== "object" || value === null || depth > 20) return [path];
  const inside = Object.entries(value).flatMap(([name, each]) =>
    placesOf(each, `${path}/${pointed(name)}`, depth + 1),
  );
  return [path, ...inside];
}

function pointed(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

function valueAt(program: unknown, path: string): unknown {
  return path
    .split("/")
    .slice(1)
    .reduce<unknown>(
      (place, name) =>
        (place as Record<string, unknown>)[name.replaceAll("~1", "/").replaceAll("~0", "~")],
      program,
    );
}

/** The value with the keys of its objects in the contrary order. */
function turned(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > 100) return value;
  if (Array.isArray(value)) return value.map((each) => turned(each, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, each]) => [name, turned(each, depth + 1)]),
  );
}

function nest(depth: number): unknown {
  let value: unknown = [];
  for (let level = 1; level < depth; level++) value = [value];
  return value;
}
