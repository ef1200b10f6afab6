/**
 * The one text of a program's source, and digests of it: equal programs have equal digests, whatever the
 * order of their keys and the white space between them.
 */
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { invariant } from "../base/invariant.ts";

/**
 * The source in the canonical form of RFC 8785. `source` is what JSON.parse made, without lone surrogates:
 * the server refuses these in every body.
 */
export function canonicalSource(source: unknown): string {
  const text = canonicalOfPlain(source) ?? canonicalize(source);
  invariant(text !== undefined, "what JSON.parse made has a JSON text");
  return text;
}

/** `sha256:` and the SHA-256 of a text's UTF-8 bytes, hexadecimal. */
export function sourceDigest(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/**
 * The canonical text of a value whose keys JavaScript keeps in the order in which they are set; undefined for any
 * other one. RFC 8785 writes values as JSON.stringify does, so a copy whose keys are in order has the canonical
 * text. Takes a third of the library's time (decision 0087). Its plain twin is the library.
 */
export function canonicalOfPlain(value: unknown): string | undefined {
  const copy = ordered(value);
  if (copy === undefined) return undefined;
  const text = JSON.stringify(copy);
  // Perhaps a lone surrogate, for which RFC 8785 has no text.
  return text.includes("\\ud") ? undefined : text;
}

/** Whether JavaScript may put the key before others, as those of digits, or takes it for no key when it is set. */
function isUnordered(key: string): boolean {
  const unit = key.charCodeAt(0);
  return (unit >= DIGIT_0 && unit <= DIGIT_9) || key === "__proto__";
}

const DIGIT_0 = 48;
const DIGIT_9 = 57;

/** A copy with the keys of its objects in order; undefined where there is none. */
function ordered(value: unknown): unknown {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return orderedItems(value);
  const copy: Record<string, unknown> = {};
  for (const key of sorted(Object.keys(value))) {
    const member = ordered((value as Record<string, unknown>)[key]);
    if (member === undefined || isUnordered(key)) return undefined;
    copy[key] = member;
  }
  return copy;
}

/** Sorts in place, by UTF-16 units. Most lists are short, and `sort` allocates for each. */
function sorted(keys: string[]): string[] {
  if (keys.length > SHORT) return keys.sort();
  for (let from = 1; from < keys.length; from++) {
    const key = keys[from] as string;
    let to = from;
    for (; to > 0 && (keys[to - 1] as string) > key; to--) keys[to] = keys[to - 1] as string;
    keys[to] = key;
  }
  return keys;
}

const SHORT = 12;

function orderedItems(items: readonly unknown[]): readonly unknown[] | undefined {
  if (items.every((item) => typeof item === "string")) return items;
  const copy: unknown[] = [];
  for (const item of items) {
    const one = ordered(item);
    if (one === undefined) return undefined;
    copy.push(one);
  }
  return copy;
}
