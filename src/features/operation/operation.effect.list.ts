/** operation.effect.list: what an operation has done: transfers, other things, events. */
import { type Static, Type } from "@sinclair/typebox";
import { suffixOf } from "../../base/id.ts";
import { resourceTypeOf } from "../../contract/declare/event.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { type Principal, realmKeyOf } from "../../contract/declare/principal.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { isEdgeSuffix } from "../../contract/messages/request_log.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { Amount, Currency, Cursor, Id, Limit, listOf } from "../../contract/values/formats.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";
import { eventIdOf } from "../event/event_document.ts";
import { EventLog } from "../event/event_log.ts";
import { Sequence } from "../event/event_schema.ts";
import type { LoggedEvent } from "../event/logged_event.ts";
import { reservedSuffix } from "../ledger/reservation.ts";
import { type Step, TRANSFER_ROW, type TransferRow } from "../ledger/transfer_row.ts";
import { recordOfSuffix, suffixOfRecord } from "../record_walk.ts";
import { suffixOfRow } from "../transfer/find_transfer.ts";
import { type TransferStatus, TransferStatusName } from "../transfer/transfer_schema.ts";

const OperationEffect = Type.Object(
  {
    type: described(
      Type.Union([Type.Literal("transfer"), Type.Literal("resource"), Type.Literal("event")]),
      "`transfer`: it made the transfer, or gave it its status. `resource`: another thing that it made or changed. `event`: it is told by this event.",
    ),
    id: Type.String({ description: "Id of the transfer, of the thing, or of the event." }),
    amount: Type.Optional(
      described(Amount, "How much the transfer moves, reserves or gives back, in minor units."),
    ),
    currency: Type.Optional(Currency),
    status: Type.Optional(
      described(TransferStatusName, "Of a transfer: the status that the operation gave it."),
    ),
    resourceType: Type.Optional(
      Type.String({ description: "Of a thing: its kind, such as `account`." }),
    ),
    eventType: Type.Optional(
      Type.String({ description: "Of an event: its type, such as `transfer.posted`." }),
    ),
    sequence: Type.Optional(
      described(Sequence, "Of an event: its number in the Product and environment."),
    ),
  },
  {
    title: "OperationEffect",
    description: "One thing that an operation has done.",
    additionalProperties: false,
  },
);
type OperationEffect = Static<typeof OperationEffect>;

export const operationEffectList = declareRead({
  id: "operation.effect.list",
  summary: "List the effects of an operation",
  description:
    "Its transfers, then the other things that it made or changed, then its events. A read has none, and a refusal has at the most a failed transfer. What was due while a clock was advanced are operations of their own.",
  http: { method: "GET", path: "/operations/{operationId}/effects" },
  principals: PRODUCT_CALLERS,
  scope: "operations:read",
  path: Type.Object({ operationId: Id("op") }, { additionalProperties: false }),
  query: Type.Object(
    { limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) },
    { additionalProperties: false },
  ),
  output: listOf(OperationEffect, "OperationEffectList"),
  refusals: ["source_operation_not_found"],
  needs: { requestLog: ({ operationId }) => isEdgeSuffix(suffixOf("op", operationId) ?? "") },
  read(snapshot, { operationId, limit, cursor }, context) {
    const { realm, principal, requestLog } = context;
    const suffix = suffixOf("op", operationId) ?? "";
    const found = recordOfSuffix((place) => snapshot.record(place), realm, suffix);
    const record = found !== undefined && suffixOfRecord(found) === suffix ? found : undefined;
    const entry = isEdgeSuffix(suffix) ? requestLog?.get(realmKeyOf(principal), suffix) : undefined;
    if (record === undefined && entry?.operationId !== operationId) {
      const message = noSuchHere("op", operationId);
      return refuse("source_operation_not_found", message, { operationId });
    }
    const effects = record === undefined ? [] : effectsOf(snapshot, record, principal);
    function* walk(after = "-1"): Generator<WalkRow<OperationEffect>> {
      for (let at = Number(after) + 1; at < effects.length; at++) {
        yield { position: String(at), item: effects[at] };
      }
    }
    const page = limit === undefined ? undefined : String(limit);
    return answerPage({ limit: page, cursor, filters: { operationId }, walk }, context);
  },
});

/** The effects of a record: always the same, in the same order. */
function effectsOf(
  snapshot: Snapshot,
  record: StoredRecord,
  principal: Principal,
): OperationEffect[] {
  const transfers = record.facts.flatMap((fact) =>
    fact.kind === TRANSFER_ROW ? [transferEffect(fact as TransferRow, record)] : [],
  );
  const events = EventLog.of(snapshot, realmKeyOf(principal))?.ofRecord(record) ?? [];
  const named = new Set(transfers.map(({ id }) => id));
  const resources: OperationEffect[] = [];
  for (const { event, fact } of events) {
    const id = event.resourceIdOf(fact, record, principal);
    if (event.isSynthetic === true || named.has(id)) continue;
    named.add(id);
    resources.push({ type: "resource", id, resourceType: resourceTypeOf(event.type) });
  }
  return [...transfers, ...resources, ...events.map(eventEffect)];
}

const STATUS_AFTER: Record<Step, TransferStatus> = {
  posted: "posted",
  reserved: "pending",
  cleared: "posted",
  released: "voided",
  failed: "failed",
};

/** A row that ends a reservation is of the transfer that was reserved. */
function transferEffect(row: TransferRow, record: StoredRecord): OperationEffect {
  const { step, amountMinor, reservedMinor, currency } = row;
  const suffix = reservedSuffix(row) ?? suffixOfRow(row, record);
  return {
    type: "transfer",
    id: `tr_${suffix}`,
    amount: String(step === "released" ? reservedMinor : amountMinor),
    currency,
    status: STATUS_AFTER[step],
  };
}

function eventEffect(event: LoggedEvent): OperationEffect {
  return {
    type: "event",
    id: eventIdOf(event),
    eventType: event.event.type,
    sequence: String(event.number),
  };
}
