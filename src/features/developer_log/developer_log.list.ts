/** developer_log.list: the requests of a Product and environment, newest first. */
import { type Static, Type } from "@sinclair/typebox";
import { Id, listOf, listQuery } from "../../contract/formats.ts";
import { OPERATION_RULE } from "../../contract/meant_values.ts";
import { declareRead } from "../../contract/operation.ts";
import { answerPage, type WalkRow } from "../../contract/page.ts";
import { realmKeyOf } from "../../contract/principal.ts";
import { REQUEST_ID_PATTERN } from "../../contract/request_id.ts";
import { REQUEST_KEPT_MS, type RequestEntry } from "../../contract/request_log.ts";
import { described } from "../../contract/schema_marks.ts";
import { ruled, type ValueRule } from "../../contract/value_rules.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { timeRangeOf } from "../record_walk.ts";
import { developerLog } from "./developer_log_document.ts";
import { developerLogOff } from "./developer_log_off.ts";
import { DeveloperLog } from "./developer_log_schema.ts";

const STATUS_RULE: ValueRule = { mustBe: "an HTTP status of three digits, such as 409" };
const ERROR_CODE_RULE: ValueRule = {
  mustBe: "a code of the error catalog, such as insufficient_balance",
};
const REQUEST_ID_RULE: ValueRule = {
  mustBe: "a value of the header x-request-id: 1 to 128 characters of ASCII without spaces",
};

const DeveloperLogQuery = listQuery({
  productId: Type.Optional(Id("prod")),
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
});
type DeveloperLogQuery = Static<typeof DeveloperLogQuery>;

export const developerLogList = declareRead({
  id: "developer_log.list",
  summary: "List developer logs",
  description:
    "Every request of a credential of this Product and environment, reads and refusals too, for 30 days.",
  tag: "Developer logs",
  http: { method: "GET", path: "/developer-logs", status: 200 },
  principals: ["product_key"],
  scope: "logs:read",
  query: DeveloperLogQuery,
  output: listOf(DeveloperLog, "DeveloperLogList"),
  refusals: ["resource_not_found", "resource_reader_unavailable"],
  needsRequestLog: () => true,
  read(_snapshot, input, context) {
    const { principal, requestLog, nowMs } = context;
    const other = refuseOtherProduct(principal, input.productId ?? principal.productId);
    if (other !== undefined) return other;
    if (requestLog === undefined) return developerLogOff();
    const { limit, cursor, ...filters } = input;
    const realmKey = realmKeyOf(principal);
    const { fromMs, belowMs } = timeRangeOf(input);
    const range = { fromMs: Math.max(fromMs, nowMs - REQUEST_KEPT_MS), belowMs };
    function* walk(after: string | undefined): Generator<WalkRow> {
      for (const entry of requestLog?.descend(realmKey, range, after) ?? []) {
        const item = matches(entry, input) ? developerLog(entry, principal) : undefined;
        yield { position: entry.suffix, item };
      }
    }
    return answerPage(
      { limit: limit === undefined ? undefined : String(limit), cursor, filters, walk },
      context,
    );
  },
});

function matches(entry: RequestEntry, wanted: DeveloperLogQuery): boolean {
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
