/** The inputs of every operation, taken from the published document alone. */
import { resolve, type Schema } from "../../test/support/json_schema.ts";

export type Field = { name: string; required: boolean; schema: Schema };

export type FuzzedOperation = {
  operationId: string;
  method: string;
  /** The path, with `{name}` for each parameter. */
  path: string;
  pathFields: readonly Field[];
  queryFields: readonly Field[];
  /** Undefined where the operation takes no body. */
  body: { schema: Schema; required: boolean } | undefined;
  /** True where a request must have an Idempotency-Key. */
  isWrite: boolean;
  /** True where the key of a Product is taken: only then the server checks the input. */
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

/** The schema that a reference leads to; a schema that is no reference, unchanged. */
export function plain(document: Document, schema: Schema): Schema {
  const reference = schema["$ref"];
  return typeof reference === "string" ? plain(document, resolve(document, reference)) : schema;
}
