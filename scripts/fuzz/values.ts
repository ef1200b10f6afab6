/**
 * Values that a schema allows. Most ids come from earlier answers, so that requests reach objects that
 * exist: an unknown id is refused before the operation does its work.
 */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { Schema } from "../../test/support/json_schema.ts";
import { type Document, plain } from "./inputs.ts";
import type { Random } from "./random.ts";

/** Strings that are made at once for one pattern. */
const SAMPLES = 64;
/** Ids that are kept of one kind: the newest ones. */
const POOL_MAX = 200;
/** Schemas may contain themselves; below this depth an object has only its required fields. */
const DEPTH_MAX = 6;
/** The longest text that is made, also where the schema allows a longer text. */
const TEXT_MAX = 48;
const ID = /^([a-z]+_)[0-9A-Za-z]{12,}$/;

/** Ids, keys and cursors from earlier answers. */
export type Pool = {
  productId: string;
  /** The id of the key in use. No request may name it, or the key could be revoked. */
  apiKeyId: string;
  byPrefix: Map<string, string[]>;
  keys: string[];
  cursors: string[];
};

export function newPool(productId: string, apiKeyId: string): Pool {
  return { productId, apiKeyId, byPrefix: new Map(), keys: [], cursors: [] };
}

/** Remembers the ids and cursors of an answer. */
export function harvest(pool: Pool, value: unknown): void {
  if (typeof value === "string") {
    const prefix = ID.exec(value)?.[1];
    if (prefix === undefined || value === pool.apiKeyId) return;
    const ids = pool.byPrefix.get(prefix) ?? [];
    remember(ids, value);
    pool.byPrefix.set(prefix, ids);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, inside] of Object.entries(value)) {
      if (name === "nextCursor" && typeof inside === "string") remember(pool.cursors, inside);
      else harvest(pool, inside);
    }
  }
}

export function remember(list: string[], value: string): void {
  if (list.includes(value)) return;
  list.push(value);
  if (list.length > POOL_MAX) list.shift();
}

export type Making = { document: Document; random: Random; pool: Pool };

/** A value that `schema` allows, for a field of this name. */
export function validValue(making: Making, schema: Schema, name: string, depth = 0): unknown {
  const { document, random } = making;
  const one = plain(document, schema);
  if ("const" in one) return one["const"];
  const allowed = one["enum"] as unknown[] | undefined;
  if (allowed !== undefined) return commonOr(making, allowed);
  const alternatives = (one["anyOf"] ?? one["oneOf"]) as Schema[] | undefined;
  if (alternatives !== undefined) return validValue(making, random.pick(alternatives), name, depth);
  const parts = one["allOf"] as Schema[] | undefined;
  if (parts !== undefined) {
    return Object.assign({}, ...parts.map((part) => validValue(making, part, name, depth)));
  }
  switch (random.pick([one["type"]].flat())) {
    case "string":
      return textOf(making, one, name);
    case "integer":
    case "number":
      return numberOf(random, one);
    case "boolean":
      return random.once(2);
    case "null":
      return null;
    case "array":
      return arrayOf(making, one, name, depth);
    case "object": {
      // A map whose values mean something has an example that is right.
      const [example] = (one["examples"] ?? []) as unknown[];
      return example ?? objectOf(making, one, depth);
    }
    default:
      return random.pick([1, "x", true, null]);
  }
}

/**
 * Mostly chooses one currency, and the first of a few values, because objects with different values
 * rarely fit together.
 */
function commonOr({ random }: Making, allowed: readonly unknown[]): unknown {
  if (allowed.includes("EUR") && !random.once(8)) return "EUR";
  return random.once(2) ? allowed[0] : random.pick(allowed);
}

function textOf(making: Making, schema: Schema, name: string): string {
  const { random, pool } = making;
  const examples = (schema["examples"] ?? []) as unknown[];
  if (name === "cursor" && pool.cursors.length > 0) return random.pick(pool.cursors);
  if (name === "productId") return random.once(20) ? "prod_nothing" : pool.productId;
  if (schema["format"] !== undefined) return formatted(making, String(schema["format"]), examples);
  const pattern = schema["pattern"] as string | undefined;
  // A text without a form of its own that has an example has a form that the schema does not say.
  if (pattern === undefined && typeof examples[0] === "string") return examples[0];
  if (pattern === undefined) return freeText(random, schema);
  if (schema["maxLength"] !== undefined) {
    const text = `${freeText(random, schema).slice(1)}a`;
    const fits = new RegExp(pattern, "u").test(text);
    return !fits && typeof examples[0] === "string" ? examples[0] : text;
  }
  const words = wordsOf(schema, new RegExp(pattern, "u"));
  if (words.length > 0 && !random.once(8)) return random.pick(words);
  const prefix = ID.exec(String(examples[0] ?? ""))?.[1];
  const ids = prefix === undefined ? [...pool.byPrefix.values()].flat() : pool.byPrefix.get(prefix);
  const isId = prefix !== undefined || /(^|[a-z])id$/i.test(name);
  if (isId && ids !== undefined && ids.length > 0 && !random.once(8)) return random.pick(ids);
  if (prefix === undefined && typeof examples[0] === "string" && random.once(2)) return examples[0];
  return random.pick(samplesOf(pattern));
}

