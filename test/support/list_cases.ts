/** What rows of the lists of the contract are made of: the shape of a row, and cases of its filters. */
import type { Document } from "./client.ts";

/** Ids that the rows need, by the name of the parameter. */
export type Known = Readonly<Record<string, string>>;

/** A value of a filter, and whether an item of the unfiltered list matches. */
export type FilterCase = { value: string; matches(item: Document): boolean };

export type ListRow = {
  /** Parameters that every request of the row has. */
  base?: (known: Known) => Readonly<Record<string, string>>;
  /** Values of the filters, made from all items of the list. */
  filters?: Readonly<Record<string, (known: Known, items: readonly Document[]) => FilterCase[]>>;
  /** The text that orders an ascending list; absent: newest first, by the items' times. */
  ascendingBy?: string;
  /** The values of `ascendingBy` in the order of the list, where it is not that of the texts. */
  order?: readonly string[];
  /** Filters that list the items which the list without filters leaves out; absent: it has all. */
  leftOut?: Readonly<Record<string, string>>;
  /** True: the list has no items as yet. */
  isEmpty?: true;
};

/** Cases for a field: each value that occurs, and values that may not occur. */
export function field(name: string, ...more: string[]) {
  return (_: Known, items: readonly Document[]): FilterCase[] =>
    [...new Set([...items.map((item) => item[name]), ...more])]
      .filter((value) => value !== undefined)
      .map(String)
      .map((value) => ({ value, matches: (item) => String(item[name]) === value }));
}

/** True when the text of a field has this part. */
export const holdsText = (value: unknown, part: string) =>
  String(value ?? "")
    .toLowerCase()
    .includes(part.toLowerCase());

/** Cases of a search: in these fields, or the id of the first item, or nothing. */
export function search(part: string, idName: string, ...fields: string[]) {
  return (_: Known, items: readonly Document[]): FilterCase[] => {
    const id = String(items[0]?.[idName]);
    return [
      { value: part, matches: (item) => fields.some((name) => holdsText(item[name], part)) },
      { value: id, matches: (item) => item[idName] === id },
      { value: "nothing has this text", matches: () => false },
    ];
  };
}

/** Cases of a search that finds no texts: by these ids of the first item. */
export function searchByIds(...names: string[]) {
  return (_: Known, items: readonly Document[]): FilterCase[] =>
    names.map((name) => {
      const value = String(items[0]?.[name]);
      return { value, matches: (item) => item[name] === value };
    });
}

/** The parameters of a list of one Product. */
export const ofProduct = ({ productId = "" }: Known) => ({ productId });

/** Cases of the status of transfers. */
export const transferStatus = field("status", "pending", "voided");

const between = (item: Document, id: string) =>
  item["sourceAccountId"] === id || item["destinationAccountId"] === id;
/** Cases of an account on either side of what moves or reserves money. */
export const ofAccount = ({ accountId = "", otherId = "", idleId = "" }: Known): FilterCase[] =>
  [accountId, otherId, idleId].map((value) => ({
    value,
    matches: (item) => between(item, value),
  }));

/** The time of an item that the list is ordered by, and bounded by; undefined where it has none. */
export function timeOf(item: Document): number | undefined {
  const { createdAt, timestamp, startedAt, at, from, date, month, appliedAt } = item as Record<
    string,
    string
  >;
  const text = createdAt ?? timestamp ?? startedAt ?? at ?? from ?? date ?? month ?? appliedAt;
  return text === undefined ? undefined : Date.parse(text);
}
