/**
 * The published contract as the judge of every response: the operation of a request, and whether
 * the declaration of that operation allows the response's status, code, headers and body.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { OWN_BUNDLES } from "../../scripts/program.ts";
import { faultsOf, type Schema } from "./json_schema.ts";
import { isOfBuild } from "./server.ts";

export type PublishedOperation = {
  operationId: string;
  method: string;
  /** The path, with `{name}` for each parameter. */
  path: string;
  pathNames: readonly string[];
  idempotency: "required" | "none";
  principals: readonly string[];
  errorCodes: readonly string[];
  responses: Readonly<Record<string, { content?: Record<string, { schema: Schema }> }>>;
};

export type Contract = {
  /** Every code of the catalog. */
  errorCodes: readonly string[];
  operations: readonly PublishedOperation[];
  /** The operation of a request on a path below `/v1`, or undefined when no route matches. */
  operationOf(method: string, path: string): PublishedOperation | undefined;
  /** What is wrong with a response, one sentence a fault. */
  faultsOfResponse(sent: { method: string; path: string }, got: Response): string[];
};

export type Response = { status: number; headers: IncomingHttpHeaders; text: string };

/** A path that is served although the contract leaves it out (decision 0046). */
const UNPUBLISHED =
  /^\/(receipts\/[^/]+|statements\/[^/]+|accounts\/[^/]+\/statements\/[^/]+)\/proof(\?|$)/;

const CATALOG_ADDITIONAL = "additionalHttpStatuses";

let loaded: Promise<Contract> | undefined;

/**
 * The contract that a server publishes. The servers of the build publish one document, whatever their flags,
 * and each makes it at the first request for it, in a quarter of a second of processor time: so one of them
 * is asked in a run, and what it says is kept in the folder of the run. Any other server is asked itself.
 */
export async function loadContract(origin: string): Promise<Contract> {
  if (!isOfBuild(origin)) return contractOf(JSON.parse(await publishedBy(origin)));
  loaded ??= keptOf(origin).then((text) => contractOf(JSON.parse(text)));
  return loaded;
}

async function publishedBy(origin: string): Promise<string> {
  const response = await fetch(`${origin}/openapi.json`);
  return response.text();
}

async function keptOf(origin: string): Promise<string> {
  if (OWN_BUNDLES === undefined) return publishedBy(origin);
  const kept = join(OWN_BUNDLES, "openapi.json");
  if (existsSync(kept)) return readFileSync(kept, "utf8");
  const text = await publishedBy(origin);
  // Other processes look for it meanwhile: it is there whole, or not at all.
  writeFileSync(`${kept}.${process.pid}`, text);
  renameSync(`${kept}.${process.pid}`, kept);
  return text;
}

