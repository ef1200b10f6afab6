/**
 * GraphQL over HTTP as the specification has it (api.md 2.6): the media type of an answer, the form
 * of a request, and the form of refusals and field errors in either media type.
 */
import type { ExecutionResult, GraphQLError } from "graphql";
import { protocolGate } from "../access/gate.ts";
import { contentTypeIssue, readJson } from "../calls/json_input.ts";
import type { ErrorCode } from "../contract/refusals/error_catalog.ts";
import type { InputIssue } from "../contract/refusals/issue_codes.ts";
import type { Refusal } from "../contract/refusals/refusal.ts";
import { refuseIssues } from "../contract/values/page.ts";

export const GRAPHQL_TYPE = "application/graphql-response+json";
export const JSON_TYPE = "application/json";
/** What errors name as the operation where a whole request is refused, in either media type. */
export const GRAPHQL_OPERATION = "graphql";
/** Who may ask. */
export const GRAPHQL_GATE = protocolGate(GRAPHQL_OPERATION);

/** The route of GraphQL, but for what answers. */
export const GRAPHQL_ROUTE = {
  audience: "api",
  gate: GRAPHQL_GATE,
  path: "/graphql",
  onlyPost: "GraphQL takes POST only; send a JSON body with a query",
} as const;

/** What a body asks for. */
export type GraphqlRequest = {
  refused: false;
  query: string;
  variables: Readonly<Record<string, unknown>>;
  operationName: string | undefined;
};

/** A name of GraphQL, or an empty text. */
const NAME = /^([_A-Za-z][_0-9A-Za-z]{0,255})?$/;

/** The media types of an answer with data; the first is the default. */
export const RESPONSE_TYPES = [JSON_TYPE, GRAPHQL_TYPE] as const;
/** The media types of the refusal of a whole request. */
export const REFUSAL_TYPES = [JSON_TYPE, GRAPHQL_TYPE, "application/problem+json"] as const;

/** The request in a body of JSON (GraphQL over HTTP, 6.2); a refusal with all that is wrong with it. */
export function requestOf(body: string): GraphqlRequest | Refusal<"invalid_request"> {
  const read = readJson(body);
  if (read.issues !== undefined) {
    return refuseIssues(
      read.issues.map((issue) =>
        issue.code === "json" ? { ...issue, message: issue.message + ENVELOPE } : issue,
      ),
    );
  }
  const { value } = read;
  if (!isMap(value)) {
    const message = "the body must be a JSON object with a query";
    return refuseIssues([{ code: "type", message, path: ["body"] }]);
  }
  const { query, variables, operationName, extensions } = value;
  const issues: InputIssue[] = [];
  if (query === undefined) issues.push(NO_QUERY);
  else if (typeof query !== "string")
    issues.push(typeIssue("query", "the text of a GraphQL document"));
  if (!isMap(variables ?? {})) issues.push(typeIssue("variables", "an object"));
  if (!NAME.test(String(operationName ?? "")) || typeof (operationName ?? "") !== "string") {
    issues.push(typeIssue("operationName", "the name of an operation of the document"));
  }
  if (!isMap(extensions ?? {})) issues.push(typeIssue("extensions", "an object"));
  if (issues.length > 0 || typeof query !== "string") return refuseIssues(issues);
  const name = (operationName ?? "") as string;
  return {
    refused: false,
    query,
    variables: (variables ?? {}) as Record<string, unknown>,
    operationName: name === "" ? undefined : name,
  };
}

/** A request that could not be run, in the GraphQL media type. */
export function requestErrorBody(
  { code, message, details }: Refusal,
  { requestId, docsUrl }: { requestId: string; docsUrl: string },
): string {
  const told = { operation: GRAPHQL_OPERATION, ...details, docUrl: `${docsUrl}/${code}` };
  const extensions = { code, details: told, requestId };
  return JSON.stringify({ errors: [{ message, extensions }] });
}

/**
 * What an answer says of when it was read. `sequence`: the one that all of it was read at, where it is
 * of one target. `sequences`: for a caller with several Products, the sequence of each target, by
 * `productId`, or by the key of the realm of a company or of the platform.
 */
export type ReadMoments = { sequence?: number; sequences?: Readonly<Record<string, number>> };

/** A whole answer: data, the errors of its fields, and when it was read. */
export function resultBody(
  { data, errors }: ExecutionResult,
  { extensions, docsUrl }: { extensions: ReadMoments; docsUrl: string },
  fault: (error: GraphQLError) => void,
): string {
  if (errors === undefined || errors.length === 0) return JSON.stringify({ data, extensions });
  const published = errors.map((error) => publishedError(error, docsUrl, fault));
  return JSON.stringify({ errors: published, data: data ?? null, extensions });
}

/**
 * The form of an error in the answer. The refusal of a field says why; any other error is a fault
 * of the server, whose reason goes to the log alone.
 */
function publishedError(
  error: GraphQLError,
  docsUrl: string,
  fault: (error: GraphQLError) => void,
) {
  const { message, locations, path } = error;
  const refused = error.extensions as Partial<RefusedField> | undefined;
  if (refused?.code !== undefined) {
    const details = { ...refused.details, docUrl: `${docsUrl}/${refused.code}` };
    return { message, locations, path, extensions: { ...refused, details } };
  }
  fault(error);
  const code: ErrorCode = "internal_error";
  return {
    message: "the field could not be read",
    locations,
    path,
    extensions: {
      code,
      details: { operation: GRAPHQL_OPERATION, docUrl: `${docsUrl}/${code}` },
      httpStatus: 500,
    },
  };
}

/** What the refusal of a field carries; `details` lacks the page of the code. */
type RefusedField = { code: ErrorCode; details: Record<string, unknown>; httpStatus: number };

/** The code of the first error of a result, for the counts. */
export function firstCode({ errors }: ExecutionResult): ErrorCode | undefined {
  return errors?.[0]?.extensions?.["code"] as ErrorCode | undefined;
}

/** The refusal of a body that is not JSON, by its content type. */
export function refuseContentType(contentType: string): Refusal<"invalid_request"> {
  return refuseIssues([contentTypeIssue(contentType, JSON_TYPE)]);
}

const NO_QUERY: InputIssue = {
  code: "required",
  message: "query is required: the text of a GraphQL document",
  path: ["query"],
};
/** Behind what is wrong with the JSON: the document alone is often sent without its envelope. */
const ENVELOPE = '; a request is a JSON object with the document as a string, {"query": "…"}';

function typeIssue(field: string, mustBe: string): InputIssue {
  return { code: "type", message: `${field} must be ${mustBe}`, path: [field] };
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
