/**
 * A document that somebody outside chose, as rows that a person reads: one for each value, with the names that
 * lead to it. Guarantees: each value of the document is in a row, or counted among those that are not.
 */
import { moneyWords } from "./money.ts";

export type ShownValue = {
  /** The names that lead to the value, for people: `entity`, `displayName`; items of a list are counted from 1. */
  names: readonly string[];
  /** The names that lead to the value, with items of a list counted from 0. */
  path: readonly string[];
  text: string;
  /** An amount in the units that people count in, where its currency stands beside it. */
  money?: string;
};

/** Rows that a person may be expected to read. */
export const ROWS_MAX = 200;

/** The first `ROWS_MAX` values of the document in its order. `left`: how many values are in no row. */
export function shownValuesOf(document: object): { rows: ShownValue[]; left: number } {
  const rows: ShownValue[] = [];
  let left = 0;
  const visit = (value: unknown, path: readonly string[], shown: Shown): void => {
    if (typeof value === "object" && value !== null && Object.keys(value).length > 0) {
      for (const [name, one] of Object.entries(value)) {
        // Places in a list are counted from 1.
        const own = Array.isArray(value) ? String(Number(name) + 1) : name;
        visit(one, [...path, name], { names: [...shown.names, own], beside: value });
      }
    } else if (rows.length === ROWS_MAX) left++;
    else rows.push({ path, ...rowOf(value, shown) });
  };
  for (const [name, one] of Object.entries(document)) {
    visit(one, [name], { names: [name], beside: document });
  }
  return { rows, left };
}

type Shown = { names: readonly string[]; beside: object };

function rowOf(value: unknown, { names, beside }: Shown): Omit<ShownValue, "path"> {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const { currency } = beside as { currency?: unknown };
  const isAmount = /amount$/i.test(names.at(-1) ?? "") && typeof value === "string";
  const money = isAmount && typeof currency === "string" ? moneyWords(text, currency) : undefined;
  return { names, text, ...(money !== undefined && { money }) };
}

/** A value that is not shown to everybody; as the contract has it. */
export type Hidden = { path: readonly string[]; why: "personal" | "secret" };

/** Why the value at the path stands apart: it, or what it is a part of; secrets before all. */
export function hiddenAt(
  path: readonly string[],
  hidden: readonly Hidden[],
): Hidden["why"] | undefined {
  const over = hidden.filter((one) => one.path.every((name, at) => name === path[at]));
  return over.find(({ why }) => why === "secret")?.why ?? over[0]?.why;
}

/** A copy of the document with words in the place of each value that is not shown. */
export function withWords(
  document: object,
  hidden: readonly Hidden[],
  words: (why: Hidden["why"]) => string,
): object {
  const copy = structuredClone(document);
  for (const { path, why } of hidden) {
    let holder: unknown = copy;
    for (const name of path.slice(0, -1)) {
      holder = (holder as Record<string, unknown> | null | undefined)?.[name];
    }
    const last = path.at(-1) ?? "";
    if (typeof holder === "object" && holder !== null && Object.hasOwn(holder, last)) {
      (holder as Record<string, unknown>)[last] = words(why);
    }
  }
  return copy;
}
