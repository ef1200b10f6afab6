/**
 * The value formats that operations share, as TypeBox schemas: money, time, ids, pages.
 * Guarantees: a value that passes its schema needs no further check. The named formats (`date-time`,
 * `uuid`, `currency`) are registered with TypeBox when this file is loaded.
 * Inputs are closed (an unknown field is refused); the published contract leaves outputs open.
 */
import {
  FormatRegistry,
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  type TString,
  Type,
} from "@sinclair/typebox";
import { exampleIdSuffix, placeOf } from "../../base/id.ts";
import { nounOfKind } from "../declare/noun_words.ts";
import { described, PUBLISHED_AS, sharedAs } from "../declare/schema_marks.ts";
import { ID_KINDS } from "../declare/words.golden.ts";
import { CURRENCIES, isCurrency } from "./currencies.ts";
import { TIMESTAMP_RULE } from "./meant_times.ts";
import {
  AMOUNT_RULE,
  BLANK_RULE,
  COUNTRY_RULE,
  CURRENCY_RULE,
  CURSOR_RULE,
  countRule,
  EXTERNAL_ID_RULE,
  idRule,
  UUID_RULE,
} from "./meant_values.ts";
import { parseTimestamp } from "./timestamp_text.ts";
import { ruled, type ValueRule } from "./value_rules.ts";

/** Most rows of a page (specification, Limits). */
export const PAGE_LIMIT_MAX = 100;
/** Rows of a page when `limit` is absent (specification, Limits). */
export const PAGE_LIMIT_DEFAULT = 50;
/** Most rows that one page reads; then the page stops with a cursor. Bounds the time of a read. */
export const PAGE_SCAN_MAX = 10_000;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

FormatRegistry.Set("date-time", (text) => parseTimestamp(text) !== undefined);
FormatRegistry.Set("uuid", (text) => UUID.test(text));
FormatRegistry.Set("currency", isCurrency);

/** Minor units, above zero, as digits: 1 to 18 of them, no sign, no leading zero. */
export const Amount = ruled(
  Type.String({
    title: "Amount",
    description: "Minor units of the currency beside it: 1 to 18 digits, no sign, no leading zero.",
    pattern: "^[1-9][0-9]{0,17}$",
    examples: ["1250"],
  }),
  AMOUNT_RULE,
);

/**
 * Minor units that may be zero or below: a balance, a total, or what is left of an amount. A total
 * never ends, and the pattern has room for 128 bits.
 */
export const BalanceAmount = Type.String({
  title: "BalanceAmount",
  description:
    "Minor units of the currency beside it; may be zero or negative, and a total may have more digits than an amount: up to 39.",
  pattern: "^(0|-?[1-9][0-9]{0,38})$",
  examples: ["0"],
});

/** ISO 4217 code. `enum` is for readers of the contract; the registered format does the check. */
export const Currency = ruled(
  Type.String({
    title: "Currency",
    description: "ISO 4217 code, upper-case. Nothing is ever converted.",
    format: "currency",
    enum: CURRENCIES.map(({ code }) => code),
    examples: ["EUR"],
  }),
  CURRENCY_RULE,
);

/** ISO 8601 with date, time to the second, and an offset or Z; see `parseTimestamp`. */
export const Timestamp = ruled(
  Type.String({
    title: "Timestamp",
    description: "ISO 8601 with an offset or Z, to the millisecond.",
    format: "date-time",
    examples: ["2026-01-31T09:30:00.000Z"],
  }),
  TIMESTAMP_RULE,
);

export const Uuid = ruled(
  Type.String({
    title: "Uuid",
    description: "A UUID in its 36 characters; the case of its letters does not matter.",
    format: "uuid",
  }),
  UUID_RULE,
);

/**
 * A character that a reader can see: no white space (Unicode has more of it than a keyboard), no
 * control, and none of the characters that only shape or join the characters around them.
 */
const VISIBLE =
  "[^\\s\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u115f\\u1160\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0]";
const NOT_BLANK = "Not blank: at least one character is visible.";

/**
 * The form of a name or a reason as a caller may send it. Answers have `text` itself, because an
 * earlier version stored blank ones. Other free text, `description` and the values of `metadata`, is
 * the caller's own and may be blank or empty.
 */
export function notBlank(text: TString): TString {
  const { description } = text;
  const told = description === undefined ? NOT_BLANK : `${description} ${NOT_BLANK}`;
  return ruled({ ...text, pattern: VISIBLE, description: told }, BLANK_RULE);
}

/**
 * Whether a text fits the lengths, in code points as JSON Schema counts them, and the pattern of a schema: as the
 * compiled checks of requests find, for texts that come to an operation in another way.
 */
