/** Requests of hostile or broken programs: a correct request with one fault in it. */
import type { Sent } from "./model/validity.ts";
import type { Random } from "./random.ts";

const VALUES: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e300, "", " ", "0", "-5", "01", "1e3", "1.0", "+1", "9".repeat(19)],
  ...["x".repeat(501), "\u0000", "null", "__proto__", "'; --", "\u{1F600}", "2026-02-30T00:00:00Z"],
  ...["yesterday", "2026-01-01", "2026-01-01T00:00:00", "eur", "EURO", "XXX", "live", "../../etc"],
  ...[[], {}, [[]], { __proto__: null, a: 1 }, ["acct_1"], "a".repeat(65), "tab\there", "é"],
];

const BODIES = [
  ...["null", "[]", '"text"', "1", "{", "{}", "[{}]", '{"a":1}', '{"__proto__":{"amount":"1"}}'],
  ...['{"amount":"1","amount":"2"}', "\u0000", "{'a':1}", '{"metadata":{"__proto__":"x"}}', ""],
];

const PATHS = ["a b", "%", "..", "x".repeat(65), "é", "acct_", "null", "acct_1/../acct_2"];

export function hostile(random: Random, sent: Sent): Sent {
  return random.weighted<() => Sent>([
    [1, () => ({ ...sent, body: random.pick(BODIES) })],
    [0.5, () => ({ ...sent, contentType: "text/plain" })],
    [1, () => ({ ...sent, path: sent.path.map(() => random.pick(PATHS)) })],
    [6, () => ({ ...sent, body: withFault(random, sent.body) })],
  ])();
}

/** The body with one field missing, one field too many, or one field with a wrong value. */
function withFault(random: Random, body: string): string {
  const fields = body === "" ? {} : (JSON.parse(body) as Record<string, unknown>);
  const inner = innermost(random, fields);
  const names = Object.keys(inner);
  if (names.length === 0 || random.chance(0.15)) inner["surprise"] = random.pick(VALUES);
  else if (random.chance(0.25)) delete inner[random.pick(names)];
  else inner[random.pick(names)] = random.pick(VALUES);
  return JSON.stringify(fields);
}

/** The body, or with the same probability one of the objects within the body. */
function innermost(random: Random, fields: Record<string, unknown>): Record<string, unknown> {
  const within = Object.values(fields)
    .flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter((value) => typeof value === "object" && value !== null);
  if (within.length === 0 || random.chance(0.5)) return fields;
  return random.pick(within) as Record<string, unknown>;
}
