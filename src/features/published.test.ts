/** The published contract says of every operation and of every field what a name cannot say. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { documentText, openApiDocument } from "../contract/document/openapi.ts";
import { ABOUT } from "./published.ts";
import { operations } from "./registry.ts";

type Schema = {
  $ref?: string;
  description?: string;
  properties?: { [name: string]: Schema };
  items?: Schema;
  anyOf?: Schema[];
};
type Parameter = Schema & { name: string; schema: Schema };
type Content = { content?: { [type: string]: { schema: Schema } } };
type Item = Content & {
  operationId: string;
  description?: string;
  parameters: Parameter[];
  requestBody?: Content;
  responses: { [status: string]: Content };
};
type Components = {
  schemas: { [name: string]: Schema };
  parameters: { [name: string]: Parameter };
};

const DOCUMENT = JSON.parse(
  documentText(openApiDocument(operations, ABOUT, { serverUrl: "/v1" })),
) as { paths: { [path: string]: { [method: string]: Item } }; components: Components };
const ITEMS = Object.values(DOCUMENT.paths).flatMap((item) => Object.values(item));

/** Words that a description must have beside those of the name that it describes. */
const OWN_WORDS_MIN = 2;

/** What is wrong with a description of the thing with this name; undefined where it is good. */
function faultOf(name: string, description: string | undefined): string | undefined {
  if (description === undefined || description === "") return "has no description";
  if (!/^\S.*[.:]$/s.test(description)) return `is no sentence: "${description}"`;
  const known = wordsOf(name);
  const own = wordsOf(description).filter((word) => !known.includes(word));
  return own.length < OWN_WORDS_MIN ? `only repeats the name: "${description}"` : undefined;
}

/** The words of a name or a text, in lower case and without the articles. */
function wordsOf(text: string): string[] {
  const words = text
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return (words ?? []).filter((word) => !["a", "an", "the", "of"].includes(word));
}

/** The description of a schema at its place: its own, or that of the schema it refers to. */
function descriptionOf({ description, $ref }: Schema): string | undefined {
  return description ?? DOCUMENT.components.schemas[$ref?.split("/").at(-1) ?? ""]?.description;
}

/** Every field within a schema, by its path. Schemas with a title are looked at by themselves. */
function* fieldsOf(schema: Schema, path: string): Generator<[path: string, name: string, Schema]> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    yield [`${path}.${name}`, name, field];
    yield* fieldsOf(field, `${path}.${name}`);
  }
  if (schema.items !== undefined) yield* fieldsOf(schema.items, `${path}[]`);
  for (const part of schema.anyOf ?? []) yield* fieldsOf(part, path);
}

function contentsOf({ requestBody, responses }: Item): Schema[] {
  return [...Object.values(responses), ...(requestBody === undefined ? [] : [requestBody])].flatMap(
    ({ content = {} }) => Object.values(content).map(({ schema }) => schema),
  );
}

test("contract: every operation -> a description that says more than its id", () => {
  const faults = ITEMS.flatMap(({ operationId, description }) => {
    const fault = faultOf(operationId, description);
    return fault === undefined ? [] : [`${operationId} ${fault}`];
  });
  assert.deepEqual(faults, []);
});

test("contract: every field of requests and answers, however deep -> a description", () => {
  const { schemas } = DOCUMENT.components;
  const named = Object.entries(schemas).flatMap(([name, schema]) => [...fieldsOf(schema, name)]);
  const inline = ITEMS.flatMap((item) =>
    contentsOf(item).flatMap((schema) => [...fieldsOf(schema, item.operationId)]),
  );
  assert.ok(named.length > 400);
  const faults = [...named, ...inline].flatMap(([path, name, field]) => {
    const fault = faultOf(name, descriptionOf(field));
    return fault === undefined ? [] : [`${path} ${fault}`];
  });
  assert.deepEqual(faults, []);
});

test("contract: every named schema and every parameter -> a description", () => {
  const { schemas, parameters } = DOCUMENT.components;
  const named = Object.entries(schemas).map(
    ([name, schema]): [string, string, string | undefined] => [name, name, schema.description],
  );
  const shared = Object.values(parameters);
  const own = ITEMS.flatMap((item) => item.parameters).filter(({ $ref }) => $ref === undefined);
  const asked = [...shared, ...own].map((one): [string, string, string | undefined] => [
    `parameter ${one.name}`,
    one.name,
    one.description ?? descriptionOf(one.schema),
  ]);
  const faults = [...named, ...asked].flatMap(([path, name, description]) => {
    const fault = faultOf(name, description);
    return fault === undefined ? [] : [`${path} ${fault}`];
  });
  assert.deepEqual(faults, []);
});
