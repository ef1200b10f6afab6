/**
 * The form of a program, `blueprint/1`, as a schema: `composer.schema.retrieve` publishes it, check P01
 * holds every program to it (`structure.ts`), and the types of this room follow from it.
 *
 * Each schema has a `title`, by which messages call its values.
 */
import { type Static, Type } from "@sinclair/typebox";
import { Noun } from "./noun_schema.ts";
import {
  ACTIONS_MAX,
  FIELDS_MAX,
  NAMED_MAX,
  NOUNS_MAX,
  PARTS_MAX,
  STATES_MAX,
  TEXT_LENGTH_MAX,
} from "./program_limits.ts";
import {
  AmountText,
  CURRENCY,
  CurrencyCode,
  closed,
  Expression,
  expression,
  LABEL,
  list,
  name,
  named,
  names,
  oneOf,
  PORT_ENTRY,
} from "./schema_parts.ts";

export const LANGUAGE = "blueprint/1";

export const PORT_ACTORS = ["operator", "customer", "agent", "clock", "provider"] as const;
export type PortActor = (typeof PORT_ACTORS)[number];

export const Program = Type.Object(
  {
    language: Type.Unsafe<typeof LANGUAGE>(
      oneOf([LANGUAGE], { title: "language", description: "The version of the language." }),
    ),
    name: Type.String({
      title: "name",
      description: "What the program is called.",
      minLength: 1,
      maxLength: 100,
    }),
    description: Type.Optional(
      Type.String({
        title: "description",
        description: "What the program is for.",
        maxLength: TEXT_LENGTH_MAX,
      }),
    ),
    currencies: list(CurrencyCode, {
      title: "currencies",
      description: "The currencies of the Product.",
      least: 1,
      most: NAMED_MAX,
    }),
    accounts: Type.Optional(
      named(
        Type.Object(
          {
            role: Type.String({
              title: "role",
              description: "A role that Products own; see `catalog.account_role.list`.",
            }),
            owner: oneOf(["product"], { title: "owner", description: "Who owns the account." }),
            currency: Type.Optional(
              Type.String({
                title: "currency",
                description: "Its currency; one account for each of the program's where absent.",
                pattern: CURRENCY,
              }),
            ),
          },
          { title: "account", description: "An account of the Product.", ...closed },
        ),
        { title: "accounts", description: "The Product's own accounts.", most: NAMED_MAX },
      ),
    ),
    nouns: named(Noun, {
      title: "nouns",
      description: "The kinds of objects.",
      least: 1,
      most: NOUNS_MAX,
    }),
    ports: named(
      Type.Object(
        {
          actors: list(
            oneOf(PORT_ACTORS, { title: "actor", description: "Who comes by the port." }),
            { title: "actors", description: "Who comes by the port.", least: 1, most: 5 },
          ),
          as: Type.Optional(
            Type.String({
              title: "path to a customer",
              description: "Of customers: `subject`, or `fields.` and a field with the customer.",
              pattern: "^(subject|fields\\.[a-z][A-Za-z0-9_]{0,39})$",
            }),
          ),
          allow: list(
            Type.String({
              title: "permission",
              description: "A noun and an action, or a noun and `create`.",
              pattern: PORT_ENTRY,
            }),
            {
              title: "allow",
              description: "What may be called by the port.",
              least: 1,
              most: NOUNS_MAX * (ACTIONS_MAX + 1),
            },
          ),
        },
        { title: "port", description: "Who may call what.", ...closed },
      ),
      { title: "ports", description: "Who may call what.", least: 1, most: NAMED_MAX },
    ),
    limits: Type.Optional(
      list(
        Type.Object(
          {
            name: name("limit", "The name of the refusal's `details.cap`."),
            measure: expression("What is measured: `sum(rem.loan.outstanding)`."),
            currency: Type.Optional(CurrencyCode),
            cap: AmountText("The most that it may be."),
            scope: oneOf(["product", "subject"], {
              title: "scope",
              description: "Over the Product, or over each subject.",
            }),
          },
          { title: "limit", description: "A cap on what objects add up to.", ...closed },
        ),
        { title: "limits", description: "Caps on what objects add up to.", most: NAMED_MAX },
      ),
    ),
    books: Type.Optional(
      named(
        list(
          Type.String({
            title: "book label",
            description: "Such as `revenue.invoice_fee`.",
            pattern: LABEL,
          }),
          { title: "labels", description: "The labels of the category.", most: NAMED_MAX },
        ),
        { title: "books", description: "The labels of the books, by category.", most: PARTS_MAX },
      ),
    ),
    migrations: Type.Optional(
      named(
        Type.Object(
          {
            states: Type.Optional(
              named(name("state", "The state of the program."), {
                title: "states",
                description: "By state of the previous Build: the state that takes its place.",
                most: STATES_MAX,
              }),
            ),
            fields: Type.Optional(
              named(Expression, {
                title: "fields",
                description: "By field of the program: its value for an object of before.",
                most: FIELDS_MAX,
              }),
            ),
            removedFields: Type.Optional(
              names("removed fields", "Fields of before that the program has no more.", FIELDS_MAX),
            ),
            removedActions: Type.Optional(
              names("removed actions", "Actions of before that nobody needs.", ACTIONS_MAX),
            ),
            retired: Type.Optional(
              Type.Boolean({
                title: "retired",
                description: "True: the kind is given up, and its objects stay as they are.",
              }),
            ),
          },
          { title: "migration", description: "What becomes of the objects.", ...closed },
        ),
        {
          title: "migrations",
          description: "By noun of the previous Build: what becomes of its objects.",
          most: NOUNS_MAX,
        },
      ),
    ),
  },
  {
    $id: "blueprint-1",
    title: "program",
    description: "A program of the language blueprint/1, from which a Product is built.",
    ...closed,
  },
);

export type Program = Static<typeof Program>;
