/**
 * The guides for readers of text, people and language models alike, in the form of llmstxt.org: a
 * title, a quotation, lists of links; the full guide has every operation and error code too.
 * Made from the declarations: this file names no operation.
 */
import type { TObject, TSchema } from "@sinclair/typebox";
import { API_KEY_PATTERN } from "../access/api_key.ts";
import { ENVIRONMENT_RULE } from "../contract/environment_header.ts";
import { ERROR_CATALOG, ERROR_CODES } from "../contract/error_catalog.ts";
import type { Operation } from "../contract/operation.ts";
import { codesOf } from "../contract/shared_codes.ts";

/** The pattern of an API key for secret scanners, which search for it anywhere in a text. */
const KEY_EXPRESSION = API_KEY_PATTERN.source.replace(/^\^|\$$/g, "");

const TITLE = "# Money movement platform";
const SUMMARY =
  "> Accounts, transfers and holds for many Products over HTTP. Every mutation carries an " +
  "Idempotency-Key, is on disk before its answer, and leaves a receipt.";

const CONVENTIONS = `- Amounts are minor units as digit strings: \`"25000"\` is 250.00 EUR. Never a number.
- Times are ISO 8601 in UTC. Ids are opaque text.
- Authenticate with \`Authorization: Bearer <key>\`. A \`service_test_\` key reaches sandbox only, a \`service_live_\` key live only.
- ${ENVIRONMENT_RULE}
- Every mutation carries \`Idempotency-Key\`, a UUID for each intended change. After a timeout or a 5xx
  send the same request with the same key. Never send a new key to try again: money may have moved.
- Lists answer \`{items, nextCursor}\`, newest first. Pass \`cursor\` to go on, with the same filters.
- Errors answer \`{error: {code, message, details}, requestId}\`. Branch on \`code\`. A 4xx moved no money.
- 429 carries \`retry-after\`, seconds: wait, then send the same request with the same key.
- Clients ignore unknown fields: fields, codes and values may be added under /v1 at any time.
- Keys look like \`${KEY_EXPRESSION}\`; the last six characters are a checksum.`;

type Published = readonly Operation<never>[];

/** `/llms.txt`: links to all documents. `origin`: scheme and host, without a slash at the end. */
export function shortGuide(operations: Published, origin: string): string {
  const published = inContract(operations);
  const lists = tagsOf(published).map((tag) => {
    const count = published.filter((operation) => operation.tag === tag).length;
    return `- [${tag}](${origin}/docs#/${encodeURIComponent(tag)}): ${count} ${count === 1 ? "operation" : "operations"}`;
  });
  return `${TITLE}

${SUMMARY}

${CONVENTIONS}

## Documents

- [Contract](${origin}/openapi.json): OpenAPI 3.1, every operation, schema and error code
- [GraphQL schema](${origin}/schema.graphql): the reads as one graph, \`POST ${origin}/v1/graphql\`
- [Everything as text](${origin}/llms-full.txt): every operation and error code in one file
- [Reference](${origin}/docs): the same for people, to try out
- [Release](${origin}/release.json): version and digests of these documents

## Operations

${lists.join("\n")}

## Optional

- [Error pages](${origin}/docs/errors/insufficient_balance): one for each code, at /docs/errors/{code}
- [Receipt keys](${origin}/.well-known/receipt-keys.json): what a proof, \`GET /v1/receipts/{receiptId}/proof\`, is checked with
- [Health](${origin}/healthz) and [readiness](${origin}/readyz) of this host
`;
}

/** `/llms-full.txt`: the conventions, every operation, every code. */
export function fullGuide(operations: Published, origin: string): string {
  const published = inContract(operations);
  const sections = tagsOf(published).map((tag) => {
    const own = published.filter((operation) => operation.tag === tag);
    return `## ${tag}\n\n${own.map(operationText).join("\n\n")}`;
  });
  const codes = ERROR_CODES.map((code) => {
    const { httpStatus, cause, action, retryable } = ERROR_CATALOG[code];
    return `- \`${code}\` (${httpStatus}${retryable ? ", retryable" : ""}): ${cause} ${action}`;
  });
  return `${TITLE}

${SUMMARY}

Base URL: ${origin}/v1

${CONVENTIONS}

${sections.join("\n\n")}

## Error codes

${codes.join("\n")}
`;
}

function inContract(operations: Published): Published {
  return operations.filter(({ inContract = true }) => inContract);
}

function tagsOf(operations: Published): string[] {
  return [...new Set(operations.map(({ tag }) => tag))].sort();
}

function operationText(operation: Operation<never>): string {
  const { id, summary, description, http, scope, environment } = operation;
  const lines = [`### ${id}`, "", `\`${http.method} /v1${http.path}\``, "", `${summary}.`];
  if (description !== undefined) lines.push(description);
  lines.push("");
  const facts = [
    scope === undefined ? "" : `- Scope: \`${scope}\``,
    environment === undefined ? "" : `- Environment: ${environment} only`,
    operation.type === "write" ? "- Idempotency-Key: required" : "",
    fieldsText("Path", operation.path),
    fieldsText("Query", operation.query),
    fieldsText("Body", operation.type === "write" ? operation.body : undefined),
    `- Codes: ${codesOf(operation)
      .map((code) => `\`${code}\``)
      .join(", ")}`,
  ];
  return [...lines, ...facts.filter((fact) => fact !== "")].join("\n");
}

/**
 * One line for each field: name, type or values, whether the field is required, its description.
 */
function fieldsText(title: string, schema: TSchema | undefined): string {
  const { properties = {}, required = [] } = (schema ?? {}) as Partial<TObject>;
  const lines = Object.entries(properties).map(([name, field]) => {
    const words = [typeText(field), required.includes(name) ? "required" : "optional"];
    const text = (field.description ?? "").replaceAll("\n", " ");
    return `  - \`${name}\` (${words.join(", ")})${text === "" ? "" : `: ${text}`}`;
  });
  return lines.length === 0 ? "" : `- ${title}:\n${lines.join("\n")}`;
}

function typeText({ type, anyOf = [], const: only }: TSchema): string {
  if (only !== undefined) return `"${only}"`;
  if (typeof type === "string") return type;
  return (anyOf as TSchema[]).map(typeText).join(" or ");
}
