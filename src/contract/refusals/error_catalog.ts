/**
 * Every code that an error can carry, and what it means as the catalog publishes it. A published code keeps its
 * meaning for ever; new ones may be added. Does not say which operation returns which code: an operation's
 * `refusals` do.
 */
import { type Static, type TProperties, type TSchema, Type } from "@sinclair/typebox";
import { described } from "../declare/schema_marks.ts";
import { CALLER_CODES } from "./catalog/callers.ts";
import { CUSTOMER_CODES } from "./catalog/customers.ts";
import { MONEY_CODES } from "./catalog/money.ts";
import { OBJECT_CODES } from "./catalog/objects.ts";
import { OUTSIDE_CODES } from "./catalog/outside.ts";
import { REQUEST_CODES } from "./catalog/requests.ts";
import type { CodeDeclaration } from "./error_code.ts";

export const ErrorDetail = Type.Object(
  {
    name: Type.String({ description: "Name of the field in `details`." }),
    type: Type.Array(Type.String(), { description: "The types of JSON that the value can have." }),
    required: Type.Boolean({ description: "False: only some refusals with this code have it." }),
  },
  { title: "ErrorDetail", description: "One name in the `details` of an error." },
);
export type ErrorDetail = Static<typeof ErrorDetail>;

export const ErrorCatalogEntry = Type.Object(
  {
    code: Type.String({ description: "What to branch on. Never changes its meaning." }),
    httpStatus: described(
      Type.Integer({ minimum: 400, maximum: 599 }),
      "HTTP status that the code is usually returned with.",
    ),
    cause: Type.String({ description: "What happened." }),
    action: Type.String({ description: "What the client does now." }),
    remediation: Type.String({ description: "What keeps it from happening again." }),
    retryable: Type.Boolean({
      description:
        "True: send the same request with the same Idempotency-Key until it has an outcome. False: do first what `action` says; where that is only to wait, the text says so.",
    }),
    idempotencySafe: Type.Boolean({
      description:
        "True: no money moved and nothing was changed; at most the refusal itself is on record. False: the answer does not promise that; never send a mutation again under a new Idempotency-Key.",
    }),
    additionalHttpStatuses: Type.Optional(
      Type.Array(Type.Integer({ minimum: 400, maximum: 599 }), {
        description: "Other statuses that the code is also returned with.",
      }),
    ),
    environment: Type.Optional(
      Type.Union([Type.Literal("sandbox"), Type.Literal("live")], {
        description: "The environment that the code belongs to; absent when it belongs to both.",
      }),
    ),
    details: Type.Array(ErrorDetail, {
      description:
        "The names in `details`. Every code may also have `issues` and `itemIndex`, and has `operation` and `docUrl`; to an agent it also has `nextStep`.",
    }),
  },
  { title: "ErrorCatalogEntry", description: "One code of the error catalog." },
);
export type ErrorCatalogEntry = Static<typeof ErrorCatalogEntry>;

/** The declaration of each code. */
export const DECLARED_CODES = {
  ...REQUEST_CODES,
  ...CALLER_CODES,
  ...MONEY_CODES,
  ...CUSTOMER_CODES,
  ...OBJECT_CODES,
  ...OUTSIDE_CODES,
};

/** A published code. */
export type ErrorCode = keyof typeof DECLARED_CODES;

/** Every code, in alphabetical order. */
export const ERROR_CODES = Object.keys(DECLARED_CODES).sort() as readonly ErrorCode[];

/** The published entry of each code, in the order of the declarations: what any request can meet comes first. */
export const ERROR_CATALOG = Object.fromEntries(
  Object.entries(DECLARED_CODES).map(([code, declaration]) => [
    code,
    entryOf(code as ErrorCode, declaration),
  ]),
) as { readonly [C in ErrorCode]: Readonly<ErrorCatalogEntry> & { readonly code: C } };

/** True when `text` is a published code. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERROR_CATALOG, text);
}

/** Every status that `code` is returned with, its usual one first. */
export function statusesOf(code: ErrorCode): readonly number[] {
  const entry: ErrorCatalogEntry = ERROR_CATALOG[code];
  return [entry.httpStatus, ...(entry.additionalHttpStatuses ?? [])];
}

function entryOf(code: ErrorCode, declaration: CodeDeclaration<TProperties>): ErrorCatalogEntry {
  const { exampleMessage: _, exampleDetails: __, details, ...meaning } = declaration;
  const { httpStatus, cause, action, remediation, ...rest } = meaning;
  const flags = { retryable: false, idempotencySafe: true };
  const published = publishedDetailsOf(details);
  return { code, httpStatus, cause, action, remediation, ...flags, ...rest, details: published };
}

/** The names that a code declares, as they are published; without those of every code. */
function publishedDetailsOf(declared: TProperties): ErrorDetail[] {
  const required = new Set(Type.Object(declared).required ?? []);
  return Object.entries(declared).map(([name, schema]) => ({
    name,
    type: typesOf(schema),
    required: required.has(name),
  }));
}

function typesOf({ type, anyOf }: TSchema): string[] {
  return type === undefined ? anyOf.map((member: TSchema) => member["type"]) : [type];
}
