/** The form of a field: its type, its bounds, and what it leads to. */
import { type Static, Type } from "@sinclair/typebox";
import { PARTS_MAX, STATES_MAX } from "./program_limits.ts";
import { closed, list, NAME, name, named, oneOf } from "./schema_parts.ts";

export const FIELD_TYPES = [
  ...["text", "int", "bps", "bool", "amount", "currency", "date", "time", "duration", "enum"],
  ...["customer", "account", "beneficiary", "consent", "ref", "list"],
] as const;
export type FieldType =
  | "text"
  | "int"
  | "bps"
  | "bool"
  | "amount"
  | "currency"
  | "date"
  | "time"
  | "duration"
  | "enum"
  | "customer"
  | "account"
  | "beneficiary"
  | "consent"
  | "ref"
  | "list";

const bound = (what: string) =>
  Type.Optional(
    Type.Union([Type.Integer(), Type.String()], {
      title: "bound",
      description: `The ${what} value: an integer of \`int\` and \`bps\`, a text of \`amount\`.`,
    }),
  );

const itemProperties = {
  type: Type.Unsafe<FieldType>(
    oneOf(FIELD_TYPES, { title: "type", description: "The type of the value." }),
  ),
  max: bound("largest"),
  min: bound("smallest"),
  values: Type.Optional(
    list(
      Type.String({
        title: "value of an enum",
        description: "A word, such as `red`.",
        pattern: NAME,
      }),
      {
        title: "values of an enum",
        description: "What an `enum` may be.",
        least: 1,
        most: STATES_MAX,
      },
    ),
  ),
  pii: Type.Optional(
    Type.Boolean({
      title: "pii",
      description: "True: personal data, which logs and events do not show.",
    }),
  ),
};

const ListItem = Type.Object(itemProperties, {
  title: "field of an item",
  description: "A field of each item of a list.",
  ...closed,
});

export const Field = Type.Object(
  {
    ...itemProperties,
    required: Type.Optional(
      Type.Boolean({ title: "required", description: "True: the value must be given." }),
    ),
    immutable: Type.Optional(
      Type.Boolean({ title: "immutable", description: "True: no action may set it." }),
    ),
    default: Type.Optional(
      Type.Union([Type.Integer(), Type.String(), Type.Boolean()], {
        title: "default",
        description: "The value where none is given.",
      }),
    ),
    indexed: Type.Optional(
      Type.Boolean({
        title: "indexed",
        description: "True: lists of objects can be filtered by the field.",
      }),
    ),
    of: Type.Optional(
      named(
        Type.Union([Type.String(), ListItem], {
          title: "field of an item",
          description: "A type, such as `text`, or an object with it.",
        }),
        {
          title: "fields of an item",
          description: "The fields of each item of a `list`: a type, or a type with its bounds.",
          least: 1,
          most: PARTS_MAX,
        },
      ),
    ),
    kind: Type.Optional(name("kind", "Of a `ref`: the kind of the object that it names.")),
    states: Type.Optional(
      list(name("state", "A state of the other noun."), {
        title: "states of a reference",
        description: "Of a `ref`: the states that the object may be in; all where this is absent.",
        least: 1,
        most: STATES_MAX,
      }),
    ),
    exclusive: Type.Optional(
      Type.Boolean({
        title: "exclusive",
        description: "Of a `ref`: true where one object may be named by one object at a time.",
      }),
    ),
    congruent: Type.Optional(
      list(name("name", "`currency`, `subject`, or a field that both nouns have."), {
        title: "congruent names",
        description: "Of a `ref`: what must be equal in both objects.",
        least: 1,
        most: PARTS_MAX,
      }),
    ),
    consentType: Type.Optional(
      oneOf(["collection", "data_sharing", "terms"], {
        title: "consentType",
        description: "Of a `consent`: what it must be for.",
      }),
    ),
  },
  { title: "field", description: "A field of an object, or of an action's input.", ...closed },
);

export type FieldSource = Static<typeof Field>;
export type ListItemSource = Static<typeof ListItem>;
