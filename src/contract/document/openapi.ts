/**
 * The contract document: OpenAPI 3.1 made from the declarations and nothing else.
 * Guarantees: the same declarations give the same bytes; every component is used; a schema with a
 * title stands once, under its title, and what several operations have in common stands once too: the
 * document that is served has at most 6,000 bytes an operation. Inputs are published closed and outputs open, since responses
 * may gain fields at any time.
 * Does not serve or check anything: the edges read the declarations themselves.
 */
import type { TObject, TSchema } from "@sinclair/typebox";
import { canonicalJson } from "../../base/canonical_json.ts";
import { invariant } from "../../base/invariant.ts";
import type { AgentGuide } from "../declare/agent_guide.ts";
import type { Tag } from "../declare/feature.ts";
import type { SameMeaning } from "../declare/noun_words.ts";
import { type Operation, tagOf } from "../declare/operation.ts";
import type { PrincipalKind } from "../declare/principal.ts";
import { isDescribed, STREAM_RULES, streamsOf, streamText } from "../declare/stream_form.ts";
import type { WalkStep } from "../declare/walk_step.ts";
import { ERROR_CATALOG, ERROR_CODES } from "../refusals/error_catalog.ts";
import { phasesWith } from "../refusals/refusal_phases.ts";
import { codesOf } from "../refusals/shared_codes.ts";
import type { Examples } from "./example.ts";
import {
  Components,
  isObject,
  type Json,
  keywordsOf,
  type Scopes,
  type SECURITY_SCHEMES,
} from "./openapi_components.ts";
import { exampleValues, withExample } from "./openapi_examples.ts";
import {
  COMMON_HEADERS,
  FILE_HEADERS,
  RANGE_HEADERS,
  RECORDED_HEADERS,
} from "./openapi_headers.ts";
import { shareParameters } from "./openapi_parameters.ts";
import { rangeResponses } from "./openapi_ranges.ts";
import { errorResponses, type FirstOperations, firstOperationsOf } from "./openapi_refusals.ts";
import { type Webhook, webhooksOf } from "./openapi_webhooks.ts";

/** Version of the contract document (specification, Versioning 1). */
export const CONTRACT_VERSION = "0.1.0";

/** The document's description of the whole API. `tags` has each tag that an operation names. */
export type About = {
  title: string;
  summary: string;
  /** Markdown; the document adds the order of refusals. */
  description: string;
  tags: readonly Tag[];
  /** Absent: the document has no examples. */
  examples?: Examples;
  /** What is delivered to webhook endpoints; absent: the document has no webhooks. */
  webhooks?: readonly Webhook[];
  /** What agents are told; not in the document either. */
  guide?: AgentGuide;
  /** Rows of words that mean the same in the search of `/docs`; not in the document either. */
  sameMeaning?: SameMeaning;
  /** The walk of the guides; the contract document does not have it. */
  walk?: readonly WalkStep[];
};

/** The document as data; print it with `documentText`. `serverUrl` is where `/v1` stands. */
export function openApiDocument(
  operations: readonly Operation<never>[],
  { title, summary, description, tags, examples = NO_EXAMPLES, webhooks = [] }: About,
  { serverUrl }: { serverUrl: string },
): Json {
  const published = operations
    .filter((operation) => operation.inContract !== false)
    .toSorted(byPathAndMethod);
  const components = new Components({
    scopes: scopesOf(operations),
    eventTypes: webhooks.map(({ type }) => type),
  });
  // Inputs are published first: a schema that inputs and outputs share keeps the closed form.
  const inputs = new Map(published.map((one) => [one.id, inputOf(one, components)]));
  invariant(inputs.size === published.length, "an operation id is declared once");
  const first = firstOperationsOf(published);
  const usual = usualSecurity(published, components);
  const shared = { components, first, usual, refusals: new Map<string, Json>() };
  const paths: { [path: string]: Json } = {};
  for (const operation of published) {
    const { method, path } = operation.http;
    const item = paths[path] ?? {};
    paths[path] = item;
    invariant(item[method.toLowerCase()] === undefined, `${method} ${path} is declared once`);
    const input = inputs.get(operation.id);
    const object = operationObject(operation, input, shared);
    item[method.toLowerCase()] = withExample(object, operation, examples);
  }
  shareParameters(paths, components);
  const phases = phasesWith(new Set(published.flatMap((operation) => codesOf(operation))));
  return {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title,
      version: CONTRACT_VERSION,
      summary,
      description: [description, orderText(phases), ...streamRules(operations)].join("\n\n"),
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: serverUrl, description: "The API of the host that serves this document." }],
    security: usual,
    tags: usedTags(published, tags).map((tag) => withStreams(tag, operations)),
    paths,
    ...(webhooks.length > 0 && { webhooks: webhooksOf(webhooks, components) }),
    components: components.document(),
    "x-errors": ERROR_CODES.map((code) => ERROR_CATALOG[code]),
    "x-refusal-phases": phases,
    "x-common-headers": COMMON_HEADERS,
    "x-example-values": exampleValues(examples),
  };
}

const NO_EXAMPLES: Examples = { story: [], answers: {} };