/** The values that a description quotes, as in "`customer`, `product` or `tenant`". */
function wordsOf({ description }: Schema, pattern: RegExp): string[] {
  const quoted = String(description ?? "").matchAll(/`([^`]+)`/g);
  return [...quoted].map(([, word]) => word as string).filter((word) => isWord(word, pattern));
}

/** Whether a word is a value: `acct_` is only the prefix of ids. */
function isWord(word: string, pattern: RegExp): boolean {
  return pattern.test(word) && !word.endsWith("_");
}

function formatted({ random, pool }: Making, format: string, examples: readonly unknown[]): string {
  switch (format) {
    case "uuid":
      return pool.keys.length > 0 && random.once(2) ? random.pick(pool.keys) : randomUUID();
    case "date-time":
      return new Date(Date.UTC(2_024 + random.below(8), random.below(12))).toISOString();
    case "date":
      return new Date(Date.UTC(2_024 + random.below(8), random.below(12)))
        .toISOString()
        .slice(0, 10);
    case "uri":
      return `https://example.com/${random.below(100)}`;
    case "email":
      return `user${random.below(100)}@example.com`;
    default:
      return typeof examples[0] === "string" ? examples[0] : "x";
  }
}

const LETTERS = [..."abcXYZ 019-_.,'\"\\/<>&äß日本\t"];

function freeText(random: Random, schema: Schema): string {
  const least = Number(schema["minLength"] ?? 0);
  const most = Math.max(least, Math.min(Number(schema["maxLength"] ?? TEXT_MAX), TEXT_MAX));
  const length = least + random.below(most - least + 1);
  return Array.from({ length }, () => random.pick(LETTERS)).join("");
}

const samples = new Map<string, readonly string[]>();

/** Strings that match a pattern, made once; a few simple ones where fast-check can make none. */
export function samplesOf(pattern: string): readonly string[] {
  const known = samples.get(pattern);
  if (known !== undefined) return known;
  const expression = new RegExp(pattern, "u");
  let made: string[];
  try {
    made = fc.sample(fc.stringMatching(expression), { numRuns: SAMPLES, seed: pattern.length });
  } catch {
    made = ["x", "1", "A", "aa"].filter((text) => expression.test(text));
  }
  const found = made.length > 0 ? made : ["x"];
  samples.set(pattern, found);
  return found;
}

function numberOf(random: Random, schema: Schema): number {
  const least = Number(schema["minimum"] ?? 0);
  const most = Number(schema["maximum"] ?? least + 100);
  return least + random.below(most - least + 1);
}

function arrayOf(making: Making, schema: Schema, name: string, depth: number): unknown[] {
  const least = Number(schema["minItems"] ?? 0);
  const most = Math.max(least, Math.min(Number(schema["maxItems"] ?? 3), least + 3));
  const length = depth > DEPTH_MAX ? least : least + making.random.below(most - least + 1);
  const items = (schema["items"] ?? {}) as Schema;
  const values = Array.from({ length }, () => validValue(making, items, name, depth + 1));
  if (schema["uniqueItems"] !== true) return values;
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function objectOf(making: Making, schema: Schema, depth: number): Record<string, unknown> {
  const required = (schema["required"] ?? []) as string[];
  const made: Record<string, unknown> = {};
  for (const [name, field] of Object.entries((schema["properties"] ?? {}) as Fields)) {
    const wanted = required.includes(name) || (depth <= DEPTH_MAX && making.random.once(2));
    if (wanted) made[name] = validValue(making, field, name, depth + 1);
  }
  for (const [pattern, field] of Object.entries((schema["patternProperties"] ?? {}) as Fields)) {
    const name = making.random.pick(samplesOf(pattern));
    if (name !== "__proto__") made[name] = validValue(making, field, name, depth + 1);
  }
  if (typeof made["type"] === "string" && typeof made["id"] === "string") {
    made["id"] = idOfType(making, made["type"]) ?? made["id"];
  }
  if ("confirm" in made && "productId" in made) made["confirm"] = made["productId"];
  return made;
}

/** An id for an object that names a thing by type and id: type `customer` gets an id `cust_…`. */
function idOfType({ random, pool }: Making, type: string): string | undefined {
  const ids = [...pool.byPrefix].find(([prefix]) => type.startsWith(prefix.slice(0, -1)))?.[1];
  return ids === undefined || random.once(8) ? undefined : random.pick(ids);
}

type Fields = Record<string, Schema>;
