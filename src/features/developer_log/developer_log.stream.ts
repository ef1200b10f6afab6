/** developer_log.stream: the requests of a Product and environment, as they end. */
import { Type } from "@sinclair/typebox";
import { foundEvents } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { realmKeyOf } from "../../contract/declare/principal.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { refuseIssues } from "../../contract/values/page.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { DEVELOPER_LOG_FILTERS, isWanted } from "./developer_log_filters.ts";
import { developerLogOff } from "./developer_log_off.ts";
import { DeveloperLogDetail } from "./developer_log_schema.ts";
import { requestDetail } from "./request_detail.ts";
import { parsePosition, positionAt, positionsAfter, positionText } from "./stream_position.ts";

/** The most entries that one read looks at. */
const ENTRIES_AT_ONCE = 100;

export const developerLogStream = declareRead({
  id: "developer_log.stream",
  summary: "Stream developer logs",
  description:
    "Every request of a credential of this Product and environment as it ends, as server-sent events of the type `developer_log`. Begins now, or after the event that `Last-Event-ID` names.",
  http: { method: "GET", path: "/developer-logs/stream" },
  principals: PRODUCT_CALLERS,
  scope: "logs:read",
  inContract: false,
  stream: {
    types: ["developer_log"],
    id: "opaque: how far the stream has come in the log of requests, which keeps 30 days",
    begins: "with the next request that ends",
  },
  query: Type.Object(DEVELOPER_LOG_FILTERS, { additionalProperties: false }),
  output: DeveloperLogDetail,
  refusals: ["resource_not_found", "resource_reader_unavailable"],
  needs: { requestLog: () => true },
  read(snapshot, input, { realm, principal, requestLog, nowMs, after }) {
    const other = refuseOtherProduct(principal, input.productId);
    if (other !== undefined) return other;
    if (requestLog === undefined) return developerLogOff();
    const from = after === undefined ? positionAt(nowMs) : parsePosition(after, nowMs);
    if (from === undefined) return refuseIssues([UNKNOWN_POSITION]);
    const limits = { max: ENTRIES_AT_ONCE, nowMs };
    const { entries, position, hasMore } = requestLog.newer(realmKeyOf(principal), from, limits);
    const ids = positionsAfter(from, entries);
    const events = entries.flatMap((entry, at) => {
      if (!isWanted(entry, input)) return [];
      const data = requestDetail(snapshot, realm, entry, principal);
      return [{ id: ids[at] as string, type: "developer_log", data }];
    });
    return foundEvents({ events, position: positionText(position), hasMore });
  },
});

const UNKNOWN_POSITION = {
  code: "format",
  message: "Last-Event-ID must be the id of an event of this stream",
  path: ["last-event-id"],
};
