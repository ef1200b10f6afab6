/**
 * The guides for readers of text, people and language models alike, in the form of llmstxt.org: a
 * title, a quotation, lists of links; the full guide has every operation and error code too.
 * Made from the declarations: this file names no operation.
 */
import { API_KEY_PATTERN } from "../access/api_key.ts";
import { ENVIRONMENT_RULE } from "../contract/environment_header.ts";
import { ERROR_CATALOG, ERROR_CODES, type ErrorCode } from "../contract/error_catalog.ts";
import { COMMON_HEADERS } from "../contract/openapi_components.ts";
import type { Operation } from "../contract/operation.ts";
import { codesOf } from "../contract/shared_codes.ts";
import type { WalkStep } from "../contract/walk_step.ts";
import { Shapes } from "./guide_shapes.ts";
import { walkText } from "./guide_walk.ts";

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
    return `- [${tag}](${origin}/docs#tag/${tag.toLowerCase().replaceAll(" ", "-")}): ${count} ${count === 1 ? "operation" : "operations"}`;
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

- [Error codes](${origin}/docs/errors): one page for each, at /docs/errors/{code}
- [Receipt keys](${origin}/.well-known/receipt-keys.json): what a proof, \`GET /v1/receipts/{receiptId}/proof\`, is checked with
- [Health](${origin}/healthz) and [readiness](${origin}/readyz) of this host
`;
}

/**
 * `/llms-full.txt`: the conventions, a walk, every operation with its fields, every shape, every
 * code. Whoever has read it needs no other document to call the API.
 */
export function fullGuide(
  operations: Published,
  origin: string,
  walk: readonly WalkStep[] = [],
): string {
  const published = inContract(operations);
  const shapes = new Shapes();
  const common = commonCodesOf(published);
  const sections = tagsOf(published).map((tag) => {
    const own = published.filter((operation) => operation.tag === tag);
    return `## ${tag}\n\n${own.map((one) => operationText(one, shapes, common)).join("\n\n")}`;
  });
  const codes = ERROR_CODES.map((code) => {
    const { httpStatus, cause, action, retryable, details } = ERROR_CATALOG[code];
    const named = details.map(({ name, required }) => `${name}${required ? "" : "?"}`).join(", ");
    const has = named === "" ? "" : ` Details: ${named}.`;
    return `- \`${code}\` (${httpStatus}${retryable ? ", retryable" : ""}): ${cause} ${action}${has}`;
  });
  return `${TITLE}

${SUMMARY}

Base URL: ${origin}/v1

${CONVENTIONS}

## Headers

Of a request:

- \`Authorization\`: \`Bearer <key>\`; every operation but public ones
- \`Idempotency-Key\`: a UUID; every write, and no read
- \`Content-Type\`: \`application/json\`; every request with a body
- \`X-Service-Environment\`: \`sandbox\` or \`live\`; optional
- \`X-Request-Id\`: your own id of the request; optional

Of an answer:

${answerHeaders()}
- \`service-receipt-id\`: the receipt of a write that was decided.
- \`idempotent-replayed\`: \`true\` where the answer is the first result of the key, given again.
- \`retry-after\`: seconds to wait, with 429 and some 503.

${walkText(published, walk)}${sections.join("\n\n")}

## Shapes

A field whose type is one of these names has what stands here. \`array of X\` is a JSON array. Answers may have more fields.

${shapes.text()}

## Error codes

The envelope: \`{"error": {"code", "message", "details": {"operation", "docUrl", ...}}, "requestId"}\`. \`?\` marks a detail that not every refusal has.
Every operation may answer ${common.map((code) => `\`${code}\``).join(", ")}; the codes beside these stand with the operation.

${codes.join("\n")}
`;
}

function inContract(operations: Published): Published {
  return operations.filter(({ inContract = true }) => inContract);
}

function tagsOf(operations: Published): string[] {
  return [...new Set(operations.map(({ tag }) => tag))].sort();
}

/** The codes that every operation has which takes a credential. */
function commonCodesOf(operations: Published): ErrorCode[] {
  const lists = operations
    .filter(({ principals }) => !principals.includes("public"))
    .map((operation) => codesOf(operation));
  return (lists[0] ?? []).filter((code) => lists.every((list) => list.includes(code)));
}

function answerHeaders(): string {
  return Object.entries(COMMON_HEADERS)
    .map(([name, { description }]) => `- \`${name}\`: ${description}`)
    .join("\n");
}

function operationText(
  operation: Operation<never>,
  shapes: Shapes,
  common: readonly ErrorCode[],
): string {
  const { id, summary, description, http, scope, environment } = operation;
  const lines = [`### ${id}`, "", `\`${http.method} /v1${http.path}\``, "", `${summary}.`];
  if (description !== undefined) lines.push(description);
  lines.push("");
  const own = codesOf(operation).filter((code) => !common.includes(code));
  const isPublic = operation.principals.includes("public");
  const facts = [
    isPublic ? "- Credential: none" : "",
    scope === undefined ? "" : `- Scope: \`${scope}\``,
    environment === undefined ? "" : `- Environment: ${environment} only`,
    operation.type === "write" ? "- Idempotency-Key: required" : "",
    listed("Path", shapes.fields(operation.path)),
    listed("Query", shapes.fields(operation.query)),
    listed("Body", shapes.fields(operation.body)),
    answerText(operation, shapes),
    own.length === 0 ? "" : `- Codes: ${own.map((code) => `\`${code}\``).join(", ")}`,
  ];
  return [...lines, ...facts.filter((fact) => fact !== "")].join("\n");
}

function listed(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `- ${title}:\n${lines.join("\n")}`;
}

/** The status of success, and what the answer has. */
function answerText({ http, output, answers }: Operation<never>, shapes: Shapes): string {
  if (http.status === 204 || answers === "redirect" || answers === "page") {
    return `- Answer: ${http.status}${answers === undefined ? "" : `, a ${answers}`}`;
  }
  const what = answers === "events" ? "server-sent events, each" : "";
  const type = `\`${shapes.type(output)}\``;
  const fields = output.title === undefined ? shapes.fields(output) : [];
  const { existingStatus } = http;
  const before =
    existingStatus === undefined ? "" : ` (${existingStatus} where it was made before)`;
  const line = `- Answer: ${http.status}${before} ${what}${what === "" ? "" : " "}${type}`;
  return [line, ...fields].join("\n");
}
