/** developer_log.retrieve: one request and its answer, with redacted bodies. */
import { Type } from "@sinclair/typebox";
import { suffixOf, timeMsOfSuffix } from "../../base/id.ts";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { realmKeyOf } from "../../contract/declare/principal.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { REQUEST_KEPT_MS } from "../../contract/messages/request_log.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import { Id } from "../../contract/values/formats.ts";
import { refuseOtherProduct, WhichProduct } from "../own_product.ts";
import { developerLogOff } from "./developer_log_off.ts";
import { DeveloperLogDetail } from "./developer_log_schema.ts";
import { requestDetail } from "./request_detail.ts";

export const developerLogRetrieve = declareRead({
  id: "developer_log.retrieve",
  summary: "Retrieve a developer log",
  description:
    "One request of the last 30 days with headers and bodies, without secrets and personal data.",
  http: { method: "GET", path: "/developer-logs/{developerLogId}" },
  principals: PRODUCT_CALLERS,
  scope: "logs:read",
  path: Type.Object({ developerLogId: Id("dlog") }, { additionalProperties: false }),
  query: Type.Object({ productId: WhichProduct }, { additionalProperties: false }),
  output: DeveloperLogDetail,
  refusals: ["resource_not_found", "developer_log_not_found", "resource_reader_unavailable"],
  needs: { requestLog: () => true },
  read(snapshot, { developerLogId, productId }, { realm, principal, requestLog, nowMs }) {
    const other = refuseOtherProduct(principal, productId);
    if (other !== undefined) return other;
    if (requestLog === undefined) return developerLogOff();
    const suffix = suffixOf("dlog", developerLogId);
    const isKept = suffix !== undefined && timeMsOfSuffix(suffix) >= nowMs - REQUEST_KEPT_MS;
    const realmKey = realmKeyOf(principal);
    const entry = isKept ? requestLog.get(realmKey, suffix) : undefined;
    if (entry !== undefined) return found(requestDetail(snapshot, realm, entry, principal));
    const message = noSuchHere("dlog", developerLogId);
    return refuse("developer_log_not_found", message, { developerLogId });
  },
});
