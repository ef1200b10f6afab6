/**
 * The schemas of a tool's input and output (JSON Schema 2020-12), made from an operation's declaration: path,
 * query and body in one object, and beside them the arguments of the call itself.
 * Guarantees: each schema stands alone, with what it refers to under `$defs`; inputs are closed and
 * outputs open, as in the contract document; no input names a company.
 */
import type { TObject, TSchema } from "@sinclair/typebox";
import { invariant } from "../base/invariant.ts";
import type { AnyOperation } from "../calls/callable.ts";
import {
  Components,
  isObject,
  type Json,
  keywordsOf,
} from "../contract/document/openapi_components.ts";

/** The arguments of a call beside the operation's own input. */
export type CallFields = {
  /** Name of the argument that says in which environment the call acts. */
  environment: string;
  /** Name of the argument that carries the idempotency key. */
  idempotencyKey: string;
};

const USUAL_FIELDS: CallFields = { environment: "environment", idempotencyKey: "idempotencyKey" };

/** An argument that names the caller's company. No schema names it; it is accepted where it is the caller's own. */
export const TENANT_FIELD = "tenantId";

/** The names of an operation's fields, by the part of a request of HTTP in which they stand. */
export type OwnFields = {
  path: readonly string[];
  query: readonly string[];
  body: readonly string[];
};

/** The names of the operation's fields, as it declares them. */
export function ownFieldsOf({ path, query, body }: AnyOperation): OwnFields {
  return { path: namesIn(path), query: namesIn(query), body: namesIn(body as TSchema | undefined) };
}

/**
 * The names of the call's own arguments. Where the operation itself has a field of such a name, as a
 * filter, the call's is `callEnvironment` or `callIdempotencyKey`.
 */
export function callFieldsOf(operation: AnyOperation): CallFields {
  const { path, query, body } = ownFieldsOf(operation);
  const own = new Set([...path, ...query, ...body]);
  const free = (name: string) =>
    own.has(name) ? `call${name.slice(0, 1).toUpperCase()}${name.slice(1)}` : name;
  return {
    environment: free(USUAL_FIELDS.environment),
    idempotencyKey: free(USUAL_FIELDS.idempotencyKey),
  };
}

/** The schema of the tool's arguments: the fields of the operation, the environment and the idempotency key; closed. */
export function inputSchemaOf(operation: AnyOperation): Json {
  const { id, type, path, query } = operation;
  const body = operation.body as TSchema | undefined;
  const components = new Components();
  const fields = ownFieldsOf(operation);
  const names = [...fields.path, ...fields.query, ...fields.body];
  invariant(new Set(names).size === names.length, `${id}: a name stands in one part of the input`);
  invariant(
    body === undefined || keywordsOf(body).properties !== undefined,
    `${id}: the body of an operation that is a tool is an object`,
  );
  const call = callFieldsOf(operation);
  const properties = {
    ...publishedIn(path, components),
    ...publishedIn(query, components),
    ...publishedIn(body, components),
    [call.environment]: environmentSchema(operation),
    [call.idempotencyKey]: type === "write" ? KEY_OF_WRITE : KEY_OF_READ,
  };
  const required = [
    ...fields.path,
    ...requiredIn(query),
    ...requiredIn(body),
    ...(type === "write" ? [call.idempotencyKey] : []),
  ];
  const schema = { type: "object", properties, required, additionalProperties: false };
  return standingAlone(schema, components);
}

/** The schema of the document that the tool answers with; always of an object. */
export function outputSchemaOf({ output }: AnyOperation): Json {
  const components = new Components();
  const published = components.output(output);
  // A root is an object for every client (2025-11-25, Tool: outputSchema), not a reference.
  const root = resolvedRoot(published, components);
  return standingAlone({ type: "object", ...root }, components);
}

/** The definition of a tool for a client that does not know `outputSchema`, which is most of its bytes. */
export function withoutOutput({ outputSchema: _, ...definition }: Json): Json {
  return definition;
}

function environmentSchema({ environment }: AnyOperation): Json {
  const only = environment === undefined ? ["sandbox", "live"] : [environment];
  const description =
    environment === undefined
      ? "Where it acts. What acts in `live` waits for a person's approval."
      : `It acts in ${environment} only.`;
  return { type: "string", enum: only, default: only[0], description };
}

const KEY_OF_WRITE: Json = {
  type: "string",
  format: "uuid",
  description:
    "A new UUID for each intended change, and the same one again with each attempt at it: the change happens once.",
};
const KEY_OF_READ: Json = {
  type: "string",
  format: "uuid",
  description:
    "Needed in `live` alone: a person's approval is for the request with this UUID, which is sent again once it is given.",
};

function namesIn(schema: TSchema | undefined): string[] {
  return schema === undefined ? [] : Object.keys(keywordsOf(schema).properties ?? {});
}

function publishedIn(schema: TObject | TSchema | undefined, components: Components): Json {
  if (schema === undefined) return {};
  const { properties = {} } = keywordsOf(schema);
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, components.input(field)]),
  );
}

function requiredIn(schema: TSchema | undefined): readonly string[] {
  return schema === undefined ? [] : (keywordsOf(schema).required ?? []);
}

const COMPONENT = "#/components/schemas/";

function resolvedRoot(schema: Json, components: Components): Json {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return schema;
  const { $ref: _, ...rest } = schema;
  const named = schemasIn(components)[reference.slice(COMPONENT.length)];
  invariant(isObject(named), `${reference} is in the document`);
  return { ...resolvedRoot(named, components), ...rest };
}

function schemasIn(components: Components): Json {
  return (components.document()["schemas"] ?? {}) as Json;
}

/** The schema with all that it refers to, by whatever way, under `$defs`. */
function standingAlone(schema: Json, components: Components): Json {
  const all = schemasIn(components);
  const used = new Map<string, Json>();
  const root = referring(schema, all, used);
  if (used.size === 0) return root as Json;
  const names = [...used.keys()].sort();
  return {
    ...(root as Json),
    $defs: Object.fromEntries(names.map((name) => [name, used.get(name)])),
  };
}

/** A copy whose references lead to `$defs`; enters what they lead to into `used`. */
function referring(value: unknown, all: Json, used: Map<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((one) => referring(one, all, used));
  if (!isObject(value)) return value;
  const { enum: listed } = value;
  const isLong = Array.isArray(listed) && listed.length > LISTED_MAX;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]): [string, unknown][] => {
      if ((key === "enum" && isLong) || (key === "format" && !FORMATS.has(one))) return [];
      return [referredEntry(key, one, all, used)];
    }),
  );
}

/**
 * The most values that a schema lists: a list of all currencies would be most of what `tools/list` has.
 * The call is checked against the whole list.
 */
const LISTED_MAX = 64;
/** The formats that JSON Schema 2020-12 defines and this contract uses. */
const FORMATS: ReadonlySet<unknown> = new Set(["uuid", "date-time", "date", "email", "uri"]);

function referredEntry(
  key: string,
  one: unknown,
  all: Json,
  used: Map<string, Json>,
): [string, unknown] {
  if (key !== "$ref" || typeof one !== "string") return [key, referring(one, all, used)];
  const name = one.slice(COMPONENT.length);
  if (!used.has(name)) {
    used.set(name, {});
    used.set(name, referring(all[name], all, used) as Json);
  }
  return [key, `#/$defs/${name}`];
}
