/**
 * What a tool takes and gives, as JSON Schema 2020-12, made from an operation's declaration: path,
 * query and body in one object, and beside them what the call itself says.
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

/** What a call says beside the operation's own input; by default under these names. */
export type CallFields = {
  /** Name of the argument that says in which environment the call acts. */
  environment: string;
  /** Name of the argument that tells one intended call from the next. */
  idempotencyKey: string;
};

const USUAL_FIELDS: CallFields = { environment: "environment", idempotencyKey: "idempotencyKey" };

/** The company of the caller, which no schema names and which is taken where it is the right one. */
export const TENANT_FIELD = "tenantId";

/** Names of what an operation takes, by the part of a request where HTTP has them. */
export type OwnFields = {
  path: readonly string[];
  query: readonly string[];
  body: readonly string[];
};

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

export function outputSchemaOf({ output }: AnyOperation): Json {
  const components = new Components();
  const published = components.output(output);
  // A root is an object for every client (2025-11-25, Tool: outputSchema), not a reference.
  const root = resolvedRoot(published, components);
  return standingAlone({ type: "object", ...root }, components);
}

/** A tool as it is listed to who does not look at what it gives: that is most of its bytes. */
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
