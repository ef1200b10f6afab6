/**
 * The published schemas as GraphQL types: an object with properties is a type, a union of literals
 * an enum, a map or an open object the scalar JSON; amounts and times are String. A schema's type
 * has the schema's title as its name; without a title the name is made from the place of the
 * schema.
 */
import type { TSchema } from "@sinclair/typebox";
import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLFieldConfigMap,
  GraphQLFloat,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLScalarType,
  GraphQLString,
} from "graphql";
import { keywordsOf } from "../contract/document/openapi_components.ts";
import type { Answers } from "./answers.ts";
import type { Parent } from "./read_field.ts";

/** Largest value of GraphQL's Int: 32 bits. */
const INT_MAX = 2_147_483_647;
const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;
/** Names that GraphQL does not allow as values of enums. */
const RESERVED_VALUES = new Set(["true", "false", "null"]);

export const JSON_SCALAR = new GraphQLScalarType({
  name: "JSON",
  description: "Any value of JSON, as it stands in the REST answer.",
});

export const SAFE_INT = new GraphQLScalarType({
  name: "SafeInt",
  description: "A whole number of up to 53 bits, written as a JSON number.",
});

/** Fields of a type beside the fields of its schema: its relations. */
export type MoreFields = (
  typeName: string,
  properties: Readonly<Record<string, TSchema>>,
) => GraphQLFieldConfigMap<Parent, Answers>;

/** Makes types on demand and keeps each under its name. */
export class OutputTypes {
  readonly #types = new Map<string, GraphQLObjectType<Parent, Answers> | GraphQLEnumType>();
  /** The names of the properties of each object type, by the name of the type. */
  readonly #propertiesOf = new Map<string, string>();
  readonly #moreFields: MoreFields;

  constructor(moreFields: MoreFields) {
    this.#moreFields = moreFields;
  }

  /** The type of `schema`; `place` gives the name where the schema has no title. Never NonNull. */
  of(schema: TSchema, place: string): GraphQLOutputType {
    const words = keywordsOf(schema);
    const values = enumValuesOf(schema);
    if (values !== undefined) return this.#enum(schema, values, schema.title ?? place);
    if (words.anyOf !== undefined) {
      const members = words.anyOf.filter(({ type }) => type !== "null");
      const [only] = members;
      if (members.length === 1 && only !== undefined) return this.of(only as TSchema, place);
      return members.every(({ type }) => type === "string") ? GraphQLString : JSON_SCALAR;
    }
    switch (words.type) {
      case "string":
        return GraphQLString;
      case "integer":
        return ((schema["maximum"] as number | undefined) ?? Number.MAX_VALUE) <= INT_MAX
          ? GraphQLInt
          : SAFE_INT;
      case "number":
        return GraphQLFloat;
      case "boolean":
        return GraphQLBoolean;
      case "array": {
        const item = this.of(schema["items"] as TSchema, place);
        return new GraphQLList(new GraphQLNonNull(item));
      }
      case "object":
        return isShaped(schema) ? this.#object(schema, schema.title ?? place) : JSON_SCALAR;
      default:
        return JSON_SCALAR;
    }
  }

  /** The enum type of a schema of literals, else undefined; arguments use it too. */
  enumOf(schema: TSchema, place: string): GraphQLEnumType | undefined {
    const values = enumValuesOf(schema);
    return values === undefined ? undefined : this.#enum(schema, values, schema.title ?? place);
  }

  #enum(schema: TSchema, values: readonly string[], name: string): GraphQLEnumType {
    const known = this.#types.get(name);
    if (known instanceof GraphQLEnumType) {
      const same = known.getValues().length === values.length;
      if (same && values.every((value) => known.getValue(value) != null)) return known;
      return this.#enum(schema, values, `${name}Value`);
    }
    const type = new GraphQLEnumType({
      name,
      description: schema.description,
      values: Object.fromEntries(values.map((value) => [value, { value }])),
    });
    this.#types.set(name, type);
    return type;
  }

  #object(schema: TSchema, name: string): GraphQLObjectType<Parent, Answers> {
    const { properties = {}, required = [] } = keywordsOf(schema);
    const known = this.#types.get(name);
    if (known instanceof GraphQLObjectType) {
      // A name that was made from a place may be the title of another schema.
      const isSame = this.#propertiesOf.get(name) === Object.keys(properties).join();
      return isSame ? known : this.#object(schema, `${name}Value`);
    }
    this.#propertiesOf.set(name, Object.keys(properties).join());
    const type = new GraphQLObjectType<Parent, Answers>({
      name,
      description: schema.description,
      fields: () => {
        const fields: GraphQLFieldConfigMap<Parent, Answers> = {};
        for (const [property, part] of Object.entries(properties)) {
          const partType = this.of(part, name + capital(property));
          fields[property] = {
            type:
              required.includes(property) && !isNullable(part)
                ? new GraphQLNonNull(partType)
                : partType,
            description: part.description,
          };
        }
        return { ...fields, ...this.#moreFields(name, properties) };
      },
    });
    this.#types.set(name, type);
    return type;
  }
}

/** The name with a capital letter in front, as names of types have it. */
export function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * Whether a schema is an object whose fields are known and can be named; any other object is JSON.
 */
function isShaped(schema: TSchema): boolean {
  const { properties, additionalProperties } = keywordsOf(schema);
  const names = Object.keys(properties ?? {});
  const isOpen = additionalProperties !== undefined && additionalProperties !== false;
  return names.length > 0 && !isOpen && names.every((name) => NAME.test(name));
}

function isNullable(schema: TSchema): boolean {
  return keywordsOf(schema).anyOf?.some(({ type }) => type === "null") === true;
}

/** The values of a union of literals, or of a string with `enum`, when all of them can be names. */
function enumValuesOf(schema: TSchema): string[] | undefined {
  const listed = schema["enum"] as unknown[] | undefined;
  const values = listed ?? keywordsOf(schema).anyOf?.map((member) => member.const);
  if (values === undefined || values.length === 0) return undefined;
  const fits = (value: unknown): value is string =>
    typeof value === "string" && NAME.test(value) && !RESERVED_VALUES.has(value);
  return values.every(fits) ? values : undefined;
}
