/**
 * The schema: one root field for each read of the contract, made from the declarations;
 * `/schema.graphql` is its printed form. Resolvers read nothing: they return what the loader has
 * fetched for this request (load.ts), so that execution is one synchronous step over plain data.
 */
import type { TSchema } from "@sinclair/typebox";
import {
  GraphQLBoolean,
  GraphQLError,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  printSchema,
} from "graphql";
import { camelCase } from "../base/camel_case.ts";
import { invariant } from "../base/invariant.ts";
import type { AnyRead } from "../calls/callable.ts";
import { answersDocument } from "../contract/declare/aspects/answer_form.ts";
import { ENVIRONMENT_RULE } from "../contract/declare/environment_header.ts";
import type { Operation } from "../contract/declare/operation.ts";
import { PUBLISHED_AS } from "../contract/declare/schema_marks.ts";
import { keywordsOf } from "../contract/document/openapi_components.ts";
import { ERROR_CATALOG } from "../contract/refusals/error_catalog.ts";
import type { Answers, Outcome } from "./answers.ts";
import { capital, OutputTypes } from "./output_types.ts";
import {
  AS_OF,
  keyOf,
  type Parent,
  parametersOf,
  type ReadField,
  rootField,
} from "./read_field.ts";
import { Relations } from "./relations.ts";

type Arguments = Record<string, unknown>;
type Fields = GraphQLFieldConfigMap<Parent, Answers>;

/** The schema of all reads by GET of the contract that answer JSON. */
// biome-ignore lint/suspicious/noExplicitAny: a registry holds operations of any state and input
export function schemaOf(operations: readonly Operation<any>[]): GraphQLSchema {
  const reads = operations.filter(
    (operation): operation is AnyRead =>
      operation.type === "read" &&
      operation.http.method === "GET" &&
      answersDocument(operation) &&
      operation.inContract !== false,
  );
  const relations = new Relations(reads);
  const types = new OutputTypes((typeName, properties) => {
    const fields: Fields = {};
    for (const { name, field } of relations.of(typeName, properties)) {
      fields[name] = readConfig(types, field);
    }
    return fields;
  });
  const fields: Fields = {};
  for (const operation of reads) {
    const name = camelCase(operation.id);
    invariant(fields[name] === undefined, `only one read has the field name ${name}`);
    fields[name] = readConfig(types, rootField(operation));
  }
  const query = new GraphQLObjectType({
    name: "Query",
    description: `Every read of the REST contract. Changes are made by REST alone. ${ENVIRONMENT_RULE}`,
    fields,
  });
  return new GraphQLSchema({ query });
}

/** The schema as text, the same for the same declarations. */
// biome-ignore lint/suspicious/noExplicitAny: a registry holds operations of any state and input
export function schemaText(operations: readonly Operation<any>[]): string {
  return `${printSchema(schemaOf(operations))}\n`;
}

/** The read behind a field of the schema; undefined for a field of a document. */
export function readOf(field: { extensions: object }): ReadField | undefined {
  return (field.extensions as { read?: ReadField }).read;
}

function readConfig(types: OutputTypes, field: ReadField): GraphQLFieldConfig<Parent, Answers> {
  const { operation, many } = field;
  const type = types.of(operation.output, capital(camelCase(operation.id)));
  return {
    type: many ? new GraphQLList(new GraphQLNonNull(type)) : type,
    description: [operation.summary, operation.description].filter(Boolean).join(".\n"),
    args: argumentsOf(types, field),
    extensions: { read: field },
    resolve: many
      ? (parent, args, answers) => manyOf(field, parent, args, answers)
      : (parent, args, answers) => oneOf(field, parent, args, answers),
  };
}

/** The document; null where the parent refers to nothing; throws the refusal of the read. */
function oneOf(field: ReadField, parent: Parent, args: Arguments, answers: Answers): unknown {
  const [id] = field.idsOf(parent);
  return id === undefined
    ? null
    : documentOf(field, answers.outcomeOf(field, keyOf(field, id, args)));
}

function manyOf(field: ReadField, parent: Parent, args: Arguments, answers: Answers): unknown[] {
  return field
    .idsOf(parent)
    .map((id) => documentOf(field, answers.outcomeOf(field, keyOf(field, id, args))));
}

function documentOf({ operation }: ReadField, outcome: Outcome): unknown {
  if ("document" in outcome) return outcome.document;
  const { code, message } = outcome;
  const details = { operation: operation.id, ...outcome.details };
  const { httpStatus } = ERROR_CATALOG[code];
  throw new GraphQLError(message, { extensions: { code, details, httpStatus } });
}

function argumentsOf(types: OutputTypes, field: ReadField): GraphQLFieldConfigArgumentMap {
  const { operation, argumentNames } = field;
  const args: GraphQLFieldConfigArgumentMap = {};
  for (const [name, schema, required] of parametersOf(operation)) {
    if (!argumentNames.includes(name)) continue;
    const type = inputTypeOf(types, schema, capital(camelCase(operation.id)) + capital(name));
    args[name] = {
      type: required ? new GraphQLNonNull(type) : type,
      description: schema.description,
    };
  }
  if (operation.readsPast === true) args[AS_OF] = { type: GraphQLString, description: AS_OF_TEXT };
  return args;
}

const AS_OF_TEXT =
  "Reads the past: a sequence, as `extensions.sequence` and the `sequence` of events name it, or an " +
  "ISO 8601 time. " +
  "Nothing that came after it is seen. What is after the present is refused with " +
  "`invalid_request`: a sequence after `extensions.sequence` of the answer, or a time after that of " +
  "the request. In the sandbox the present is real time too, as `createdAt` is: the sandbox's " +
  "clock, which judges deadlines, has no part in it.";

function inputTypeOf(types: OutputTypes, schema: TSchema, place: string): GraphQLInputType {
  const enumType = types.enumOf(schema, place);
  if (enumType !== undefined) return enumType;
  switch (keywordsOf(schema)[PUBLISHED_AS]?.["type"]) {
    case "integer":
      return GraphQLInt;
    case "boolean":
      return GraphQLBoolean;
    default:
      return GraphQLString;
  }
}
