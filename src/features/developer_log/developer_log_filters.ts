/** What developer logs can be asked for by: the filters of the list and of the stream. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import type { RequestEntry } from "../../contract/messages/request_log.ts";
import { Id } from "../../contract/values/formats.ts";
import { OPERATION_RULE } from "../../contract/values/meant_values.ts";
import { REQUEST_ID_PATTERN } from "../../contract/values/request_id.ts";
import { ruled, type ValueRule } from "../../contract/values/value_rules.ts";
import { WhichProduct } from "../own_product.ts";

const STATUS_RULE: ValueRule = { mustBe: "an HTTP status of three digits, such as 409" };
const ERROR_CODE_RULE: ValueRule = {
  mustBe: "a code of the error catalog, such as insufficient_balance",
};
const REQUEST_ID_RULE: ValueRule = {
  mustBe: "a value of the header x-request-id: 1 to 128 characters of ASCII without spaces",
};

export const DEVELOPER_LOG_FILTERS = {
  productId: WhichProduct,
  status: Type.Optional(
    ruled(
      Type.String({
        pattern: "^[1-5][0-9]{2}$",
        description: "Only requests that were answered with this HTTP status.",
        examples: ["409"],
      }),
      STATUS_RULE,
    ),
  ),
  method: Type.Optional(
    described(
      Type.Union(["GET", "POST", "PATCH", "PUT", "DELETE"].map((name) => Type.Literal(name))),
      "Only requests with this HTTP method.",
    ),
  ),
  path: Type.Optional(
    Type.String({ minLength: 1, maxLength: 512, description: "The path, or its beginning." }),
  ),
  operation: Type.Optional(
    ruled(
      Type.String({ pattern: "^[a-z_.]{1,64}$", description: "Its id, `transfer.create`." }),
      OPERATION_RULE,
    ),
  ),
  errorCode: Type.Optional(
    ruled(
      Type.String({
        pattern: "^[a-z_]{1,64}$",
        description: "Only requests that were refused with this code.",
      }),
      ERROR_CODE_RULE,
    ),
  ),
  requestId: Type.Optional(
    ruled(
      Type.String({
        pattern: REQUEST_ID_PATTERN,
        description: "Value of `x-request-id`, percent-encoded as any text of a query.",
      }),
      REQUEST_ID_RULE,
    ),
  ),
  apiKeyId: Type.Optional(Id("key")),
};
const DeveloperLogFilters = Type.Object(DEVELOPER_LOG_FILTERS);
type DeveloperLogFilters = Static<typeof DeveloperLogFilters>;

/** Whether an entry passes the filters; each that is absent passes everything. */
export function isWanted(entry: RequestEntry, wanted: DeveloperLogFilters): boolean {
  const { status, method, path, operation, errorCode, requestId, apiKeyId } = wanted;
  return (
    (status === undefined || Number(status) === entry.status) &&
    (method === undefined || method === entry.method) &&
    (path === undefined || entry.path.startsWith(path)) &&
    (operation === undefined || operation === entry.operation) &&
    (errorCode === undefined || errorCode === entry.errorCode) &&
    (requestId === undefined || requestId === entry.requestId) &&
    (apiKeyId === undefined || apiKeyId === entry.principalId)
  );
}
