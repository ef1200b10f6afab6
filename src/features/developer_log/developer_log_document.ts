/** A logged request as answers show it. */
import { createHash } from "node:crypto";
import { timeMsOfSuffix } from "../../base/id.ts";
import { isoTime } from "../../base/iso_time.ts";
import type { Principal } from "../../contract/declare/principal.ts";
import { REDACTED } from "../../contract/declare/redaction.ts";
import type { RequestEntry } from "../../contract/messages/request_log.ts";
import { actorOfText } from "../../contract/records/actor.ts";
import type { DeveloperLog, DeveloperLogDetail } from "./developer_log_schema.ts";

export function developerLog(
  entry: RequestEntry,
  { productId, environment }: Pick<Principal, "productId" | "environment">,
): DeveloperLog {
  const { query, errorCode, idempotencyKey, traceId } = entry;
  return {
    developerLogId: `dlog_${entry.suffix}`,
    requestId: entry.requestId,
    ...(traceId !== "" && { traceId }),
    operationId: entry.operationId,
    operation: entry.operation,
    productId,
    environment,
    method: entry.method,
    path: entry.path,
    ...(query !== "" && { query }),
    status: entry.status,
    ...(errorCode !== "" && { errorCode }),
    durationMs: entry.durationMs,
    principal: credentialOf(entry),
    ipAddress: entry.ipAddress,
    userAgent: entry.userAgent,
    ...(idempotencyKey !== "" && {
      idempotencyKeyDigest: createHash("sha256").update(idempotencyKey.toLowerCase()).digest("hex"),
    }),
    createdAt: isoTime(timeMsOfSuffix(entry.suffix)),
  };
}

function credentialOf({ principalId: id, keyPrefix, actor }: RequestEntry) {
  if (actor === "") return { type: "product_key" as const, id, keyPrefix };
  const isOfAgent = actorOfText(actor).type === "agent";
  return { type: isOfAgent ? ("agent" as const) : ("user" as const), id };
}

export function developerLogDetail(
  entry: RequestEntry,
  names: Pick<Principal, "productId" | "environment">,
): DeveloperLogDetail {
  const { contentType, accept, requestBody, responseBody } = entry;
  return {
    ...developerLog(entry, names),
    request: {
      headers: {
        authorization: REDACTED,
        ...(contentType !== "" && { "content-type": contentType }),
        ...(accept !== "" && { accept }),
        ...(entry.userAgent !== "" && { "user-agent": entry.userAgent }),
      },
      bodyBytes: entry.requestBytes,
      ...(requestBody !== "" && { body: bodyOf(requestBody) }),
    },
    response: {
      bodyBytes: entry.responseBytes,
      ...(responseBody !== "" && { body: bodyOf(responseBody) }),
    },
  };
}

/** A kept body: parsed where it is JSON, and the text itself where it is not. */
function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
