/**
 * What the contract document refers to by name: schemas with a title, and the parameters, headers
 * and credentials that every operation shares.
 */
import type { TSchema } from "@sinclair/typebox";
import { canonicalJson } from "../../base/canonical_json.ts";
import { invariant } from "../../base/invariant.ts";
import { ENVIRONMENT_HEADER, ENVIRONMENT_RULE } from "../declare/environment_header.ts";
import type { ListedValues, NamedFormat } from "../declare/schema_marks.ts";
import { LISTED, OWN_DESCRIPTION, PUBLISHED_AS, SHARED_AS } from "../declare/schema_marks.ts";
import { EnvironmentName } from "../values/formats.ts";
import { HEADERS, type HeaderName } from "./openapi_headers.ts";
import { OWN_SCHEMAS } from "./openapi_own_schemas.ts";

export type Json = { [key: string]: unknown };

/** The named parts of the document. A part is entered when the document first refers to it. */
export class Components {
  readonly #parts = new Map<string, Map<string, unknown>>();
  /** The declaration of each schema, to notice two different schemas with the same title. */
  readonly #declared = new Map<string, { text: string; description: unknown }>();
  /** What each response is made of, to notice two different responses of one name. */
  readonly #responses = new Map<string, string>();
  readonly #scopes: Scopes;
  readonly #eventTypes: readonly string[];

  /**
   * `scopes`: those of the flows of OAuth. `eventTypes`: of whose names the texts are that have their
   * values as `enum` (`LISTED`); with none, no text has.
   */
  constructor({
    scopes = {},
    eventTypes = [],
  }: { scopes?: Scopes; eventTypes?: readonly string[] } = {}) {
    this.#scopes = scopes;
    this.#eventTypes = eventTypes;
  }

  input(schema: TSchema): Json {
    return this.#publish(schema, "input");
  }

  output(schema: TSchema): Json {
    return this.#publish(schema, "output");
  }

  own(name: keyof typeof OWN_SCHEMAS): Json {
    return this.#refer("schemas", name, () => OWN_SCHEMAS[name]);
  }

  parameter(name: keyof typeof PARAMETERS): Json {
    return this.#refer("parameters", name, () => PARAMETERS[name]);
  }

  /** A parameter that several operations share. */
  sharedParameter(name: string, parameter: Json): Json {
    return this.#refer("parameters", name, () => parameter);
  }

  /** `of`: all that the response is made of; one name stands for one such text. */
  response(name: string, of: string, make: () => Json): Json {
    const reference = this.#refer("responses", name, make);
    const first = this.#responses.get(name) ?? of;
    this.#responses.set(name, first);
    invariant(first === of, `${name} is one response`);
    return reference;
  }

  example(name: string, value: object): Json {
    return this.#refer("examples", name, () => ({ value }));
  }