export function contractOf(document: Record<string, unknown>): Contract {
  const operations = operationsOf(document);
  const routes = new Map<string, { operation: PublishedOperation; match: RegExp }[]>();
  for (const operation of operations) {
    const key = routeKeyOf(operation.method, operation.path);
    const alike = routes.get(key) ?? [];
    routes.set(key, [...alike, { operation, match: patternOf(operation.path) }]);
  }
  const catalog = new Map((document["x-errors"] as CatalogEntry[]).map((e) => [e.code, e]));
  const operationOf: Contract["operationOf"] = (method, path) => {
    const plain = path.split("?", 1)[0] as string;
    const alike = routes.get(routeKeyOf(method, plain)) ?? [];
    const found = alike.filter(({ match }) => match.test(plain));
    const literal = found.find(({ operation }) => operation.pathNames.length === 0);
    return (literal ?? found[0])?.operation;
  };

  function statusFaults(code: string, status: number): string[] {
    const entry = catalog.get(code) as
      | { httpStatus: number; [CATALOG_ADDITIONAL]?: number[] }
      | undefined;
    if (entry === undefined) return [`${code} is not in the catalog`];
    const statuses = [entry.httpStatus, ...(entry[CATALOG_ADDITIONAL] ?? [])];
    return statuses.includes(status) ? [] : [`${code} came with status ${status}`];
  }

  return {
    errorCodes: [...catalog.keys()],
    operations,
    operationOf,
    faultsOfResponse({ method, path }, got) {
      const { status, headers, text } = got;
      const operation = operationOf(method, path);
      const faults: string[] = [];
      if (headers["x-request-id"] === undefined) faults.push("no x-request-id");
      if (status === 204) return [...faults, ...emptyFaults(got), ...undeclared(operation, status)];
      const isProblem = headers["content-type"] === "application/problem+json";
      if (!isProblem && headers["content-type"] !== "application/json") {
        faults.push(`content-type is ${headers["content-type"]}`);
      }
      const declaredTypes = operation?.responses[String(status)]?.content ?? {};
      const mediaType = String(headers["content-type"]).split(";", 1)[0] as string;
      const isFile = status < 400 && mediaType !== "application/json";
      if (isFile && declaredTypes[mediaType] !== undefined) {
        return [...faults.filter((fault) => !fault.startsWith("content-type")), ...fileFaults(got)];
      }
      const body = parsed(text);
      if (body === undefined) return [...faults, `the body is not JSON: ${text.slice(0, 200)}`];
      const code = status < 400 ? undefined : codeOf(body);
      const { "x-request-id": requestId } = headers;
      const isReplay = headers["idempotent-replayed"] === "true";
      const envelope = { isProblem, isReplay, code, requestId: String(requestId) };
      if (status >= 400) faults.push(...envelopeFaults(body, envelope));
      if (code !== undefined) faults.push(...statusFaults(code, status));
      const entry = catalog.get(code ?? "");
      if (entry !== undefined) faults.push(...detailFaults(entry, detailsOf(body)));
      if (operation === undefined) {
        const isServed = code === "not_found" || UNPUBLISHED.test(path);
        return isServed ? faults : [...faults, "no route"];
      }
      if (status >= 400 && !operation.errorCodes.includes(code ?? "")) {
        faults.push(`${operation.operationId} does not declare ${code}`);
      }
      const declared = operation.responses[String(status)];
      if (declared === undefined) return [...faults, ...undeclared(operation, status)];
      const schema = declared.content?.["application/json"]?.schema;
      if (schema !== undefined && status < 400) faults.push(...faultsOf(document, schema, body));
      if (headers["service-operation-id"] === undefined) faults.push("no service-operation-id");
      const isWrite = operation.idempotency === "required";
      if (isWrite && status < 300 && headers["service-receipt-id"] === undefined) {
        faults.push("no service-receipt-id");
      }
      return faults;
    },
  };
}

type CatalogEntry = {
  code: string;
  httpStatus: number;
  details: { name: string; type: string[]; required: boolean }[];
};
/** What the details of every code may have, and what they always have. */
const COMMON_DETAILS = ["operation", "docUrl", "issues", "itemIndex"];
const ALWAYS = ["operation", "docUrl"];

/** The details, of an envelope or of a problem document. */
function detailsOf(body: unknown): Record<string, unknown> {
  const { error, details = error?.details } = body as {
    error?: { details: Record<string, unknown> };
    details?: Record<string, unknown>;
  };
  return details ?? {};
}

/** Details must be those that `x-errors` declares for the code: none is absent, none is unknown. */
export function detailFaults(
  { code, details: declared }: CatalogEntry,
  details: Record<string, unknown>,
): string[] {
  const faults = ALWAYS.filter((name) => details[name] === undefined).map((name) => `no ${name}`);
  for (const { name, type, required } of declared) {
    const value = details[name];
    if (value === undefined) faults.push(...(required ? [`no ${name}`] : []));
    else if (!type.includes(typeNameOf(value))) faults.push(`${name} is no ${type.join(" or ")}`);
  }
  const known = new Set([...COMMON_DETAILS, ...declared.map(({ name }) => name)]);
  const unknown = Object.keys(details).filter((name) => !known.has(name));
  return [...faults, ...unknown.map((name) => `${name} is not declared`)].map(
    (fault) => `details of ${code}: ${fault}`,
  );
}

function typeNameOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

/** An answer without content says nothing of its content. */
function emptyFaults({ headers, text }: Response): string[] {
  const hasContent = text !== "" || headers["content-type"] !== undefined;
  return hasContent || headers["content-length"] !== undefined ? ["a 204 with content"] : [];
}

function undeclared(operation: { responses: object } | undefined, status: number): string[] {
  const isDeclared = operation !== undefined && String(status) in operation.responses;
  return isDeclared ? [] : [`status ${status} is not declared`];
}

/** Faults of a file answer: it must have a file name, and the digest of its bytes (RFC 9530). */
function fileFaults({ headers, text }: Response): string[] {
  const faults: string[] = [];
  const digest = createHash("sha256").update(text, "utf8").digest("base64");
  const { "content-digest": named, "content-disposition": disposition } = headers;
  if (named !== `sha-256=:${digest}:`) faults.push(`content-digest ${named} is not of the body`);
  if (!/^attachment; filename="[^"]+"$/.test(String(disposition))) faults.push("no file name");
  if (headers["content-length"] !== String(Buffer.byteLength(text))) faults.push("no length");
  if (headers["service-operation-id"] === undefined) faults.push("no service-operation-id");
  return faults;
}

/** The code of a refusal, as an envelope or as a problem document. */
export function codeOf(body: unknown): string | undefined {
  const { error, code } = body as { error?: { code?: string }; code?: string };
  return error?.code ?? (typeof code === "string" ? code : undefined);
}

function envelopeFaults(
  body: unknown,
  {
    isProblem,
    isReplay,
    code,
    requestId,
  }: { isProblem: boolean; isReplay: boolean; code: string | undefined; requestId: string },
): string[] {
  const field = (value: unknown, name: string) => (value as Record<string, unknown>)?.[name];
  const error = isProblem ? body : field(body, "error");
  const details = field(error, "details");
  const named = field(body, "requestId");
  const message = isProblem ? field(body, "detail") : field(error, "message");
  const faults: string[] = [];
  if (code === undefined) faults.push("the refusal has no code");
  // A replay repeats the first answer byte for byte, with the id of the first request.
  if (!isReplay && named !== requestId) {
    faults.push(`the body names request ${named}, the header ${requestId}`);
  }
  if (typeof message !== "string" || message === "") faults.push("the refusal has no message");
  if (typeof details !== "object" || details === null) return [...faults, "no details"];
  if (!String(field(details, "docUrl")).endsWith(`/docs/errors/${code}`)) faults.push("no docUrl");
  const issues = field(details, "issues");
  if (code === "invalid_request" && !Array.isArray(issues)) faults.push("no issues");
  for (const issue of Array.isArray(issues) ? issues : []) {
    const whole = typeof issue.code === "string" && typeof issue.message === "string";
    if (!whole || !Array.isArray(issue.path)) faults.push(`issue ${JSON.stringify(issue)}`);
  }
  return faults;
}

function operationsOf(document: Record<string, unknown>): PublishedOperation[] {
  const paths = document["paths"] as Record<string, Record<string, Record<string, unknown>>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, declared]) => declared["operationId"] !== undefined)
      .map(([method, declared]) => ({
        operationId: String(declared["operationId"]),
        method: method.toUpperCase(),
        path,
        pathNames: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string),
        idempotency: declared["x-idempotency"] as "required" | "none",
        principals: declared["x-principal"] as string[],
        errorCodes: declared["x-error-codes"] as string[],
        responses: declared["responses"] as PublishedOperation["responses"],
      })),
  );
}

/** What a path has in common with all that its route matches: the method and the number of its parts. */
function routeKeyOf(method: string, path: string): string {
  return `${method} ${path.split("/").length}`;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
