/**
 * developer_log.retrieve: one request and its answer, with redacted bodies. The answer of a write
 * comes from the ledger's record; the answer of a read is not kept.
 */
import { Type } from "@sinclair/typebox";
import { suffixOf, timeMsOfSuffix } from "../../base/id.ts";
import { Id } from "../../contract/formats.ts";
import { found } from "../../contract/found.ts";
import { declareRead } from "../../contract/operation.ts";
import type { RealmNames } from "../../contract/principal.ts";
import { realmKeyOf } from "../../contract/principal.ts";
import { REDACTED, redactionOf } from "../../contract/redaction.ts";
import { refuse } from "../../contract/refusal.ts";
import { REQUEST_KEPT_MS, type RequestEntry } from "../../contract/request_log.ts";
import type { Snapshot } from "../../contract/snapshot.ts";
import { noSuchHere } from "../../contract/unknown_id.ts";
import { announcedOperation } from "../operation_ids.ts";
import { responseTextOf } from "../receipt/response_text.ts";
import { recordOfSuffix } from "../record_walk.ts";
import { developerLogDetail } from "./developer_log_document.ts";
import { developerLogOff } from "./developer_log_off.ts";
import { DeveloperLogDetail } from "./developer_log_schema.ts";

export const developerLogRetrieve = declareRead({
  id: "developer_log.retrieve",
  summary: "Retrieve a developer log",
  description:
    "One request of the last 30 days with headers and bodies, without secrets and personal data.",
  tag: "Developer logs",
  http: { method: "GET", path: "/developer-logs/{developerLogId}", status: 200 },
  principals: ["product_key"],
  scope: "logs:read",
  path: Type.Object({ developerLogId: Id("dlog") }, { additionalProperties: false }),
  output: DeveloperLogDetail,
  refusals: ["developer_log_not_found", "resource_reader_unavailable"],
  needsRequestLog: () => true,
  read(snapshot, { developerLogId }, { realm, principal, requestLog, nowMs }) {
    if (requestLog === undefined) return developerLogOff();
    const suffix = suffixOf("dlog", developerLogId);
    const isKept = suffix !== undefined && timeMsOfSuffix(suffix) >= nowMs - REQUEST_KEPT_MS;
    const realmKey = realmKeyOf(principal);
    const entry = isKept ? requestLog.get(realmKey, suffix) : undefined;
    if (entry !== undefined) {
      const responseBody = entry.responseBody || recordedAnswer(snapshot, realm, entry, principal);
      const requestBody = hiddenAsNow(entry);
      return found(developerLogDetail({ ...entry, requestBody, responseBody }, principal));
    }
    const message = noSuchHere("dlog", developerLogId);
    return refuse("developer_log_not_found", message, { developerLogId });
  },
});

/**
 * The request's body, redacted by the schema of today: a field may have become hidden after the log
 * kept the body.
 */
function hiddenAsNow({ operation, requestBody }: RequestEntry): string {
  const declared = announcedOperation(operation);
  if (requestBody === "" || declared?.body === undefined) return requestBody;
  const redaction = redactionOf(declared.body);
  if (redaction.isPlain) return requestBody;
  try {
    return JSON.stringify(redaction.redact(JSON.parse(requestBody)));
  } catch {
    return JSON.stringify(REDACTED);
  }
}

/**
 * The redacted answer of a write, from its record in the ledger's log: the log of requests does not keep
 * the answer of a write again. Empty where no record has an answer.
 */
function recordedAnswer(
  snapshot: Snapshot,
  realm: number | undefined,
  { operationId, operation }: RequestEntry,
  names: RealmNames,
): string {
  const suffix = suffixOf("op", operationId) ?? "";
  const record = recordOfSuffix((place) => snapshot.record(place), realm, suffix);
  const text = record && responseTextOf(snapshot, record, names);
  const declared = announcedOperation(operation);
  if (text === undefined || declared === undefined) return "";
  const shown = declared.type === "write" ? (declared.shown?.(text) ?? text) : text;
  const redaction = redactionOf(declared.output);
  return redaction.isPlain ? shown : JSON.stringify(redaction.redact(JSON.parse(shown)));
}
