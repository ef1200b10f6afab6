/** Checks of single values of requests, written from the rules of the values (platform.md, Shared value formats). */

export type Check = (value: unknown) => boolean;
export type Fields = Readonly<Record<string, Check>>;

/** The currencies of ISO 4217 that the generator uses. */
export const CURRENCIES = ["EUR", "USD", "JPY", "KWD"];

export const text =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === "string" && pattern.test(value);
/** Lengths count code points. */
export const length = (min: number, max: number): Check => {
  return (value) => {
    const count = typeof value === "string" ? [...value].length : -1;
    return count >= min && count <= max;
  };
};
/** A name or a reason, for people: at least one character of it is visible. */
export const named = (max: number): Check => {
  return (value) => length(1, max)(value) && /[^\s\p{C}\p{Z}]/u.test(value as string);
};
export const removable = (check: Check): Check => {
  return (value) => value === null || check(value);
};
export const oneOf = (...values: readonly string[]): Check => {
  return (value) => typeof value === "string" && values.includes(value);
};

export const id = text(/^[A-Za-z0-9_-]{1,64}$/);
export const amount = text(/^[1-9][0-9]{0,17}$/);
export const currency = oneOf(...CURRENCIES);
export const externalId = text(/^[ -~]{1,64}$/);
export const mode = oneOf("debits", "all");
export const isBoolean: Check = (value) => typeof value === "boolean";
export const revision: Check = (value) => Number.isInteger(value) && (value as number) >= 1;

export const timestamp: Check = (value) => {
  const shape = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
  const date = typeof value === "string" ? shape.exec(value)?.[1] : undefined;
  if (date === undefined || Number.isNaN(Date.parse(value as string))) return false;
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
};

export const metadata: Check = (value) => {
  if (!isPlain(value)) return false;
  const entries = Object.entries(value);
  return entries.length <= 50 && entries.every(([key, item]) => isKey(key) && length(0, 500)(item));
};

export const metadataChange: Check = (value) => {
  if (value === null) return true;
  if (!isPlain(value)) return false;
  const entries = Object.entries(value);
  const isValue = (item: unknown) => item === null || length(0, 500)(item);
  return entries.length <= 100 && entries.every(([key, item]) => isKey(key) && isValue(item));
};

const isKey = (key: string): boolean =>
  key !== "__proto__" &&
  length(1, 40)(key) &&
  [...key].every((character) => character >= " " && character !== "\u007f");

/** True when the value has every required field and no unknown field, and each passes its check. */
export function isObject(value: unknown, fields: Fields): boolean {
  if (!isPlain(value)) return false;
  for (const [name, check] of Object.entries(fields)) {
    const key = name.replace("?", "");
    const given = Object.hasOwn(value, key);
    if (!given && !name.endsWith("?")) return false;
    if (given && !check((value as Record<string, unknown>)[key])) return false;
  }
  const isNamed = (key: string) => Object.hasOwn(fields, key) || Object.hasOwn(fields, `${key}?`);
  return Object.keys(value).every(isNamed);
}

export function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
