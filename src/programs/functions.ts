/** The functions of expressions. A program declares none of its own. */
import type { ValueType } from "./value_type.ts";

/**
 * What an argument must be: a type; `account`, a selector of an account; `items`, a path through a list;
 * `digits`, an amount's text; `rounding`; `path`, any field; `moment`, a date or a time; `like`, the type of the
 * first argument.
 */
export type Argument =
  | Extract<ValueType["type"], "amount" | "int" | "bps" | "duration" | "time" | "list">
  | "account"
  | "items"
  | "digits"
  | "rounding"
  | "path"
  | "moment"
  | "ordered"
  | "like";

export type FunctionShape = {
  arguments: readonly Argument[];
  /** `like`: the type of the first argument; `item`: of what the path leads to. */
  gives: "amount" | "int" | "bool" | "time" | "date" | "like" | "item";
  /** How it is written. */
  form: string;
  says: string;
};

export const ROUNDINGS = ["down", "up", "half_up", "half_even"] as const;
export type Rounding = (typeof ROUNDINGS)[number];

export const FUNCTIONS: Readonly<Record<string, FunctionShape>> = {
  amount: {
    arguments: ["digits"],
    gives: "amount",
    form: "amount('2500')",
    says: "An amount in minor units.",
  },
  bps: {
    arguments: ["amount", "bps", "rounding"],
    gives: "amount",
    form: "bps(fields.total, fields.feeBps, 'half_even')",
    says: "So many basis points of an amount, rounded to minor units.",
  },
  min: {
    arguments: ["ordered", "like"],
    gives: "like",
    form: "min(input.amount, rem.due)",
    says: "The smaller of two values of one type.",
  },
  max: {
    arguments: ["ordered", "like"],
    gives: "like",
    form: "max(input.amount, amount('100'))",
    says: "The larger of two values of one type.",
  },
  split: {
    arguments: ["amount", "int", "int"],
    gives: "amount",
    form: "split(let.owed, fields.instalments, index)",
    says: "One of so many equal parts, counted from 0; the last has what rounding left.",
  },
  addDays: {
    arguments: ["moment", "int"],
    gives: "like",
    form: "addDays(now(), 3)",
    says: "So many days later.",
  },
  addMonths: {
    arguments: ["moment", "int"],
    gives: "like",
    form: "addMonths(fields.firstDueAt, index)",
    says: "The same day so many months later, or the last day of that month.",
  },
  addYears: {
    arguments: ["moment", "int"],
    gives: "like",
    form: "addYears(fields.openedOn, 1)",
    says: "The same day so many years later, or 28 February.",
  },
  addDuration: {
    arguments: ["time", "duration"],
    gives: "time",
    form: "addDuration(now(), fields.notice)",
    says: "So much later.",
  },
  now: { arguments: [], gives: "time", form: "now()", says: "The Product's clock." },
  today: {
    arguments: [],
    gives: "date",
    form: "today()",
    says: "The day of the Product's clock, UTC.",
  },
  balance: {
    arguments: ["account"],
    gives: "amount",
    form: "balance(own.escrow)",
    says: "What an account may spend.",
  },
  size: { arguments: ["list"], gives: "int", form: "size(fields.lines)", says: "How many items." },
  sum: {
    arguments: ["items"],
    gives: "item",
    form: "sum(fields.lines[].amount)",
    says: "The items' values together.",
  },
  has: {
    arguments: ["path"],
    gives: "bool",
    form: "has(fields.note)",
    says: "Whether a value was given.",
  },
};
