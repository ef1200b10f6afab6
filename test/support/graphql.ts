/** Sends requests to `POST /v1/graphql` over a real socket, and makes queries from the schema. */
import { Agent } from "node:http";
import { type GraphQLField, GraphQLObjectType, type GraphQLSchema, getNamedType } from "graphql";
import { readOf } from "../../src/graphql/schema.ts";
import { type Answer, exchange } from "./exchange.ts";

export type GraphqlReply = {
  status: number;
  headers: Headers;
  text: string;
  data: Record<string, unknown>;
  errors: { message: string; path?: unknown[]; extensions: Record<string, unknown> }[];
  /** `extensions.sequence`. */
  sequence: number;
  /** Code of a refusal of the whole request, in either error shape. */
  code: string | undefined;
  details: Record<string, unknown>;
};

export type GraphqlAsk = {
  variables?: Record<string, unknown>;
  operationName?: string;
  headers?: Record<string, string>;
  method?: string;
  /** Sent instead of the JSON of the request. */
  raw?: string | Buffer;
};

export type GraphqlClient = (query: string, ask?: GraphqlAsk) => Promise<GraphqlReply>;

export function graphqlClient(
  { baseUrl }: { baseUrl: string },
  { apiKey, environment }: { apiKey: string; environment?: "sandbox" | "live" },
): GraphqlClient {
  // Its idle connections keep no process alive.
  const agent = new Agent({ keepAlive: true });
  const { hostname, port, pathname } = new URL(`${baseUrl}/graphql`);
  return async (query, { variables, operationName, headers, method = "POST", raw } = {}) => {
    const body = raw ?? JSON.stringify({ query, variables, operationName });
    const sent = {
      accept: "*/*",
      authorization: `Bearer ${apiKey}`,
      "content-type": "application/json",
      ...(method !== "GET" && { "content-length": Buffer.byteLength(body) }),
      ...(environment === "live" && { "x-service-environment": "live" }),
      ...headers,
    };
    const options = { agent, hostname, port, path: pathname, method, headers: sent };
    return replyOf(await exchange(options, method === "GET" ? undefined : body));
  };
}

function replyOf({ status, headers, text }: Answer): GraphqlReply {
  const body = JSON.parse(text);
  const first = body.errors?.[0]?.extensions;
  return {
    status,
    headers: new Headers(headers as Record<string, string>),
    text,
    data: body.data ?? {},
    errors: body.errors ?? [],
    sequence: body.extensions?.sequence,
    code: body.error?.code ?? (status >= 400 ? first?.code : undefined),
    details: body.error?.details ?? first?.details ?? {},
  };
}

/**
 * A selection as `{ a b { c } }`: every field of a type's documents, no relation. "" for a scalar.
 */
export function everyField(field: GraphQLField<unknown, unknown>): string {
  const type = getNamedType(field.type);
  if (!(type instanceof GraphQLObjectType)) return "";
  const own = Object.values(type.getFields()).filter((one) => readOf(one) === undefined);
  return `{ ${own.map((one) => `${one.name} ${everyField(one)}`).join(" ")} }`;
}

/** The root fields of the schema. */
export function rootFields(schema: GraphQLSchema): GraphQLField<unknown, unknown>[] {
  return Object.values(schema.getQueryType()?.getFields() ?? {});
}

/** Arguments of a field, as GraphQL writes them: those that are whole numbers without quotes. */
export function argumentsText(values: ReadonlyMap<string, string>): string {
  const texts = [...values].map(
    ([name, value]) => `${name}: ${/^\d+$/.test(value) ? value : JSON.stringify(value)}`,
  );
  return texts.length === 0 ? "" : `(${texts.join(", ")})`;
}

/** The value without fields that are null: REST leaves out the fields that are null in GraphQL. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== null);
  return Object.fromEntries(entries.map(([name, part]) => [name, withoutNulls(part)]));
}
