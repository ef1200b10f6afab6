/** What holds for every request, as each guide says it: the head of all guides, and their words on headers. */
import { API_KEY_PATTERN } from "../access/api_key.ts";
import { ENVIRONMENT_RULE } from "../contract/declare/environment_header.ts";
import { COMMON_HEADERS } from "../contract/document/openapi_headers.ts";

/** The pattern of an API key for secret scanners, which search for it anywhere in a text. */
const KEY_EXPRESSION = API_KEY_PATTERN.source.replace(/^\^|\$$/g, "");

export const NAME = "Money movement platform";
export const SUMMARY =
  "> Accounts, transfers and holds for many Products over HTTP. Every mutation carries an " +
  "Idempotency-Key, is on disk before its answer, and leaves a receipt.";

export const CONVENTIONS = `- Amounts are minor units as digit strings: \`"25000"\` is 250.00 EUR. Never a number.
- Times are ISO 8601 in UTC. Ids are opaque text.
- Authenticate with \`Authorization: Bearer <key>\`. A \`service_test_\` key reaches sandbox only, a \`service_live_\` key live only.
- ${ENVIRONMENT_RULE}
- Every mutation carries \`Idempotency-Key\`, a UUID for each intended change. After a timeout or a 5xx
  send the same request with the same key. Never send a new key to try again: money may have moved.
- Lists answer \`{items, nextCursor}\`, newest first. Pass \`cursor\` to go on, with the same filters.
- Errors answer \`{error: {code, message, details}, requestId}\`. Branch on \`code\`. A 4xx moved no money.
- Webhooks come at least once and in no fixed order. Sort the events of a Product and environment by \`sequence\`, as
  a number; an \`id\` that came before is the same event again. Lists and streams of events keep the order.
- 429 carries \`retry-after\`, seconds: wait, then send the same request with the same key.
- Clients ignore unknown fields: fields, codes and values may be added under /v1 at any time.
- Keys look like \`${KEY_EXPRESSION}\`; the last six characters are a checksum.`;

export const HEADERS = `Of a request:

- \`Authorization\`: \`Bearer <key>\`; every operation but public ones
- \`Idempotency-Key\`: a UUID; every write, and no read
- \`Content-Type\`: \`application/json\`; every request with a body
- \`X-Service-Environment\`: \`sandbox\` or \`live\`; optional
- \`X-Request-Id\`: your own id of the request; optional

Of an answer:

${answerHeaders()}
- \`service-receipt-id\`: the receipt of a write that was decided.
- \`idempotent-replayed\`: \`true\` where the answer is the first result of the key, given again.
- \`retry-after\`: seconds to wait, with 429 and some 503.`;

function answerHeaders(): string {
  return Object.entries(COMMON_HEADERS)
    .map(([name, { description }]) => `- \`${name}\`: ${description}`)
    .join("\n");
}
