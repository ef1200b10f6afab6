/** Hostile bodies, queries, ids and headers, which no client sends by mistake. */
import type { Random } from "./random.ts";

const DEPTH = 20_000;
const LONG = 200_000;

/** JSON text, or text that looks like JSON, made from the text of a valid body. */
export const HOSTILE_BODIES: Readonly<Record<string, (valid: string) => string>> = {
  deep_array: () => "[".repeat(DEPTH) + "]".repeat(DEPTH),
  deep_object: () => `${'{"a":'.repeat(DEPTH)}1${"}".repeat(DEPTH)}`,
  deep_field: (valid) =>
    inserted(valid, `"metadata":${'{"a":'.repeat(DEPTH)}1${"}".repeat(DEPTH)}`),
  unclosed: () => '{"a":['.repeat(DEPTH),
  prototype: (valid) => inserted(valid, '"__proto__":{"amount":"9","admin":true}'),
  constructor_field: (valid) => inserted(valid, '"constructor":{"prototype":{"admin":true}}'),
  metadata_prototype: (valid) => inserted(valid, '"metadata":{"__proto__":"x","toString":"y"}'),
  metadata_controls: (valid) => inserted(valid, '"metadata":{"a":"\\u0000\\u001b[2J\\r\\n"}'),
  metadata_surrogates: (valid) =>
    inserted(valid, '"metadata":{"a":"\\ud800","b":"\\udfff\\ud800"}'),
  description_controls: (valid) => inserted(valid, '"description":"\\u0000\\u2028\\ufeff"'),
  description_surrogate: (valid) => inserted(valid, '"description":"\\ud83d"'),
  raw_control: (valid) => inserted(valid, '"description":"\u0001"'),
  duplicate_keys: (valid) => inserted(valid, valid.slice(1, -1)),
  duplicate_amount: (valid) => inserted(valid, '"amount":"1","amount":"2"'),
  huge_exponent: (valid) => inserted(valid, '"amount":1e400'),
  long_number: (valid) => inserted(valid, `"amount":${"9".repeat(5_000)}`),
  negative_zero: (valid) => inserted(valid, '"expectedRevision":-0'),
  not_a_number: (valid) => inserted(valid, '"amount":NaN'),
  long_text: (valid) => inserted(valid, `"description":"${"x".repeat(LONG)}"`),
  long_name: (valid) => inserted(valid, `"${"n".repeat(LONG)}":1`),
  many_names: () => `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":${at}`).join()}}`,
  many_items: () => `{"items":[${Array.from({ length: 20_000 }, () => "{}").join()}]}`,
  trailing_comma: (valid) => `${valid.slice(0, -1)},}`,
  half: (valid) => valid.slice(0, valid.length >> 1),
  twice: (valid) => valid + valid,
  byte_order_mark: (valid) => `\ufeff${valid}`,
  null: () => "null",
  number: () => "12",
  text: (valid) => JSON.stringify(valid),
  array: (valid) => `[${valid}]`,
  empty_object: () => "{}",
  spaces: () => " ".repeat(LONG),
};

function inserted(valid: string, field: string): string {
  return valid === "{}" || valid === "" ? `{${field}}` : `{${field},${valid.slice(1)}`;
}

const QUERIES = [
  "__proto__=1",
  "constructor=1&toString=2",
  "limit=1&limit=2",
  "limit=%00",
  "limit=1e9",
  "limit=-0",
  "cursor=%ff%fe",
  "cursor=__proto__",
  "productId[]=x&productId[0]=y",
  "unknown=1",
  "&&&=&=",
  "%",
  "a=%zz",
  `x=${"y".repeat(2_000)}`,
  "createdFrom=2026-02-30T00:00:00Z",
  "createdFrom=9999999-01-01",
  "search=%27%20OR%201%3D1%20--",
];

const IDS = [
  "__proto__",
  "constructor",
  "%00",
  "%2e%2e%2f%2e%2e",
  "%F0%9F%92%A9",
  "%ff",
  "%",
  "..;",
  "a".repeat(2_000),
  "%0d%0aX-Injected:%201",
  "0",
  "-1",
  "acct_1M7Y7502000000000030000062",
  "acct_ZZZZZZZZZZZZZZZZZZZZZZZZZZ",
  "'%20OR%20'1'%3D'1",
];

const HEADERS: Readonly<Record<string, string>>[] = [
  { accept: "application/problem+json" },
  { accept: `${"a/b,".repeat(200)}*/*` },
  { "x-request-id": "x".repeat(200) },
  { "x-request-id": '{"a":1}' },
  { "x-forwarded-for": "127.0.0.1, ::1, unknown" },
  { "content-type": "application/json; charset=utf-16" },
  { "content-type": "text/plain" },
  { "content-type": "application/json;application/xml" },
  { "idempotency-key": "not-a-uuid" },
  { "idempotency-key": "00000000-0000-0000-0000-000000000000" },
  { "x-service-environment": "LIVE" },
  { "x-http-method-override": "DELETE" },
  { "accept-encoding": "gzip, deflate, br" },
  { expect: "100-continue" },
];

export function hostileQuery(random: Random): string {
  return random.pick(QUERIES);
}
/** A path segment, percent-encoded as on the wire. */
export function hostileId(random: Random): string {
  return random.pick(IDS);
}
export function hostileHeaders(random: Random): Readonly<Record<string, string>> {
  return random.pick(HEADERS);
}