  headers(names: readonly HeaderName[]): Json {
    return Object.fromEntries(
      names.map((name) => [name, this.#refer("headers", name, () => HEADERS[name])]),
    );
  }

  securityScheme(name: keyof typeof SECURITY_SCHEMES): string {
    this.#refer("securitySchemes", name, () => schemeWith(name, this.#scopes));
    return name;
  }

  /** The `components` object: parts and names in alphabetical order. */
  document(): Json {
    const sorted = [...this.#parts].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      sorted.map(([part, entries]) => [
        part,
        Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1))),
      ]),
    );
  }

  #refer(part: string, name: string, make: () => unknown): Json {
    const entries = this.#parts.get(part) ?? new Map<string, unknown>();
    this.#parts.set(part, entries);
    if (!entries.has(name)) entries.set(name, make());
    return { $ref: `#/components/${part}/${name}` };
  }

  /** The schema itself, or a reference to it when it has a title. */
  #publish(schema: TSchema, direction: Direction): Json {
    const { [PUBLISHED_AS]: published, [SHARED_AS]: sharedAs } = keywordsOf(schema);
    if (published !== undefined) return published;
    if (sharedAs !== undefined) return this.#share(schema, sharedAs);
    const name = schema.title;
    if (name === undefined) return this.#publishParts(schema, direction);
    invariant(/^[A-Za-z][A-Za-z0-9]*$/.test(name), `"${name}" can name a component`);
    invariant(!Object.hasOwn(OWN_SCHEMAS, name), `"${name}" names a schema of the document's own`);
    const { description } = schema;
    const own = keywordsOf(schema)[OWN_DESCRIPTION] ?? description;
    const text = undescribedText(schema);
    const declared = this.#declared.get(name) ?? { text, description: own };
    this.#declared.set(name, declared);
    invariant(declared.text === text, `the title "${name}" stands for one schema`);
    // The name of the component says the title.
    const { title: _, ...untitled } = schema;
    const whole = own === undefined ? untitled : { ...untitled, description: own };
    const reference = this.#refer("schemas", name, () => this.#publishParts(whole, direction));
    return declared.description === description || description === undefined
      ? reference
      : { ...reference, description };
  }

  /** A reference to a format, with the schema's own description where it has one. */
  #share(schema: TSchema, format: NamedFormat): Json {
    const { description } = schema;
    invariant(
      undescribedText(schema) === undescribedText(format.schema),
      `a schema of the format ${format.name} changes nothing but the description`,
    );
    const { [LISTED]: listed } = keywordsOf(format.schema);
    const types = this.#eventTypes;
    const values = listed !== undefined && types.length > 0 && { enum: listed(types) };
    const reference = this.#refer("schemas", format.name, () => ({ ...format.schema, ...values }));
    return description === format.description ? reference : { ...reference, description };
  }

  #publishParts(schema: TSchema, direction: Direction): Json {
    const literals = literalsOf(keywordsOf(schema));
    if (literals !== undefined) {
      const rest = Object.entries(schema).filter(([key]) => key !== "anyOf");
      return { ...Object.fromEntries(rest), ...literals };
    }
    const opens = direction === "output" && keywordsOf(schema).properties !== undefined;
    const parts: Json = {};
    // `Object.entries` leaves out the symbols under which TypeBox keeps its own data.
    for (const [key, value] of Object.entries(schema)) {
      invariant(key !== "$id" && key !== "$ref", "a published schema refers to others by title");
      if (opens && isClosing(key, value)) continue;
      if (SCHEMA_MAPS.has(key)) {
        parts[key] = Object.fromEntries(
          Object.entries(value as Record<string, TSchema>).map(([name, one]) => [
            name,
            this.#publish(one, direction),
          ]),
        );
      } else if (SCHEMA_LISTS.has(key)) {
        parts[key] = (value as TSchema[]).map((one) => this.#publish(one, direction));
      } else if (SCHEMA_VALUES.has(key) && isObject(value)) {
        parts[key] = this.#publish(value as TSchema, direction);
      } else {
        invariant(key !== "type" || JSON_TYPES.has(value), `"${value}" is a type of JSON`);
        parts[key] = value;
      }
    }
    return parts;
  }
}

type Direction = "input" | "output";

/** Texts that were made before: a schema never changes, and many operations refer to one. */
const UNDESCRIBED_TEXTS = new WeakMap<TSchema, string>();

/** The schema as one text, without its own description. */
function undescribedText(schema: TSchema): string {
  const before = UNDESCRIBED_TEXTS.get(schema);
  if (before !== undefined) return before;
  const { description: _, ...rest } = schema;
  const text = canonicalJson(rest);
  UNDESCRIBED_TEXTS.set(schema, text);
  return text;
}

/** The keywords of a schema that this file reads; TypeBox does not type them. */
export type Keywords = {
  type?: string;
  properties?: Record<string, TSchema>;
  required?: string[];
  additionalProperties?: unknown;
  anyOf?: Keywords[];
  const?: unknown;
  [PUBLISHED_AS]?: Json;
  [OWN_DESCRIPTION]?: string;
  [SHARED_AS]?: NamedFormat;
  [LISTED]?: ListedValues;
};

export function keywordsOf(schema: TSchema): Keywords {
  return schema as Keywords;
}

export const SECURITY_SCHEMES = {
  productKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "service_{test|live}_…",
    description: "The API key of one Product in one environment.",
  },
  personalAccessToken: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "service_pat_…",
    description: "A member's personal access token, for programs of the member's own.",
  },
  // The scopes of the flows stand with the document's operations.
  oauth2: {
    type: "oauth2",
    description:
      "The access token of a program that a person has let in. An operation names the scope that the token needs. An agent logs in for the resource `{origin}/v1/mcp` by either flow: its token is taken at `POST /v1/mcp` alone, where it calls the operations as tools. A program of the command line logs in for the resource `{origin}/v1` by the device flow: its token is taken wherever `founder` stands in `x-principal`. PKCE with `S256` is required, and clients are public: they have no secret. `/.well-known/oauth-authorization-server` has the same addresses (RFC 8414), and `/docs/mcp` the steps.",
    flows: {
      authorizationCode: {
        authorizationUrl: "/v1/oauth/authorize",
        tokenUrl: "/v1/oauth/token",
        refreshUrl: "/v1/oauth/token",
        scopes: {},
      },
      // What OpenAPI 3.2 calls `deviceAuthorization`; a document of 3.1 may have it as an extension alone.
      "x-device-authorization": {
        deviceAuthorizationUrl: "/v1/oauth/device",
        tokenUrl: "/v1/oauth/token",
        refreshUrl: "/v1/oauth/token",
        scopes: {},
      },
    },
  },
  sessionCookie: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-session",
    description:
      "A member's session in a browser; a mutation also carries `X-CSRF-Token`. A server that listens on loopback without TLS names the cookie `session`.",
  },
} as const;

