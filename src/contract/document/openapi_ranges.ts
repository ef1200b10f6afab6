/** What the document says of answers that are a part of a file. */
import type { Operation } from "../declare/operation.ts";
import type { Components, Json } from "./openapi_components.ts";
import { RANGE_HEADERS } from "./openapi_headers.ts";

/** The answers to a request for a part of a file (RFC 9110, 14). */
export function rangeResponses(
  operation: Operation<never>,
  components: Components,
  whole: () => Json,
) {
  if (operation.type !== "read" || operation.file?.hasRanges !== true) return {};
  const { headers, content } = whole();
  const types = Object.entries(content as Json).filter(([type]) => type !== "application/json");
  const ranged = { ...(headers as Json), ...components.headers(["content-range"]) };
  return {
    206: {
      description: "The range that was asked for",
      headers: ranged,
      content: Object.fromEntries(types),
    },
    416: {
      description: "The file has no byte of the range; no body",
      headers: components.headers(["content-range", ...RANGE_HEADERS]),
    },
  };
}
