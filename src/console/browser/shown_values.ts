/**
 * A document that somebody outside chose, as rows that a person reads: one for each value, with the names that
 * lead to it. Guarantees: each value of the document is in a row, or counted among those that are not.
 */
import { moneyWords } from "./money.ts";

export type ShownValue = {
  /** The names and places that lead to the value: `entity`, `displayName`. */
  names: readonly string[];
  text: string;
  /** An amount in the units that people count in, where its currency stands beside it. */
  money?: string;
};

/** Rows that a person may be expected to read. */
export const ROWS_MAX = 200;

export function shownValuesOf(document: object): { rows: ShownValue[]; left: number } {
  const rows: ShownValue[] = [];
  let left = 0;
  const visit = (value: unknown, names: readonly string[], beside: object): void => {
    if (typeof value === "object" && value !== null && Object.keys(value).length > 0) {
      for (const [name, one] of entriesOf(value)) visit(one, [...names, name], value);
    } else if (rows.length === ROWS_MAX) left++;
    else rows.push(rowOf(value, names, beside));
  };
  for (const [name, one] of Object.entries(document)) visit(one, [name], document);
  return { rows, left };
}

/** Places in a list are counted from 1. */
function entriesOf(value: object): [string, unknown][] {
  if (Array.isArray(value)) return value.map((one, index) => [String(index + 1), one]);
  return Object.entries(value);
}

function rowOf(value: unknown, names: readonly string[], beside: object): ShownValue {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const { currency } = beside as { currency?: unknown };
  const isAmount = /amount$/i.test(names.at(-1) ?? "") && typeof value === "string";
  const money = isAmount && typeof currency === "string" ? moneyWords(text, currency) : undefined;
  return { names, text, ...(money !== undefined && { money }) };
}