/** What each scope opens, by the name of the scope. */
export type Scopes = Readonly<Record<string, string>>;

function schemeWith(name: keyof typeof SECURITY_SCHEMES, scopes: Scopes): Json {
  if (name !== "oauth2") return SECURITY_SCHEMES[name];
  const { flows, ...scheme } = SECURITY_SCHEMES.oauth2;
  const withScopes = Object.entries(flows).map(([flow, parts]) => [flow, { ...parts, scopes }]);
  return { ...scheme, flows: Object.fromEntries(withScopes) };
}

const PARAMETERS = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: true,
    description:
      "One UUID per intended change, the same on every attempt at it. The same request again gets the first result again, byte for byte. Requests are the same when operation, path, query and body have the same values; a field that is left out has its default, and the order of fields, white space and escapes do not matter. A key is kept for ever, through a reset of the sandbox too. It belongs to the place where the call acts: one Product in one environment, whichever credential sends it. In there, any other request with the key (another method, path or body) is refused as `idempotency_conflict`. For another tenant, another Product or the other environment the same text is another key, which runs once by itself.",
    schema: { type: "string", format: "uuid" },
    // A page that sends requests puts a new UUID in its place.
    example: "f3b9c0de-4a51-4c7e-9d0a-6b1e2f8c7a54",
  },
  ServiceEnvironment: {
    name: ENVIRONMENT_HEADER,
    in: "header",
    required: false,
    description: ENVIRONMENT_RULE,
    schema: {
      type: "string",
      enum: EnvironmentName.anyOf.map((literal) => literal.const),
      default: "sandbox",
    },
  },
  CsrfToken: {
    name: "X-CSRF-Token",
    in: "header",
    required: false,
    description:
      "Required with the cookie of a browser session, and ignored with any other credential: the `csrfToken` of the session.",
    schema: { type: "string", minLength: 1, maxLength: 128 },
  },
  LastEventId: {
    name: "Last-Event-ID",
    in: "header",
    required: false,
    description: "The id of the last event that was heard; the stream goes on after it.",
    schema: { type: "string", minLength: 1, maxLength: 128 },
  },
  WebhookId: {
    name: "webhook-id",
    in: "header",
    required: true,
    description:
      "Id of the event: the same in every attempt and for every endpoint, so that you can recognize an event that you have already.",
    schema: { type: "string" },
  },
  WebhookTimestamp: {
    name: "webhook-timestamp",
    in: "header",
    required: true,
    description: "When this attempt was made, Unix seconds.",
    schema: { type: "string", pattern: "^[0-9]+$" },
  },
  WebhookSignature: {
    name: "webhook-signature",
    in: "header",
    required: true,
    description:
      "One signature for each secret of the endpoint, with a space between two: `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, with a full stop between two (Standard Webhooks).",
    schema: { type: "string" },
  },
  RequestId: {
    name: "X-Request-Id",
    in: "header",
    required: false,
    description:
      "Your own id of this request: 1 to 128 visible ASCII characters (U+0021 to U+007E). It comes " +
      "back as `x-request-id`, and stands in envelopes, operations and logs as you sent it. Any " +
      "other text, and a text in which an API key stands, is not refused: a fresh id replaces it.",
    // Without the pattern of the answer's header: nothing is refused here.
    schema: { type: "string" },
  },
} as const;

/** Keywords of JSON Schema whose value is a map of schemas, a list of schemas, or one schema. */
const SCHEMA_MAPS: ReadonlySet<string> = new Set(["properties", "patternProperties"]);
const SCHEMA_LISTS: ReadonlySet<string> = new Set(["anyOf", "allOf", "oneOf", "prefixItems"]);
const SCHEMA_VALUES: ReadonlySet<string> = new Set([
  "items",
  "additionalProperties",
  "propertyNames",
  "not",
]);
const JSON_TYPES: ReadonlySet<unknown> = new Set([
  "object",
  "array",
  "string",
  "number",
  "integer",
  "boolean",
  "null",
]);

function isClosing(key: string, value: unknown): boolean {
  return (key === "additionalProperties" || key === "unevaluatedProperties") && value === false;
}

/** A union of string literals as `enum`, which every generator of clients understands. */
function literalsOf({ anyOf = [] }: Keywords): Json | undefined {
  const values = anyOf.map((member) => member.const);
  if (values.length === 0 || !values.every((value) => typeof value === "string")) return undefined;
  return { type: "string", enum: values };
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}
