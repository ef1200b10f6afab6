/** The inputs of every operation, as the published document describes them and nothing else. */
import { resolve, type Schema } from "../../test/support/json_schema.ts";

export type Field = { name: string; required: boolean; schema: Schema };

export type FuzzedOperation = {
  operationId: string;
  method: string;
  /** With `{name}` for each parameter. */
  path: string;
  pathFields: readonly Field[];
  queryFields: readonly Field[];
  /** Undefined: it takes no body. */
  body: { schema: Schema; required: boolean } | undefined;
  /** True where an Idempotency-Key must come with it. */
  isWrite: boolean;
  /** True where the key of a Product is let in: only then is the input looked at. */
  takesKey: boolean;
};

export type Document = Readonly<Record<string, unknown>>;

/** Every operation of the document. */
export function operationsOf(document: Document): FuzzedOperation[] {
  const paths = document["paths"] as Record<string, Record<string, Record<string, unknown>>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, declared]) => typeof declared["operationId"] === "string")
      .map(([method, declared]) => operationOf(document, { path, method, declared })),
  );
}

function operationOf(
  document: Document,
  found: { path: string; method: string; declared: Record<string, unknown> },
): FuzzedOperation {
  const { path, method, declared } = found;
  const parameters = ((declared["parameters"] ?? []) as Schema[]).map((one) =>
    plain(document, one),
  );
  const fieldsIn = (place: string): Field[] =>
    parameters
      .filter((one) => one["in"] === place)
      .map((one) => ({
        name: String(one["name"]),
        required: one["required"] === true,
        schema: one["schema"] as Schema,
      }));
  const request = declared["requestBody"] as Record<string, unknown> | undefined;
  const content = request?.["content"] as Record<string, { schema: Schema }> | undefined;
  const json = content?.["application/json"];
  return {
    operationId: String(declared["operationId"]),
    method: method.toUpperCase(),
    path,
    pathFields: fieldsIn("path"),
    queryFields: fieldsIn("query"),
    body:
      json === undefined
        ? undefined
        : { schema: json.schema, required: request?.["required"] === true },
    takesKey: ["product_key", "public", "system"].some((kind) =>
      ((declared["x-principal"] ?? []) as string[]).includes(kind),
    ),
    isWrite: fieldsIn("header").some(({ name }) => name.toLowerCase() === "idempotency-key"),
  };
}

/** A schema without the references that stand in its place. */
export function plain(document: Document, schema: Schema): Schema {
  const reference = schema["$ref"];
  return typeof reference === "string" ? plain(document, resolve(document, reference)) : schema;
}
