/**
 * An operation made ready for requests, once, at start: its schemas compiled, its route taken
 * apart, its counters in place.
 */
import { type TSchema, Type } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { declareRead, type Issue, type Operation, refuse } from "../contract/operation.ts";
import { type Redaction, redactionOf } from "../contract/redaction.ts";
import type { ProtocolRoute } from "./protocol_route.ts";

/** Issues that one answer lists; a hostile body must not make a large answer. */
const ISSUES_MAX = 20;

export type CompiledOperation = {
  // biome-ignore lint/suspicious/noExplicitAny: the edge serves operations of any shard state
  operation: Operation<any>;
  /** Names of the path's parameters, in order. */
  pathNames: readonly string[];
  /** The route as uWebSockets.js takes it, without the base path. */
  pattern: string;
  pathCheck: TypeCheck<TSchema> | undefined;
  queryCheck: TypeCheck<TSchema>;
  bodyCheck: TypeCheck<TSchema> | undefined;
  /** True when a request without a body is valid. */
  bodyOptional: boolean;
  isPublic: boolean;
  isSystem: boolean;
  tally: Tally;
  /** What of a request's body may be kept. */
  redactsBody: Redaction;
  /** Set where a protocol of its own answers what was admitted. */
  protocol: ProtocolRoute | undefined;
  /** True for the documents of the host root: no operation, so no operation id. */
  isDocument: boolean;
};

/** What an edge counts of one operation. */
export type Tally = {
  /** Responses by status. */
  byStatus: Map<number, number>;
  /** Refusals by code. */
  byCode: Map<string, number>;
  /** Upper bounds in `DURATION_BUCKETS_MS`, one more for the rest. */
  durations: Float64Array;
  durationSumMs: number;
};

export const DURATION_BUCKETS_MS = [0.5, 1, 2, 5, 10, 25, 50, 100, 250, 1_000, 5_000] as const;

const NO_QUERY = Type.Object({}, { additionalProperties: false });

// biome-ignore lint/suspicious/noExplicitAny: the edge serves operations of any shard state
export function compileOperation(operation: Operation<any>): CompiledOperation {
  const body = operation.type === "write" ? (operation.body as TSchema | undefined) : undefined;
  const bodyCheck = body === undefined ? undefined : TypeCompiler.Compile(body);
  return {
    operation,
    pathNames: [...operation.http.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string),
    pattern: operation.http.path.replaceAll(/\{(\w+)\}/g, ":$1"),
    pathCheck: operation.path === undefined ? undefined : TypeCompiler.Compile(operation.path),
    queryCheck: TypeCompiler.Compile(operation.query ?? NO_QUERY),
    bodyCheck,
    bodyOptional: bodyCheck === undefined || bodyCheck.Check({}),
    isPublic: operation.principals.includes("public"),
    isSystem: operation.principals.includes("system"),
    tally: newTally(),
    redactsBody: redactionOf(body),
    protocol: undefined,
    isDocument: false,
  };
}

/** The route of a protocol: it takes any body, and admits whoever has a key. */
export function compileProtocol(protocol: ProtocolRoute): CompiledOperation {
  const { id, path } = protocol;
  return { ...compileOperation(named(id, { method: "POST", path })), protocol };
}

/** What logs and metrics name for every document of the host root. */
export function compileDocuments(): CompiledOperation {
  const operation = named("document", { method: "GET", path: "/" });
  return { ...compileOperation(operation), isDocument: true };
}

function named(id: string, http: { method: "GET" | "POST"; path: string }) {
  return declareRead({
    id,
    summary: id,
    tag: id,
    http: { ...http, status: 200 },
    principals: ["product_key"],
    scope: undefined,
    output: Type.Unknown(),
    refusals: [],
    read: () => refuse("invalid_request", `${id} is no read`),
  });
}

export function newTally(): Tally {
  return {
    byStatus: new Map(),
    byCode: new Map(),
    durations: new Float64Array(DURATION_BUCKETS_MS.length + 1),
    durationSumMs: 0,
  };
}

export function count(tally: Tally, status: number, code: string | undefined, ms: number): void {
  tally.byStatus.set(status, (tally.byStatus.get(status) ?? 0) + 1);
  if (code !== undefined) tally.byCode.set(code, (tally.byCode.get(code) ?? 0) + 1);
  let bucket = 0;
  while (bucket < DURATION_BUCKETS_MS.length && ms > (DURATION_BUCKETS_MS[bucket] as number)) {
    bucket++;
  }
  tally.durations[bucket] = (tally.durations[bucket] as number) + 1;
  tally.durationSumMs += ms;
}

/** What is wrong with `value`, under `prefix`: field by field, at most `ISSUES_MAX`. */
export function issuesOf(check: TypeCheck<TSchema>, value: unknown, prefix: string[]): Issue[] {
  const issues: Issue[] = [];
  const seen = new Set<string>();
  for (const { path, message, schema } of check.Errors(value)) {
    if (issues.length === ISSUES_MAX) break;
    if (seen.has(path)) continue;
    seen.add(path);
    const fields = path
      .split("/")
      .slice(1)
      .map((field) => field.replaceAll("~1", "/").replaceAll("~0", "~").slice(0, 100));
    const expected = typeof schema.description === "string" ? `; ${schema.description}` : "";
    issues.push({
      code: "schema",
      message: `${message}${expected}`,
      path: [...prefix, ...fields.map((field) => (/^\d+$/.test(field) ? Number(field) : field))],
    });
  }
  return issues;
}
