/** Rows of check P01: the form of a program, its names and its sizes. */
import { CURRENCIES } from "../../../../src/contract/values/currencies.ts";
import type { WrongProgram } from "./wrong_program.ts";

/** An object with so many keys. */
export const many = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, value]));

const minimal = (title: string, pointer: string, value: unknown): WrongProgram => ({
  title,
  of: "MINIMAL",
  changes: { [pointer]: value },
  code: "P01",
});
const invoice = (title: string, pointer: string, value: unknown): WrongProgram => ({
  title,
  of: "INVOICE",
  changes: { [pointer]: value },
  code: "P01",
});
const loan = (title: string, pointer: string, value: unknown): WrongProgram => ({
  title,
  of: "LOAN",
  changes: { [pointer]: value },
  code: "P01",
});

const STATES = "/nouns/ticket/states";
const ACTIONS = "/nouns/ticket/actions";
const FIELDS = "/nouns/ticket/fields";
const PAY = "/nouns/invoice/actions/pay";
const PART = "/nouns/invoice/actions/settle/moves/0/to/0";
const SCHEDULE = "/nouns/loan/schedules/instalment";

export const FORM_ROWS: readonly WrongProgram[] = [
  minimal("the program is null", "", null),
  minimal("the program is a list", "", []),
  minimal("the program is a text", "", "blueprint/1"),
  { ...minimal("the program is almost empty", "", { language: "blueprint/1" }), errors: 4 },
  minimal("the language is another version", "/language", "blueprint/2"),
  minimal("the language is a number", "/language", 1),
  minimal("the language is missing", "/language", undefined),
  minimal("the name is empty", "/name", ""),
  minimal("the name has 101 characters", "/name", "x".repeat(101)),
  minimal("the description has 2001 characters", "/description", "x".repeat(2_001)),
  minimal("no currency", "/currencies", []),
  minimal("65 currencies", "/currencies", Array(65).fill("EUR")),
  minimal("a currency in small letters", "/currencies/0", "eur"),
  minimal("a currency that is null", "/currencies/0", null),
  minimal("no nouns", "/nouns", {}),
  minimal("nouns as a list", "/nouns", []),
  minimal("33 nouns", "/nouns", many(33, { fields: {}, states: { open: {} }, actions: {} })),
  minimal("no ports", "/ports", {}),
  minimal("a key with a typing mistake", "/curencies", ["EUR"]),
  minimal("a key that nothing is near to", "/zebra", true),
  minimal("a key of JavaScript", "/__proto__", {}),
  minimal("a key with a slash and a tilde", "/a~1b~0c", 1),
  minimal("a key with 100000 characters", `/${"k".repeat(100_000)}`, 1),
  minimal("the state's key with a typing mistake", `${STATES}/open`, { inital: true }),
  minimal("65 states", STATES, many(65, {})),
  minimal("no states", STATES, {}),
  minimal("65 actions", ACTIONS, many(65, { from: ["open"], to: "closed" })),
  minimal("41 fields", FIELDS, many(41, { type: "text" })),
  minimal("a noun without states", STATES, undefined),
  minimal("a noun with a capital letter", "/nouns/Ticket", { fields: {}, states: {}, actions: {} }),
  minimal("a name with 41 characters", `${FIELDS}/${"a".repeat(41)}`, { type: "text" }),
  minimal("a name with a dot", `${FIELDS}/a.b`, { type: "text" }),
  minimal("an action called create", `${ACTIONS}/create`, { from: ["open"], to: "closed" }),
  minimal("a field called __proto__", `${FIELDS}/__proto__`, { type: "text" }),
  minimal("a field called constructor", `${FIELDS}/constructor`, { type: "text" }),
  minimal("a field called toString", `${FIELDS}/toString`, { type: "text" }),
  minimal("from is a text", `${ACTIONS}/close/from`, "open"),
  minimal("from has a number in it", `${ACTIONS}/close/from/0`, 7),
  minimal("from has 65 states", `${ACTIONS}/close/from`, Array(65).fill("open")),
  minimal("an action without to", `${ACTIONS}/close/to`, undefined),
  minimal("to is a list", `${ACTIONS}/close/to`, ["closed"]),
  {
    title: "to has no else",
    of: "MINIMAL",
    changes: { [`${ACTIONS}/close/to`]: { if: "true" }, [`${ACTIONS}/close/to/then`]: "closed" },
    code: "P01",
  },
  minimal("initial is a text", `${STATES}/open/initial`, "yes"),
  minimal("an actor that there is not", "/ports/operator/actors/0", "operators"),
  minimal("a port that allows nothing", "/ports/operator/allow", []),
  minimal("a permission without an action", "/ports/operator/allow/0", "ticket"),
  minimal("as is no field", "/ports/operator/as", "payer"),
  invoice("a tier that there is not", "/nouns/invoice/subject/minTier", "tier_4"),
  invoice("a kind of entity that there is not", "/nouns/invoice/subject/kinds/0", "company"),
  invoice("17 remainders", "/nouns/invoice/remainders", many(17, { start: "fields.total" })),
  invoice(
    "17 moves",
    `${PAY}/moves`,
    Array(17).fill({ label: "a", amount: "a", from: "a", to: "a" }),
  ),
  invoice("an empty split list", `${PAY}/moves/0/to`, []),
  invoice("a move to a number", `${PAY}/moves/0/to`, 7),
  invoice("a move without an amount", `${PAY}/moves/0/amount`, undefined),
  invoice("17 requirements", `${PAY}/require`, Array(17).fill({ that: "true", else: "a" })),
  invoice("a requirement without else", `${PAY}/require`, [{ that: "true" }]),
  invoice("basis points over 10000", `${PART}/bps`, 10_001),
  invoice("basis points below zero", `${PART}/bps`, -1),
  invoice("basis points with a decimal point", `${PART}/bps`, 2.5),
  invoice("a ratio of three", `${PART}/ratio`, ["fields.total", "fields.total", "fields.total"]),
  invoice("a ratio of one", `${PART}/ratio`, ["fields.total"]),
  invoice("a rounding that there is not", `${PART}/round`, "nearest"),
  invoice("a book label with a space", `${PART}/book`, "revenue fee"),
  invoice("a cap as a number", "/limits/0/cap", 100),
  invoice("a cap with a sign", "/limits/0/cap", "-5"),
  invoice("a cap of 19 digits", "/limits/0/cap", "1000000000000000000"),
  invoice("a limit over customers", "/limits/0/scope", "customer"),
  invoice("a timeout of months", "/nouns/invoice/decisions/refund_review/timeout", "P1M"),
  invoice("nobody decides", "/nouns/invoice/decisions/refund_review/by", []),
  invoice("no timeout", "/nouns/invoice/decisions/refund_review/timeout", undefined),
  {
    title: "1008 accounts",
    of: "MINIMAL",
    changes: {
      "/currencies": CURRENCIES.slice(0, 16).map(({ code }) => code),
      "/accounts": many(63, { role: "product_operating", owner: "product" }),
    },
    code: "P01",
  },
  invoice("an account of a customer", "/accounts/revenue/owner", "customer"),
  loan("a beginning without enter", `${SCHEDULE}/on`, "active"),
  loan("1001 rows", `${SCHEDULE}/max`, 1_001),
  loan("no rows", `${SCHEDULE}/max`, 0),
  loan("a number of rows as a text", `${SCHEDULE}/max`, "36"),
  loan("nine retries", `${SCHEDULE}/retry/after`, Array(9).fill("P1D")),
  loan("no pause", `${SCHEDULE}/retry/after`, []),
  loan("an aggregate over the tenant", "/nouns/loan/aggregates/repaid/scope", "tenant"),
];