/** The published text. */
export function documentText(document: Json): string {
  return `${JSON.stringify(document)}\n`;
}

/** The text of the golden file: the document over several lines, for people who compare two versions of it. */
export function goldenText(document: Json): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/**
 * The differences between two documents, one line each: `+`, `-` or `~` and a JSON pointer. An
 * object that was added or removed as a whole is one line.
 */
export function documentDifferences(before: unknown, after: unknown, pointer = ""): string[] {
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after)) {
    return canonicalJson(before) === canonicalJson(after) ? [] : [`~ ${pointer || "/"}`];
  }
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => {
    const place = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (!Object.hasOwn(after, key)) return [`- ${place}`];
    if (!Object.hasOwn(before, key)) return [`+ ${place}`];
    return documentDifferences(before[key], after[key], place);
  });
}

/** The tags that operations name, in alphabetical order. */
function usedTags(operations: readonly Operation<never>[], tags: readonly Tag[]): Tag[] {
  const used = [...new Set(operations.map(tagOf))].sort();
  return used.map((name) => {
    const declared = tags.filter((tag) => tag.name === name);
    invariant(declared.length === 1, `the tag "${name}" is declared once`);
    return declared[0] as Tag;
  });
}

/** The rules of streams, as text for people; none where nothing streams. */
function streamRules(operations: readonly Operation<never>[]): string[] {
  if (streamsOf(operations).length === 0) return [];
  const rules = STREAM_RULES.map((rule) => `- ${rule}`);
  return [`Event streams stand beside the operations of this document:\n\n${rules.join("\n")}`];
}

/** The tag, with the streams of its group in its description: a stream is no operation of the document. */
function withStreams(tag: Tag, operations: readonly Operation<never>[]): Tag {
  const streams = streamsOf(operations.filter((operation) => operation.tag === tag.name));
  if (streams.length === 0) return tag;
  const texts = streams.map((stream) => `Event stream: ${streamText(stream)}`);
  return { ...tag, description: [tag.description, ...texts].join("\n\n") };
}

/** The order of refusals, as text for people. */
function orderText(phases: ReturnType<typeof phasesWith>): string {
  const lines = phases.map(({ phase, codes, passed }, at) => {
    const named = codes.map((code) => `\`${code}\``).join(", ") || "the operation's own codes";
    return `${at + 1}. ${phase}: ${passed}; else ${named}`;
  });
  const title = "A request is refused by the first of these phases that it does not pass:";
  return [title, "", ...lines].join("\n");
}

/** Media type of a body, by the form that the declaration names. */
const BODY_TYPES = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
} as const;

const EVENTS_TYPE = "text/event-stream";

type Input = { parameters: Json[]; requestBody?: Json };

function inputOf(operation: Operation<never>, components: Components): Input {
  const { id, type, principals } = operation;
  const path: TObject | undefined = operation.path;
  const query: TObject | undefined = operation.query;
  const inTemplate = [...operation.http.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const inSchema = Object.keys(path?.properties ?? {});
  invariant(
    canonicalJson(inTemplate.toSorted()) === canonicalJson(inSchema.toSorted()),
    `${id}: the path template and the path schema name the same parameters`,
  );
  const parameters = [...parametersOf("path", path, components)];
  if (query !== undefined) {
    invariant(query.additionalProperties === false, `${id}: the query schema is closed`);
    parameters.push(...parametersOf("query", query, components));
  }
  if (type === "write") {
    parameters.push(components.parameter("IdempotencyKey"));
    const takesSession = principals.includes("session") || principals.includes("founder");
    if (takesSession) parameters.push(components.parameter("CsrfToken"));
  }
  if (!principals.includes("public")) parameters.push(components.parameter("ServiceEnvironment"));
  if (operation.stream !== undefined) parameters.push(components.parameter("LastEventId"));
  parameters.push(components.parameter("RequestId"));
  const body: TSchema | undefined = operation.body;
  if (body === undefined) return { parameters };
  const { properties, required = [], additionalProperties } = keywordsOf(body);
  invariant(
    properties === undefined || additionalProperties === false,
    `${id}: the body schema is closed`,
  );
  return {
    parameters,
    requestBody: {
      required: properties === undefined || required.length > 0,
      content: { [BODY_TYPES[operation.takes ?? "json"]]: { schema: components.input(body) } },
    },
  };
}

function parametersOf(
  place: "path" | "query",
  schema: TObject | undefined,
  components: Components,
): Json[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    ...((place === "path" || (schema?.required ?? []).includes(name)) && { required: true }),
    schema: components.input(property),
  }));
}

/** What the operations of a document have in common. */
type Shared = {
  components: Components;
  first: FirstOperations;
  usual: readonly Json[];
  /** The refusals of operations, by their codes: many operations have the same ones. */
  refusals: Map<string, Json>;
};

