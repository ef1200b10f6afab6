/** An operation as answers show it: a record of the log, without the facts. */
import { isoTime } from "../../base/iso_time.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import { actorOfHead } from "../../contract/records/actor.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { outcomeOfRecord } from "../record_outcome.ts";
import { suffixOfRecord } from "../record_walk.ts";
import { principalTypeOf } from "./operation_principal.ts";
import { resourceOf } from "./operation_resource.ts";
import type { OperationDocument } from "./operation_schema.ts";

/** The operation of `record`. Also reads the record that caused `record`, where there is one. */
export function operationDocument(
  snapshot: Snapshot,
  record: StoredRecord,
  names: RealmNames,
): OperationDocument {
  const { productId, environment } = names;
  const { principalId, idempotencyKey, parentPlace } = record;
  const suffix = suffixOfRecord(record);
  const { status, httpStatus, errorCode, finishedMs } = outcomeOfRecord(snapshot, record, names);
  const resource = resourceOf(record);
  const parent = parentPlace === 0 ? undefined : snapshot.record(parentPlace);
  return {
    operationId: `op_${suffix}`,
    operation: record.operation,
    productId,
    environment,
    principal: {
      type: principalId.startsWith("key_") ? "product_key" : principalTypeOf(record.actorType),
      id: principalId,
    },
    actor: actorOfHead(record),
    status,
    finalized: status !== "running",
    httpStatus,
    ...(errorCode !== undefined && { errorCode }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    requestDigest: record.requestDigest,
    ...(resource !== undefined && { resource }),
    receiptId: `rcpt_${suffix}`,
    ...(parent !== undefined && { parentOperationId: `op_${suffixOfRecord(parent)}` }),
    cause: record.cause,
    requestId: record.requestId,
    startedAt: isoTime(record.timeMs),
    ...(finishedMs !== undefined && { finishedAt: isoTime(finishedMs) }),
  };
}
