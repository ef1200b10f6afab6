/** The headers of answers, as the contract document has them. */
import { REQUEST_ID_PATTERN } from "../values/request_id.ts";

/**
 * The headers of every answer of an operation; those of a budget only where the request was counted.
 * Each answer has them, so the document declares them once, and not with each answer.
 */
export const COMMON_HEADERS = {
  "x-request-id": {
    description: "Your `X-Request-Id`, or one made here. Quote it to support.",
    schema: { type: "string", pattern: REQUEST_ID_PATTERN },
  },
  "service-operation-id": header(
    "Names this operation. For a mutation that was decided, `operation.retrieve` shows its record.",
  ),
  "x-ratelimit-limit": header(
    "Requests of one window of 60 seconds, in the budget that the request was counted against: the " +
      "credential's, where a valid credential was counted; else that of your address (401, and " +
      "whatever anybody may ask for), which is another one for documents and GraphQL. A 429 names " +
      "the budget that is spent. Absent where nothing was counted.",
    "integer",
  ),
  "x-ratelimit-remaining": header("Requests left in this window.", "integer"),
  "x-ratelimit-reset": header("When the window ends, Unix seconds.", "integer"),
} as const;

/** The headers of some answers. */
export const HEADERS = {
  "service-receipt-id": header("The receipt of the mutation."),
  "idempotent-replayed": {
    description:
      "Present when this is the first result of the key, given again, with the ids of the first call: a `requestId` in the body is the first call's, and `x-request-id` is this call's.",
    schema: { type: "string", enum: ["true"] },
  },
  "service-clock-operation-ids": header("What the clock ran at once, by commas: 100 at most."),
  location: header("Where to go next."),
  "retry-after": header("Seconds to wait before sending again.", "integer"),
  "content-disposition": header("The name of the file; absent from the JSON form (RFC 6266)."),
  "content-digest": header(
    "SHA-256 of the file, or of the part of it that is sent; absent from the JSON form (RFC 9530).",
  ),
  "repr-digest": header("SHA-256 of the whole file; absent from the JSON form (RFC 9530)."),
  etag: header("Names the bytes of the file, for `If-Range`; absent from the JSON form."),
  "accept-ranges": header("`bytes`: a part can be asked for; absent from the JSON form."),
  "content-range": header("Which bytes of how many are sent (RFC 9110)."),
} as const;
export type HeaderName = keyof typeof HEADERS;
export const RECORDED_HEADERS = ["service-receipt-id", "idempotent-replayed"] as const;
export const FILE_HEADERS = ["content-disposition", "content-digest"] as const;
export const RANGE_HEADERS = ["repr-digest", "etag", "accept-ranges"] as const;

function header(description: string, type: "string" | "integer" = "string") {
  return { description, schema: { type } };
}
