/**
 * One request and its answer, with redacted bodies, as it is retrieved and streamed. The answer of a
 * write comes from the ledger's record; the answer of a read is not kept.
 */
import { suffixOf } from "../../base/id.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import { REDACTED, redactionOf } from "../../contract/declare/redaction.ts";
import type { RequestEntry } from "../../contract/messages/request_log.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { announcedOperation } from "../announced.ts";
import { responseTextOf } from "../receipt/response_text.ts";
import { recordOfSuffix } from "../record_walk.ts";
import { developerLogDetail } from "./developer_log_document.ts";
import type { DeveloperLogDetail } from "./developer_log_schema.ts";

export function requestDetail(
  snapshot: Snapshot,
  realm: number | undefined,
  entry: RequestEntry,
  names: RealmNames,
): DeveloperLogDetail {
  const responseBody = entry.responseBody || recordedAnswer(snapshot, realm, entry, names);
  return developerLogDetail({ ...entry, requestBody: hiddenAsNow(entry), responseBody }, names);
}

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
  const shown = declared.type === "write" ? (declared.recording?.shown?.(text) ?? text) : text;
  const redaction = redactionOf(declared.output);
  return redaction.isPlain ? shown : JSON.stringify(redaction.redact(JSON.parse(shown)));
}