export function textFits({ minLength = 0, maxLength, pattern }: TString, text: string): boolean {
  const most = maxLength ?? text.length;
  if (text.length > 2 * most) return false;
  const { length } = Array.from(text);
  if (length < minLength || length > most) return false;
  return pattern === undefined || new RegExp(pattern, "u").test(text);
}

/** A field of a change that `null` removes. */
export function removable<T extends TString>(text: T) {
  const { description } = text;
  const told = `${description === undefined ? "" : `${description} `}\`null\` removes it.`;
  return Type.Union([text, Type.Null()], {
    description: told,
    [PUBLISHED_AS]: {
      ...Object.fromEntries(Object.entries(text)),
      type: ["string", "null"],
      description: told,
    },
  });
}

/** Free text for people, at most 500 characters. */
export const Description = sharedAs(
  "Description",
  Type.String({ maxLength: 500, description: "Free text for people." }),
);

/** The caller's own id of a thing; unique per Product, environment and type. */
export const ExternalId = sharedAs(
  "ExternalId",
  ruled(
    Type.String({
      description: "Your own id of it: 1 to 64 printable ASCII characters, unique per type.",
      pattern: "^[ -~]{1,64}$",
    }),
    EXTERNAL_ID_RULE,
  ),
);

/** The most keys of metadata. */
export const METADATA_KEYS_MAX = 50;
const MetadataKey = Type.String({
  pattern: "^(?!__proto__$)[^\\u0000-\\u001f\\u007f]{1,40}$",
});
const MetadataValue = Type.String({ maxLength: 500 });
const METADATA_RULE: ValueRule = {
  mustBe: "an object of your own values, each a string, with keys of 1 to 40 characters",
};

/** The caller's own values: at most 50, keys of 1 to 40 characters, values of at most 500. */
export const Metadata = ruled(
  Type.Record(MetadataKey, MetadataValue, {
    title: "Metadata",
    description: "Your own values: at most 50, keys up to 40 characters, values up to 500.",
    maxProperties: METADATA_KEYS_MAX,
    additionalProperties: false,
  }),
  METADATA_RULE,
);
export type Metadata = Static<typeof Metadata>;

/** The metadata of a PATCH, which is merged; a request may remove all keys and send as many new. */
export const MetadataChange = Type.Union(
  [
    ruled(
      Type.Record(MetadataKey, Type.Union([MetadataValue, Type.Null()]), {
        maxProperties: 2 * METADATA_KEYS_MAX,
        additionalProperties: false,
      }),
      METADATA_RULE,
    ),
    Type.Null(),
  ],
  {
    title: "MetadataChange",
    description: `Merged into what is there: a key that is sent is set, a key with \`null\` or an empty text is removed, and keys that are not sent stay. \`null\` removes all keys. At most ${METADATA_KEYS_MAX} keys may result (else \`state_constraint_failed\`), up to 40 characters, values up to 500.`,
  },
);
export type MetadataChange = Static<typeof MetadataChange>;

/** ISO 3166-1 alpha-2, by form only; the operation checks that the country is supported. */
export const Country = ruled(
  Type.String({
    title: "Country",
    description: "ISO 3166-1 alpha-2 code, upper-case.",
    pattern: "^[A-Z]{2}$",
    examples: ["DE"],
  }),
  COUNTRY_RULE,
);

export const EnvironmentName = Type.Union([Type.Literal("sandbox"), Type.Literal("live")], {
  title: "Environment",
  description:
    "`sandbox` has test money and a clock of its own, `live` has real money. A key belongs to one.",
});

/** Who made the last change. */
export const Actor = Type.Object(
  {
    type: described(
      Type.Union([
        Type.Literal("product_key"),
        Type.Literal("operator"),
        Type.Literal("customer"),
        Type.Literal("agent"),
        Type.Literal("clock"),
        Type.Literal("provider"),
        Type.Literal("platform"),
        Type.Literal("user"),
      ]),
      "What kind of actor it is: `product_key` is the holder of an API key, `clock` a step that was " +
        "due, `operator` whoever runs this server, and in old records the holder of an API key.",
    ),
    id: Type.String({
      description:
        "Id of the actor: of the key for `product_key`; `clock` for a step that was due.",
    }),
  },
  { title: "Actor", description: "Who made the last change.", additionalProperties: false },
);
export type Actor = Static<typeof Actor>;

/** How often a thing was changed, and when it was made and changed last. */
export const Revision = Type.Integer({
  minimum: 1,
  description: "1 when it is made, and one more after each change; see `expectedRevision`.",
});
export const CreatedAt = described(Timestamp, "When it was made: real time, in the sandbox too.");
export const UpdatedAt = described(Timestamp, "When it was last changed; `createdAt` at first.");

/** The status of an answer that was recorded. */
export const HttpStatus = Type.Integer({
  minimum: 200,
  maximum: 599,
  description: "HTTP status that the request was answered with.",
});

