/** Rows about the declarations of fields and inputs. */
import { type WrongProgram, warned } from "./wrong_program.ts";

/** A field of the smallest program. */
const field = (
  title: string,
  declared: unknown,
  path = "",
  code: WrongProgram["code"] = "P01",
): WrongProgram => ({
  title,
  of: "MINIMAL",
  changes: { [`/nouns/ticket/fields/x${path}`]: declared },
  code,
});

export const FIELD_ROWS: readonly WrongProgram[] = [
  field("a field without a type", {}),
  field("a field that is a text", "amount"),
  field("a type with a typing mistake", { type: "ammount" }),
  field("required as a text", { type: "text", required: "yes" }),
  field("an enum without values", { type: "enum" }),
  field("an enum with no value", { type: "enum", values: [] }),
  field("an enum with a space in a value", { type: "enum", values: ["dark red"] }),
  field("a list without fields of its items", { type: "list" }),
  field("a list of nothing", { type: "list", of: {} }),
  field("a list of lists", { type: "list", of: { a: "list" } }),
  field("a list of items with a wrong type", { type: "list", of: { a: "amont" } }),
  field("an item with a bound of another type", {
    type: "list",
    of: { a: { type: "text", min: 1 } },
  }),
  field("a list with an index", { type: "list", of: { a: "text" }, indexed: true }),
  field("a reference without a kind", { type: "ref" }),
  field("values of a text", { type: "text", values: ["a"] }),
  field("a kind of a text", { type: "text", kind: "ticket" }),
  field("an exclusive amount", { type: "amount", exclusive: true }),
  field("a min of a text", { type: "text", min: 1 }),
  field("a max of a date", { type: "date", max: 3 }),
  field("pii of an amount", { type: "amount", pii: true }),
  field("a consent type that there is not", { type: "consent", consentType: "collecting" }),
  field("a max of an amount as a number", { type: "amount", max: 100 }),
  field("a max of a whole number as a text", { type: "int", max: "100" }),
  field("a max of a text over the limit", { type: "text", max: 2_001 }),
  field("a max of a list over the limit", { type: "list", of: { a: "text" }, max: 1_001 }),
  field("a max of basis points over all", { type: "bps", max: 10_001 }),
  field("a min over the max", { type: "amount", min: "10", max: "9" }),
  field("a default of another type", { type: "amount", default: 5 }),
  field("a default out of the bounds", { type: "int", min: 1, max: 9, default: 10 }),
  field("a default that is no value of the enum", { type: "enum", values: ["a"], default: "b" }),
  field("a default currency that the program lacks", { type: "currency", default: "USD" }),
  field("a default day that the calendar lacks", { type: "date", default: "2026-02-30" }),
  field("a default time without a zone", { type: "time", default: "2026-01-31T09:30:00" }),
  field("a default duration of a month", { type: "duration", default: "P1M" }),
  field("a default condition as a text", { type: "bool", default: "true" }),
  field("a default text that is too long", { type: "text", max: 3, default: "four" }),
  field("a default customer", { type: "customer", default: "cus_1" }),
  field("a default list", { type: "list", of: { a: "text" }, default: "none" }),
  warned(
    field(
      "a default of a required field",
      { type: "text", required: true, default: "" },
      "",
      "P04",
    ),
  ),
  warned(
    field(
      "a value of an enum twice",
      { type: "enum", values: ["a", "a"], indexed: true },
      "",
      "P04",
    ),
  ),
  warned(field("an amount that nothing uses", { type: "amount" }, "", "P04")),
  warned(field("a text with a name of personal data", { type: "text" }, "_email", "P22")),
  warned(
    field(
      "an item with a name of personal data",
      { type: "list", of: { iban: "text" } },
      "",
      "P22",
    ),
  ),
  field("a reference to no noun", { type: "ref", kind: "tickets" }, "", "P14"),
  field(
    "a reference that needs itself",
    { type: "ref", kind: "ticket", required: true },
    "",
    "P14",
  ),
  field(
    "a state that the other noun lacks",
    { type: "ref", kind: "ticket", states: ["opened"] },
    "",
    "P14",
  ),
  field(
    "a comparison of a name that no noun has",
    { type: "ref", kind: "ticket", congruent: ["total"] },
    "",
    "P14",
  ),
  field(
    "a comparison of currencies without one",
    { type: "ref", kind: "ticket", congruent: ["currency"] },
    "",
    "P14",
  ),
  {
    title: "a comparison of words that are never equal",
    of: "INVOICE",
    changes: {
      "/nouns/invoice/fields/size": { type: "enum", values: ["small"] },
      "/nouns/order/fields/size": { type: "enum", values: ["large"] },
      "/nouns/invoice/fields/order/congruent": ["size"],
    },
    code: "P14",
  },
  {
    title: "a comparison of an amount with a text",
    of: "INVOICE",
    changes: {
      "/nouns/order/fields/total": { type: "text" },
      "/nouns/invoice/fields/order/congruent": ["total"],
    },
    code: "P14",
  },
  {
    title: "two nouns that need each other",
    of: "INVOICE",
    changes: {
      "/nouns/invoice/fields/order/required": true,
      "/nouns/order/fields/invoice": { type: "ref", kind: "invoice", required: true },
    },
    code: "P14",
  },
  ...(["immutable", "indexed"] as const).map(
    (option): WrongProgram => ({
      title: `an input that is ${option}`,
      of: "INVOICE",
      changes: { [`/nouns/invoice/actions/pay/input/amount/${option}`]: true },
      code: "P01",
    }),
  ),
  {
    title: "an input that is an exclusive reference",
    of: "INVOICE",
    changes: {
      "/nouns/invoice/actions/pay/input/order": { type: "ref", kind: "order", exclusive: true },
    },
    code: "P01",
  },
  {
    title: "an input of a reference to no noun",
    of: "INVOICE",
    changes: { "/nouns/invoice/actions/pay/input/order": { type: "ref", kind: "odrer" } },
    code: "P14",
  },
  {
    title: "an input that nothing uses",
    of: "INVOICE",
    changes: { "/nouns/invoice/actions/pay/input/tip": { type: "amount" } },
    code: "P04",
    severity: "warning",
  },
];
