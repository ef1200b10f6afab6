/** developer_log.list: the requests of a Product and environment, newest first. */
import { declareRead } from "../../contract/declare/operation.ts";
import { realmKeyOf } from "../../contract/declare/principal.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { REQUEST_KEPT_MS } from "../../contract/messages/request_log.ts";
import { listOf, listQuery } from "../../contract/values/formats.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { timeRangeOf } from "../record_walk.ts";
import { developerLog } from "./developer_log_document.ts";
import { DEVELOPER_LOG_FILTERS, isWanted } from "./developer_log_filters.ts";
import { developerLogOff } from "./developer_log_off.ts";
import { DeveloperLog } from "./developer_log_schema.ts";

export const developerLogList = declareRead({
  id: "developer_log.list",
  summary: "List developer logs",
  description:
    "Every request of a credential of this Product and environment, reads and refusals too, for 30 days.",
  http: { method: "GET", path: "/developer-logs" },
  principals: PRODUCT_CALLERS,
  scope: "logs:read",
  query: listQuery(DEVELOPER_LOG_FILTERS),
  output: listOf(DeveloperLog, "DeveloperLogList"),
  refusals: ["resource_not_found", "resource_reader_unavailable"],
  needs: { requestLog: () => true },
  read(_snapshot, input, context) {
    const { principal, requestLog, nowMs } = context;
    const other = refuseOtherProduct(principal, input.productId);
    if (other !== undefined) return other;
    if (requestLog === undefined) return developerLogOff();
    const { limit, cursor, ...filters } = input;
    const realmKey = realmKeyOf(principal);
    const { fromMs, belowMs } = timeRangeOf(input);
    const range = { fromMs: Math.max(fromMs, nowMs - REQUEST_KEPT_MS), belowMs };
    function* walk(after: string | undefined): Generator<WalkRow> {
      for (const entry of requestLog?.descend(realmKey, range, after) ?? []) {
        const item = isWanted(entry, input) ? developerLog(entry, principal) : undefined;
        yield { position: entry.suffix, item };
      }
    }
    return answerPage(
      { limit: limit === undefined ? undefined : String(limit), cursor, filters, walk },
      context,
    );
  },
});
