/** An operation that left no record in the ledger's log, made from its entry in the log of requests. */
import { timeMsOfSuffix } from "../../base/id.ts";
import { isoTime } from "../../base/iso_time.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import type { RequestEntry } from "../../contract/messages/request_log.ts";
import { actorOfText } from "../../contract/records/actor.ts";
import { principalTypeOf } from "./operation_principal.ts";
import type { OperationDocument } from "./operation_schema.ts";

/** The credential of the request, and who stands behind it. */
function partiesOf({ principalId: id, actor: text }: RequestEntry) {
  if (text === "") {
    const key = { type: "product_key" as const, id };
    return { principal: key, actor: key };
  }
  const actor = actorOfText(text);
  return { principal: { type: principalTypeOf(actor.type), id }, actor };
}

/** The operation of a read, or of a request that ended before the ledger decided it: without receipt. */
export function requestOperation(
  entry: RequestEntry,
  { productId, environment }: Pick<RealmNames, "productId" | "environment">,
): OperationDocument {
  const { errorCode, status } = entry;
  const finishedMs = timeMsOfSuffix(entry.suffix);
  return {
    operationId: entry.operationId,
    operation: entry.operation,
    productId,
    environment,
    ...partiesOf(entry),
    status: status < 400 ? "succeeded" : status < 500 ? "refused" : "failed",
    finalized: true,
    httpStatus: status,
    ...(errorCode !== "" && { errorCode }),
    cause: "api",
    requestId: entry.requestId,
    startedAt: isoTime(Math.floor(finishedMs - entry.durationMs)),
    finishedAt: isoTime(finishedMs),
  };
}
