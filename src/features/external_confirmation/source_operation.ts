/** The operation that a confirmation names as the one that began what is confirmed. */
import { suffixOf } from "../../base/id.ts";
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import { TRANSFER_ROW, type TransferRow } from "../ledger/transfer_row.ts";
import { isOpenRequest, keyOfRequest } from "../provider_request/provider_request_document.ts";
import { requestMadeBy } from "../provider_request/provider_request_ending.ts";
import type { ProviderRequestState } from "../provider_request/provider_request_state.ts";
import { recordOfSuffix, suffixOfRecord } from "../record_walk.ts";
import { suffixOfRow } from "../transfer/find_transfer.ts";
import type { TransferState } from "../transfer/transfer_state.ts";

type State = TransferState & ProviderRequestState;
type Context = Pick<DecisionContext, "realm" | "record">;
type Unfinished = Refusal<"source_operation_not_found" | "operation_not_finalized">;

/** Why the operation cannot have begun something that is over: it is unknown, or something of it is not over. */
export function refuseSourceOperation(
  state: State,
  operationId: string | undefined,
  { realm, record }: Context,
): Unfinished | undefined {
  if (operationId === undefined) return undefined;
  const suffix = suffixOf("op", operationId) ?? "";
  const found = recordOfSuffix((place) => record(place), realm, suffix);
  if (found === undefined || suffixOfRecord(found) !== suffix) {
    return refuse("source_operation_not_found", noSuchHere("op", operationId), { operationId });
  }
  if (isRunning(state, found)) return notFinalized(operationId, "running");
  return found.facts.some((fact) => isPending(state, found, fact))
    ? notFinalized(operationId, "pending")
    : undefined;
}

/** `status`: of the operation, or of its transfers. */
export function notFinalized(
  operationId: string,
  status: string,
): Refusal<"operation_not_finalized"> {
  const message =
    status === "running"
      ? `operation ${operationId} waits for a provider`
      : `what operation ${operationId} began is ${status}`;
  return refuse("operation_not_finalized", message, { operationId, status });
}

/** Whether the provider that the record has asked has not answered yet. */
function isRunning({ providerRequests }: State, record: StoredRecord): boolean {
  const made = requestMadeBy(record);
  if (made === undefined) return false;
  const request = providerRequests.get(record.realm, keyOfRequest(made.providerRequestId));
  return request !== undefined && isOpenRequest(request);
}

/** Whether the fact is a transfer whose money is reserved still. */
function isPending(
  { transferHolds, payoutEnds }: State,
  record: StoredRecord,
  fact: { kind: string },
): boolean {
  const row = fact as TransferRow;
  if (fact.kind !== TRANSFER_ROW || row.step !== "reserved") return false;
  const suffix = suffixOfRow(row, record);
  if (row.transferKind === "hold") {
    return transferHolds.get(record.realm, suffix)?.status === "reserved";
  }
  return payoutEnds.get(record.realm, suffix) === undefined;
}
