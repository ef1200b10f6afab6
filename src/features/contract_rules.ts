/** What holds for every request, as the description of each contract document says it (Markdown). */
import { ENVIRONMENT_RULE } from "../contract/declare/environment_header.ts";

export const CONTRACT_RULES = `Amounts are minor units as digit strings. Times are ISO 8601. Ids are opaque.

Every mutation carries an \`Idempotency-Key\`, a UUID per intended change. The same key with the same
request returns the first result; nothing runs twice. A key belongs to one Product in one environment.
After a timeout or a 5xx send the same request with the same key, never with a new one. A result that is returned again is the first one byte for byte,
so a \`requestId\` in its body is that of the first call; the header \`x-request-id\` is that of this call.
A field that is left out and a field that is sent with its default are the same request.

A JSON body has each name of an object once, at every depth. No text of a request, names included, holds
NUL or half of a surrogate pair. Lengths count code points. A PATCH leaves what it does not name as it
is; \`null\` removes a field that may be absent. A PATCH that changes nothing leaves revision and time as
they are: it makes no event, and has a receipt as every mutation has one.

${ENVIRONMENT_RULE}

Every error has the envelope \`Error\`. Branch on \`error.code\`; \`x-error-codes\` lists the codes of
each operation and \`x-errors\` explains them all. A 4xx moved no money. Where \`Accept\` prefers
\`application/problem+json\`, the same refusal comes as RFC 9457 has it: \`type\`, \`title\` (the code),
\`status\`, \`detail\` (the message), \`instance\` (the request id as a URI reference), and \`code\`,
\`details\` and \`requestId\` as in the envelope.

\`Accept\` chooses where an answer has two forms: by quality, then by what is named most exactly, then
by what is named first. Where it is absent, or accepts neither form, the answer has its usual form. No
answer with data may be kept by a cache: each carries \`Cache-Control: no-store\` and
\`X-Content-Type-Options: nosniff\`.

Every answer of an operation has \`x-request-id\` and \`service-operation-id\`; every request that is
counted against a budget is answered with \`x-ratelimit-*\`. \`x-common-headers\` declares these five once,
and each answer declares what it has beside them. What has no route, is
larger than its limit, or arrives before the server has started, is refused before it is counted.

Agents work at \`POST /v1/mcp\` by the Model Context Protocol (Streamable HTTP), where each operation that has
\`agent\` in \`x-principal\` is a tool, \`transfer.create\` as \`transfer_create\`. They log in as \`oauth2\` says, never with an API key; \`/docs/mcp\`
has both flows and the settings for hosts of agents.

Clients ignore unknown fields of responses: fields, codes and values may be added at any time.`;