/** When each status was reached: `{postedAt: …}`. */
export const StatusTransitions = Type.Record(
  Type.String({ pattern: "^[a-z][A-Za-z]*At$" }),
  Timestamp,
  {
    title: "StatusTransitions",
    description: "When each status was reached, by the status's name followed by `At`.",
    additionalProperties: false,
  },
);

/** The limit of a page. A query string has it as text; the contract shows it as a number. */
export const Limit = ruled(
  Type.String({
    description: `Rows of a page, 1 to ${PAGE_LIMIT_MAX}.`,
    pattern: "^([1-9][0-9]?|100)$",
    [PUBLISHED_AS]: {
      type: "integer",
      minimum: 1,
      maximum: PAGE_LIMIT_MAX,
      default: PAGE_LIMIT_DEFAULT,
      description: "Rows of a page.",
    },
  }),
  countRule(1, PAGE_LIMIT_MAX),
);

/** Opaque; only the server that made a cursor can check it. */
export const Cursor = ruled(
  Type.String({
    description: "`nextCursor` of the page before, with the same filters.",
    pattern: "^[A-Za-z0-9_.-]{1,512}$",
  }),
  CURSOR_RULE,
);

export const Search = Type.String({
  description: "Text to look for.",
  minLength: 1,
  maxLength: 100,
});

/** A bound of a filter by time; the description says on which side of the bound the items are. */
export function timeBound(title: string, description: string): TString {
  return Type.String({
    ...Timestamp,
    title,
    description: `${description} ${Timestamp.description}`,
  });
}

const LIST_PARAMETERS = {
  limit: Type.Optional(Limit),
  cursor: Type.Optional(Cursor),
  createdFrom: Type.Optional(
    timeBound("CreatedFrom", "Only what was created at this time or later."),
  ),
  createdTo: Type.Optional(
    timeBound(
      "CreatedTo",
      "Only what was created before this time, not at it. The page is empty where `createdFrom` is not before `createdTo`.",
    ),
  ),
};

/** The query of a list that has no filters of its own. `createdFrom <= createdAt < createdTo`. */
export const ListQuery = Type.Object(LIST_PARAMETERS, { additionalProperties: false });
export type ListQuery = Static<typeof ListQuery>;

/** The query of a list that has filters beside the parameters of every list. */
export function listQuery<P extends TProperties>(filters: P): TObject<P & typeof LIST_PARAMETERS> {
  return Type.Object({ ...filters, ...LIST_PARAMETERS }, { additionalProperties: false });
}

const idSchemas = new Map<string, TString>();

/**
 * An id in a path, query or body. Accepts any opaque text on purpose: a text that is no id of the
 * platform is the id of nothing, so the answer is the resource's 404 and not a 400.
 */
export function Id(prefix: string): TString {
  const known = idSchemas.get(prefix);
  if (known !== undefined) return known;
  const { kind, described } = ID_KINDS[prefix] ?? { kind: "a thing" };
  // The id of a delivery is made of two others.
  const suffix = exampleIdSuffix(EXAMPLE_TIME_MS, placeOf(1, 0));
  const text = ruled(
    Type.String({
      description: `Id of the ${described ?? nounOfKind(kind)}: opaque, starts with \`${prefix}_\`.`,
      pattern: "^[A-Za-z0-9_-]{1,64}$",
      examples: [`${prefix}_${suffix.repeat(prefix === "whd" ? 2 : 1)}`],
      [ID_OF]: prefix,
    }),
    idRule(`${prefix}_`),
  );
  const schema = sharedAs(`${prefix}_id`, text);
  idSchemas.set(prefix, schema);
  return schema;
}

/** Key of a schema option: the prefix of the ids that the schema accepts. Not published. */
const ID_OF: unique symbol = Symbol("id of");

/** The prefix of the ids that a schema accepts; undefined for a schema that is not of ids. */
export function idPrefixOf(schema: TSchema): string | undefined {
  return (schema as { [ID_OF]?: string })[ID_OF];
}

/** The time of the example of `Timestamp`. */
const EXAMPLE_TIME_MS = Date.UTC(2026, 0, 31, 9, 30);

const NextCursor = sharedAs(
  "NextCursor",
  Type.String({
    description: `Send it as \`cursor\` for the next page. Absent on the last page. The server looks at ${PAGE_SCAN_MAX} records for a page: where so many match no filter, the page has fewer items than \`limit\`, or none, and still a cursor.`,
  }),
);

/** A page of a list: `{items, nextCursor?}`. `title` names it in the contract: `AccountList`. */
export function listOf<T extends TSchema>(item: T, title: string) {
  return Type.Object(
    {
      items: Type.Array(item, { description: "The rows of this page, at most `limit`." }),
      nextCursor: Type.Optional(NextCursor),
    },
    { title, description: "One page of a list.", additionalProperties: false },
  );
}