function operationObject(
  operation: Operation<never>,
  input: Input | undefined,
  { components, first, usual, refusals }: Shared,
): Json {
  const { id, summary, description, principals, scope, type } = operation;
  const codes = codesOf(operation);
  const key = `${type} ${codes.join(" ")}`;
  const refused = refusals.get(key) ?? errorResponses(type, codes, components, first);
  refusals.set(key, refused);
  const security = securityOf(operation, components);
  return {
    operationId: id,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tagOf(operation)],
    ...(canonicalJson(security) === canonicalJson(usual) ? {} : { security }),
    ...input,
    responses: {
      [operation.http.status]: successResponse(operation, components),
      ...existingResponse(operation, components),
      ...rangeResponses(operation, components, () => successResponse(operation, components)),
      ...refused,
    },
    "x-principal": principals,
    ...(operation.browserKeyOnly === true && { "x-browser-key-only": true }),
    "x-idempotency": type === "write" ? "required" : "none",
    "x-scope": scope ?? null,
    "x-events": type === "write" ? operation.events : [],
    "x-error-codes": codes,
  };
}

/** The answer of a write that finds what it would have made. */
function existingResponse(operation: Operation<never>, components: Components) {
  const { existingStatus } = operation.http;
  if (existingStatus === undefined) return {};
  const response = successResponse(operation, components);
  return { [existingStatus]: { ...response, description: `${response.description}, made before` } };
}

function successResponse(operation: Operation<never>, components: Components) {
  const { type, http, output, summary } = operation;
  const file = operation.type === "read" ? operation.file : undefined;
  const headers = components.headers([
    ...(type === "write" ? RECORDED_HEADERS : []),
    ...(operation.head?.clockOperationsAt === undefined
      ? []
      : (["service-clock-operation-ids"] as const)),
    ...(file === undefined ? [] : FILE_HEADERS),
    ...(file?.hasRanges === true ? RANGE_HEADERS : []),
    ...(operation.answers === "redirect" ? (["location"] as const) : []),
  ]);
  const description = output.title ?? summary;
  const head = Object.keys(headers).length === 0 ? { description } : { description, headers };
  if (http.status === 204 || operation.answers === "redirect") return head;
  if (operation.answers === "page") {
    return { ...head, content: { "text/html": { schema: { type: "string" } } } };
  }
  if (operation.stream !== undefined) {
    const schema = { type: "string", description: "Server-sent events, as in HTML's EventSource." };
    const data = components.output(output);
    return { ...head, content: { [EVENTS_TYPE]: { schema, "x-event-data": data } } };
  }
  const content = {
    ...(file !== undefined &&
      Object.fromEntries(
        [file.mediaType, ...(file.otherTypes ?? [])].map((type) => [
          type,
          { schema: { type: "string" } },
        ]),
      )),
    "application/json": { schema: components.output(output) },
  };
  return { ...head, content };
}

/** What the document says of every operation that says nothing else: what most of them take. */
function usualSecurity(published: readonly Operation<never>[], components: Components): Json[] {
  const counts = new Map<string, { security: Json[]; count: number }>();
  for (const { principals } of published) {
    const security = securityOf({ principals, scope: undefined }, components);
    const text = canonicalJson(security);
    counts.set(text, { security, count: (counts.get(text)?.count ?? 0) + 1 });
  }
  const [most] = [...counts.values()].sort((one, other) => other.count - one.count);
  return most?.security ?? [];
}

function securityOf(
  { principals, scope }: Pick<Operation<never>, "principals" | "scope">,
  components: Components,
): Json[] {
  if (principals.includes("public")) return [];
  const schemes = new Set(principals.flatMap((principal) => SCHEMES_OF[principal]));
  const scopesIn = (scheme: string) => (scheme === "oauth2" && scope !== undefined ? [scope] : []);
  return [...schemes].map((scheme) => ({ [components.securityScheme(scheme)]: scopesIn(scheme) }));
}

/**
 * The credentials of each kind of principal. Nobody may call a `system` operation, but a Product
 * key that calls one gets a refusal, so the contract shows the Product key.
 */
const SCHEMES_OF: Readonly<Record<PrincipalKind, readonly (keyof typeof SECURITY_SCHEMES)[]>> = {
  public: [],
  product_key: ["productKey"],
  founder: ["personalAccessToken", "sessionCookie", "oauth2"],
  agent: ["oauth2"],
  session: ["sessionCookie"],
  operator: [],
  system: ["productKey"],
};

/** The scopes that a person can let a program have, each with the operations that it opens. */
function scopesOf(operations: readonly Operation<never>[]): Scopes {
  const opened = new Map<string, string[]>();
  for (const { id, scope, principals } of operations.filter(isDescribed)) {
    const isOfPrograms = principals.includes("founder") || principals.includes("agent");
    if (scope === undefined || !isOfPrograms) continue;
    opened.set(scope, [...(opened.get(scope) ?? []), id]);
  }
  const sorted = [...opened].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([scope, ids]) => [scope, `Opens ${ids.sort().join(", ")}.`]),
  );
}

/** The order of the methods of one path. */
const METHOD_ORDER = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

function byPathAndMethod(a: Operation<never>, b: Operation<never>): number {
  if (a.http.path !== b.http.path) return a.http.path < b.http.path ? -1 : 1;
  return METHOD_ORDER.indexOf(a.http.method) - METHOD_ORDER.indexOf(b.http.method);
}
