/** For tests: fields by chance, and what a caller might give for them, right or nearly right. */
import type { FieldSource, ListItemSource } from "../../../../src/programs/field_schema.ts";
import type { FieldSources } from "../../../../src/programs/run/values.ts";
import { itemField } from "../../../../src/programs/value_type.ts";
import { fc } from "../../properties.ts";

const CURRENCIES = ["EUR", "USD"] as const;

const digits = fc.bigInt({ min: 0n, max: 1_100n }).map(String);
const whole = fc.integer({ min: -50, max: 50 });

/** Two bounds in their order, or fewer. */
function bounds<T>(value: fc.Arbitrary<T>, isInOrder: (one: T, other: T) => boolean) {
  return fc.record({ min: fc.option(value), max: fc.option(value) }).map(({ min, max }) => ({
    ...(min !== null && { min }),
    ...(max !== null && (min === null || isInOrder(min, max)) && { max }),
  }));
}

const simple = fc.oneof(
  fc
    .constantFrom<ListItemSource["type"][]>(
      "text",
      "bool",
      "currency",
      "date",
      "time",
      "duration",
      "customer",
      "account",
    )
    .map((type) => ({ type })),
  fc.integer({ min: 1, max: 4 }).map((max) => ({ type: "text" as const, max })),
  bounds(digits, (one, other) => BigInt(one) <= BigInt(other)).map((each) => ({
    type: "amount" as const,
    ...each,
  })),
  bounds(whole, (one, other) => one <= other).map((each) => ({ type: "int" as const, ...each })),
  bounds(fc.integer({ min: 0, max: 10_000 }), (one, other) => one <= other).map((each) => ({
    type: "bps" as const,
    ...each,
  })),
  fc.constant<ListItemSource>({ type: "enum", values: ["red", "green"] }),
);

const only = fc.oneof(
  fc.constant<FieldSource>({ type: "ref", kind: "order", exclusive: true, states: ["open"] }),
  fc.constant<FieldSource>({ type: "consent", consentType: "collection" }),
  fc
    .record({
      of: fc.dictionary(fc.constantFrom("a", "b", "toString"), simple, { minKeys: 1 }),
      max: fc.option(fc.integer({ min: 1, max: 3 })),
    })
    .map(({ of, max }) => ({ type: "list" as const, of, ...(max !== null && { max }) })),
);

const DEFAULTS: Partial<Record<FieldSource["type"], FieldSource["default"]>> = {
  bool: true,
  currency: "EUR",
  date: "2026-01-31",
  time: "2026-01-31T09:30:00Z",
  duration: "PT48H",
  enum: "red",
};

/** Declarations of fields, complete as the checks of programs ask for. */
export const fieldSources: fc.Arbitrary<FieldSources> = fc.dictionary(
  fc.constantFrom("one", "two", "three", "constructor"),
  fc
    .record({ source: fc.oneof(simple, only), chosen: fc.nat({ max: 5 }) })
    .map(({ source, chosen }): FieldSource => {
      const value = DEFAULTS[source.type];
      if (chosen === 1 && value !== undefined) return { ...source, default: value };
      return chosen < 4 ? { ...source, required: true } : source;
    }),
  { minKeys: 1 },
);

const texts = fc.constantFrom(
  "",
  "a",
  "b",
  "abcd",
  "abcde",
  "😀",
  "😀😀😀😀",
  "😀😀😀😀😀",
  "a\0",
  "\ud800",
);
const ids = fc.constantFrom("cust_1", "A-1", "9", "x".repeat(64), "x".repeat(65), "a b", "");
const days = fc.oneof(
  fc.date({ min: new Date(0), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom("2026-02-30", "2026-2-3", "0000-01-01", "1955-02-28", "9999-12-31"),
);
const clocks = fc.constantFrom(
  "T09:30:00Z",
  "T09:30:00.000Z",
  "T00:00:00-11:30",
  "T23:59:59.123456789+01:00",
  "t09:30:00z",
  "T24:00:00Z",
  "T09:30Z",
  "T09:30:60Z",
);
const durations = fc.constantFrom(
  "P2D",
  "PT48H",
  "PT1H5S",
  "P3W",
  "P9D",
  "P",
  "PT",
  "P1M",
  "P0D",
  "P1DT2H3M4S",
);

/** What may be given for a field: often what fits, sometimes what nearly does, rarely anything. */
export function givenFor(source: FieldSource | ListItemSource): fc.Arbitrary<unknown> {
  const anything = fc.oneof(fc.jsonValue({ maxDepth: 1 }), texts, digits, whole);
  return fc.oneof({ weight: 9, arbitrary: valueFor(source) }, { weight: 1, arbitrary: anything });
}

function valueFor(source: FieldSource | ListItemSource): fc.Arbitrary<unknown> {
  switch (source.type) {
    case "amount":
      return fc.oneof(
        { weight: 4, arbitrary: digits },
        fc.constantFrom("01", "-1", "1.0", "9".repeat(18), "9".repeat(19)),
      );
    case "int":
    case "bps":
      return fc.oneof(
        whole,
        fc.nat({ max: 10_001 }),
        fc.nat({ max: 20 }),
        fc.constantFrom(1.5, 1e21),
      );
    case "bool":
      return fc.boolean();
    case "currency":
      return fc.constantFrom(...CURRENCIES, "GBP", "eur");
    case "enum":
      return fc.constantFrom(...(source.values ?? []), "toString");
    case "text":
      return texts;
    case "date":
      return days;
    case "time":
      return fc.tuple(days, clocks).map((parts) => parts.join(""));
    case "duration":
      return durations;
    case "list":
      return fc.array(itemFor(source), { maxLength: 4 });
    default:
      return ids;
  }
}

function itemFor(source: FieldSource | ListItemSource): fc.Arbitrary<unknown> {
  const of = "of" in source ? (source.of ?? {}) : {};
  const fields = Object.entries(of).map(([name, item]): [string, ListItemSource] => [
    name,
    itemField(item),
  ]);
  return objectFor(Object.fromEntries(fields));
}

/** What may be given for the fields: mostly each of them, sometimes one less or one more. */
export function objectFor(
  sources: Readonly<Record<string, FieldSource | ListItemSource>>,
): fc.Arbitrary<unknown> {
  const given = Object.entries(sources).map(([name, source]) => [
    name,
    fc.option(givenFor(source), { nil: undefined, freq: 12 }),
  ]);
  const more = fc.constantFrom({}, {}, {}, {}, {}, {}, {}, { other: 1 });
  return fc
    .tuple(fc.record(Object.fromEntries(given)), more)
    .map(([fields, others]) => JSON.parse(JSON.stringify({ ...(fields as object), ...others })));
}
