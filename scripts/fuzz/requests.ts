/** One request (valid, with one constraint broken, or hostile) and the answer that it must get. */
import { randomUUID } from "node:crypto";
import { type Break, breaksOf, broken, type Place, parameterBreaks } from "./breaks.ts";
import { HOSTILE_BODIES, hostileHeaders, hostileId, hostileQuery } from "./hostile.ts";
import type { Field, FuzzedOperation } from "./inputs.ts";
import { type Making, remember, validValue } from "./values.ts";

export const KINDS = ["valid", "near_valid", "hostile"] as const;
export type Kind = (typeof KINDS)[number];

export type FuzzRequest = {
  operationId: string;
  kind: Kind;
  /** The fault of the request, for the report. */
  why: string;
  method: string;
  /** The path below the base path, percent-encoded. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
  /**
   * The place that an issue of a 400 must name; undefined: every answer of the contract is right.
   */
  issueAt: Place | undefined;
};

/**
 * The most bytes that a broken value has in an address. The server answers a request whose head has more than
 * 16 KiB before the contract is asked (src/LIMITS.md): 431, a page without our envelope.
 */
const ADDRESS_VALUE_BYTES_MAX = 8_192;

type Parts = {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
};

export function requestOf(making: Making, operation: FuzzedOperation, kind: Kind): FuzzRequest {
  const parts = validParts(making, operation);
  if (kind === "valid") return written(operation, making, parts, { kind, why: "" });
  if (kind === "near_valid") return nearValid(making, operation, parts);
  return hostile(making, operation, parts);
}

function validParts(making: Making, operation: FuzzedOperation): Parts {
  const { random } = making;
  const path: Record<string, unknown> = {};
  for (const { name, schema } of operation.pathFields)
    path[name] = validValue(making, schema, name);
  const query: Record<string, unknown> = {};
  for (const { name, required, schema } of operation.queryFields) {
    if (required || random.once(3)) query[name] = validValue(making, schema, name);
  }
  const { body } = operation;
  const isSent = body !== undefined && (body.required || !random.once(4));
  return { path, query, body: isSent ? validValue(making, body.schema, "") : undefined };
}

type Target = "path" | "query" | "body" | "header";

function nearValid(making: Making, operation: FuzzedOperation, parts: Parts): FuzzRequest {
  const { random } = making;
  const found: [Target, Break][] = [];
  for (const field of operation.pathFields) {
    for (const one of addressBreaks(making, field)) {
      if (one.value !== "") found.push(["path", one]);
    }
  }
  for (const field of operation.queryFields) {
    found.push(...addressBreaks(making, field).map((one): [Target, Break] => ["query", one]));
    if (field.required) {
      found.push(["query", { at: [field.name], why: "required", value: undefined }]);
    }
  }
  found.push(["query", { at: ["unexpectedParameter"], why: "unknown", value: "x" }]);
  const { body } = operation;
  if (body !== undefined && parts.body !== undefined) {
    const breaks = breaksOf(making, body.schema, parts.body, []);
    found.push(...breaks.map((one): [Target, Break] => ["body", one]));
  }
  if (operation.isWrite) {
    const at = ["idempotency-key"];
    found.push(["header", { at, why: "format", value: "0f8fad5b-d9cb-469f-a165-70867728950" }]);
  }
  const [target, one] = random.pick(found);
  const why = `${target} ${one.at.join(".")}: ${one.why}`;
  const issueAt = operation.takesKey ? one.at : undefined;
  const marks = { kind: "near_valid" as const, why, issueAt };
  if (target === "header") {
    const request = written(operation, making, parts, marks);
    request.headers["idempotency-key"] = String(one.value);
    return request;
  }
  const changed = { ...parts, [target]: broken(parts[target], one) };
  return written(operation, making, changed, marks);
}

/** The breaks of a value in the path or the query that leave the head of the request short enough. */
function addressBreaks(making: Making, field: Field): Break[] {
  return parameterBreaks(making, field).filter(
    ({ value }) => encodeURIComponent(String(value)).length <= ADDRESS_VALUE_BYTES_MAX,
  );
}

function hostile(making: Making, operation: FuzzedOperation, parts: Parts): FuzzRequest {
  const { random } = making;
  const kind = "hostile" as const;
  const plain = (why: string) => written(operation, making, parts, { kind, why });
  switch (random.below(operation.method === "GET" ? 3 : 6)) {
    case 0: {
      const request = plain("query");
      const query = hostileQuery(random);
      return { ...request, why: `query ${query}`, path: `${request.path.split("?")[0]}?${query}` };
    }
    case 1: {
      const headers = hostileHeaders(random);
      const request = plain(`headers ${JSON.stringify(headers).slice(0, 80)}`);
      return { ...request, headers: { ...request.headers, ...headers } };
    }
    case 2: {
      const id = hostileId(random);
      const path = operation.path.replaceAll(/\{\w+\}/g, id);
      return { ...plain(`id ${id.slice(0, 80)}`), path };
    }
    default: {
      const name = random.pick(Object.keys(HOSTILE_BODIES));
      const request = plain(`body ${name}`);
      const make = HOSTILE_BODIES[name] as (valid: string) => string;
      const body = make(request.body ?? "{}");
      return { ...request, body, headers: { ...request.headers, ...JSON_HEADERS } };
    }
  }
}

const JSON_HEADERS = { "content-type": "application/json" };

function written(
  operation: FuzzedOperation,
  { pool, random }: Making,
  { path, query, body }: Parts,
  marks: { kind: Kind; why: string; issueAt?: Place | undefined },
): FuzzRequest {
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(path[name])),
  );
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`,
  );
  const headers: Record<string, string> = {};
  if (body !== undefined) Object.assign(headers, JSON_HEADERS);
  if (operation.isWrite) {
    const isRepeated = pool.keys.length > 0 && random.once(20);
    const key = isRepeated ? random.pick(pool.keys) : randomUUID();
    headers["idempotency-key"] = key;
    remember(pool.keys, key);
  }
  return {
    operationId: operation.operationId,
    method: operation.method,
    path: pairs.length === 0 ? filled : `${filled}?${pairs.join("&")}`,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    issueAt: undefined,
    ...marks,
  };
}
