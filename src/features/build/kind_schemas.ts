/**
 * The schemas of operations on objects, made exact for one kind: `fields` and `input` have the fields of the
 * program, an object has the kind's states. All else is as the operation declares it.
 */
import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import { isObject } from "../../contract/document/openapi_components.ts";
import type { NounSource } from "../../programs/noun_schema.ts";
import { answerSchema, requestSchema } from "../../programs/run/fields_schema.ts";
import type { FieldSources } from "../../programs/run/values.ts";
import type { KindNames } from "./kind_names.ts";

/** A kind of a program, and an action of it where the operation names one. */
export type OfKind = {
  kind: string;
  noun: NounSource;
  currencies: readonly string[];
  action?: string | undefined;
};

/** The body of a creation, or of the call of an action. */
export function kindBody(body: TSchema, of: OfKind, names: KindNames): TSchema {
  if (!isObjectSchema(body)) return body;
  const { kind, noun, currencies, action } = of;
  const { subject } = noun;
  if (action === undefined) {
    const fields = requestSchema(noun.fields, { currencies, subject });
    return withProperty(body, "fields", fields, { of: [kind], part: "Fields", names });
  }
  const sources: FieldSources = noun.actions[action]?.input ?? {};
  const input = requestSchema(sources, { currencies });
  return withProperty(body, "input", input, { of: [kind, action], part: "Input", names });
}

/** The body with this schema of one property, which must be sent where a part of it must be. */
function withProperty(
  body: TObject,
  property: string,
  schema: TObject,
  { of, part, names }: { of: readonly string[]; part: string; names: KindNames },
): TSchema {
  const declared = body.properties[property];
  if (declared === undefined) return body;
  const description = declared.description ?? "What the program asks for.";
  const title = names.of(...of, part);
  const exact = { ...schema, title, description };
  const isNeeded = (schema.required ?? []).length > 0;
  const { properties, required = [], title: whole } = body;
  return {
    ...body,
    ...(whole !== undefined && { title: names.of(...of, whole) }),
    properties: { ...properties, [property]: exact },
    ...(isNeeded && { required: [...new Set([...required, property])] }),
  } as TSchema;
}

/** An answer in which every object is one of the kind. */
export function kindOutput(schema: TSchema, of: OfKind, names: KindNames): TSchema {
  if (isObjectSchema(schema) && isOfObjects(schema)) return kindObject(schema, of, names);
  let isChanged = false;
  const changed = (each: TSchema): TSchema => {
    const exact = kindOutput(each, of, names);
    isChanged ||= exact !== each;
    return exact;
  };
  const parts: Record<string, unknown> = {};
  if (isObjectSchema(schema)) parts["properties"] = mapped(schema.properties, changed);
  if (isObject(schema["items"])) parts["items"] = changed(schema["items"] as TSchema);
  if (Array.isArray(schema["anyOf"])) parts["anyOf"] = schema["anyOf"].map(changed);
  if (!isChanged) return schema;
  const { title } = schema;
  return {
    ...schema,
    ...parts,
    ...(title !== undefined && { title: names.of(of.kind, title) }),
  };
}

function kindObject(schema: TObject, of: OfKind, names: KindNames): TSchema {
  const { kind, noun, currencies } = of;
  const { properties, title = "Object" } = schema;
  const { fields, state, remainders, availableActions } = properties;
  const exact: Record<string, TSchema> = {
    ...properties,
    kind: Type.Literal(kind, { description: "The kind of the object." }),
    state: replaced(state, { type: "string", enum: Object.keys(noun.states) }),
    fields: {
      ...answerSchema(noun.fields, { currencies, subject: noun.subject }),
      title: names.of(kind, "Values"),
      description: fields?.description ?? "What the object holds.",
    },
    ...exactRemainders(remainders, Object.keys(noun.remainders ?? {})),
    ...exactActions(availableActions, Object.keys(noun.actions)),
  };
  return { ...schema, title: names.of(kind, title), properties: exact };
}

/** An amount for each remainder of the kind: an object has all of them from the beginning. */
function exactRemainders(declared: TSchema | undefined, remainders: readonly string[]) {
  const amounts = Object.values(declared?.["patternProperties"] ?? {}) as TSchema[];
  const [amount] = amounts;
  if (declared === undefined || amount === undefined) return {};
  const { patternProperties: _, propertyNames: __, ...rest } = declared;
  const properties = Object.fromEntries(remainders.map((name) => [name, amount]));
  return { remainders: { ...rest, type: "object", properties, required: [...remainders] } };
}

/** The names of actions, where an answer lists them as texts. */
function exactActions(declared: TSchema | undefined, actions: readonly string[]) {
  const items: unknown = declared?.["items"];
  if (declared === undefined || !isObject(items) || items["type"] !== "string") return {};
  if (actions.length === 0) return {};
  return { availableActions: { ...declared, items: { ...items, enum: [...actions] } } };
}

/** The schema in place of another one, with the description that this has. */
function replaced(declared: TSchema | undefined, schema: object): TSchema {
  const description = declared?.description ?? "The state of the object.";
  return { ...schema, description } as TSchema;
}

/** Whether the schema is that of objects of programs: they have a kind, a state and fields. */
function isOfObjects({ properties }: TObject): boolean {
  return ["objectId", "kind", "state", "fields"].every((name) => Object.hasOwn(properties, name));
}

function isObjectSchema(schema: TSchema): schema is TObject {
  return isObject(schema["properties"]);
}

function mapped(properties: Record<string, TSchema>, change: (each: TSchema) => TSchema) {
  return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, change(each)]));
}
