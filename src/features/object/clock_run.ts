/** An operation that the clock ran in a realm, as answers show it: a record of the log, read as what was due. */
import { type Static, Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import type { Fact, StoredRecord } from "../../contract/records/record.ts";
import { EnvironmentName, Id, Timestamp } from "../../contract/values/formats.ts";
import { announcedOperation } from "../announced.ts";
import type { CollectionFact } from "../collection/collection_facts.ts";
import type { DecisionFact } from "../decision/decision_noun.ts";
import { isPlatformStep } from "../platform_steps.ts";
import { suffixOfRecord } from "../record_walk.ts";
import type { ScheduleChanged } from "../schedule/schedule_facts.ts";
import type { HoldFact } from "../transfer_hold/transfer_hold_facts.ts";
import type { ObjectCollectionTold, ObjectPayoutTold } from "./object_facts.ts";

export const ClockRunOutcome = Type.Union([Type.Literal("succeeded"), Type.Literal("refused")], {
  title: "ClockRunOutcome",
  description:
    "`succeeded`: it was done, or there was nothing to do. `refused`: it was refused, and nothing moved.",
});

export const ClockRun = Type.Object(
  {
    clockRunId: described(Id("op"), "The id of the operation that the clock ran."),
    productId: Id("prod"),
    environment: EnvironmentName,
    operation: Type.String({ description: "What was run, such as `object.schedule.run`." }),
    objectId: Type.Optional(described(Id("obj"), "The object that it was about, where one was.")),
    scheduleId: Type.Optional(described(Id("sch"), "The row of a schedule that was due.")),
    decisionId: Type.Optional(described(Id("dec"), "The decision that was due.")),
    collectionId: Type.Optional(
      described(
        Id("coll"),
        "The collection that was due, where no row was, or of whose end an object was told.",
      ),
    ),
    payoutId: Type.Optional(
      described(Id("po"), "The payout that has ended, of which an object was told."),
    ),
    transferHoldId: Type.Optional(described(Id("th"), "The hold whose time was over.")),
    outcome: ClockRunOutcome,
    errorCode: Type.Optional(
      Type.String({ description: "The code that it was refused with; absent where it was not." }),
    ),
    receiptId: described(Id("rcpt"), "The receipt that proves what the clock did."),
    dueAt: Type.Optional(
      described(
        Timestamp,
        "When it was due, by the Product's clock; absent where that is unknown.",
      ),
    ),
    at: described(Timestamp, "When it ran: real time."),
  },
  {
    title: "ClockRun",
    description: "An operation that the clock of a Product ran, in sandbox or in live.",
    additionalProperties: false,
  },
);
export type ClockRun = Static<typeof ClockRun>;

type Due = Pick<
  ClockRun,
  | "objectId"
  | "scheduleId"
  | "decisionId"
  | "collectionId"
  | "payoutId"
  | "transferHoldId"
  | "dueAt"
>;

/** By kind of the fact that says what was due: the first of these kinds that a record has. */
const DUE: Readonly<Record<string, (fact: Fact) => Due>> = {
  "object.collection_told.1": (fact) => {
    const { objectId, collectionId, scheduleId, atMs } = fact as ObjectCollectionTold;
    return {
      objectId,
      ...(scheduleId !== undefined && { scheduleId }),
      collectionId,
      ...dueAt(atMs),
    };
  },
  "schedule.changed.1": (fact) => {
    const { scheduleId, objectId, ranAtMs } = (fact as ScheduleChanged).row;
    return { objectId, scheduleId, ...dueAt(ranAtMs) };
  },
  "decision.timed_out.1": ofDecision,
  "decision.called.1": ofDecision,
  "object.payout_told.1": (fact) => {
    const { objectId, payoutId, atMs } = fact as ObjectPayoutTold;
    return { objectId, payoutId, ...dueAt(atMs) };
  },
  "transfer_hold.expired.1": (fact) => {
    const { transferHoldId, expiresAtMs } = fact as HoldFact;
    return { transferHoldId, ...dueAt(expiresAtMs) };
  },
  "collection.collected.1": ofCollection,
  "collection.failed.1": ofCollection,
};

/** Its action is called as soon as it is approved, and it times out when its deadline comes. */
function ofDecision(fact: Fact): Due {
  const { decisionId, objectId, resolvedAtMs } = (fact as DecisionFact).decision;
  return { objectId, decisionId, ...dueAt(resolvedAtMs) };
}

function ofCollection(fact: Fact): Due {
  const { collectionId, dueAtMs } = (fact as CollectionFact).collection;
  return { collectionId, ...dueAt(dueAtMs) };
}

function dueAt(ms: number | undefined): Pick<Due, "dueAt"> {
  return ms === undefined ? {} : { dueAt: isoTime(ms) };
}

function dueIn(facts: readonly Fact[]): Due {
  for (const [kind, dueOf] of Object.entries(DUE)) {
    const fact = facts.find((each) => each.kind === kind);
    if (fact !== undefined) return dueOf(fact);
  }
  return {};
}

/** The run that the record is; undefined of a record that the clock did not make, or made for itself. */
export function clockRunOf(
  record: StoredRecord,
  { productId, environment }: Pick<RealmNames, "productId" | "environment">,
): ClockRun | undefined {
  const { cause, operation, refusalCode, facts, timeMs } = record;
  if (cause !== "clock" || isPlatformStep(operation)) return undefined;
  if (announcedOperation(operation) === undefined) return undefined;
  const { dueAt: time, ...about } = dueIn(facts);
  const suffix = suffixOfRecord(record);
  return {
    clockRunId: `op_${suffix}`,
    productId,
    environment,
    operation,
    ...about,
    outcome: refusalCode === undefined ? "succeeded" : "refused",
    ...(refusalCode !== undefined && { errorCode: refusalCode }),
    receiptId: `rcpt_${suffix}`,
    ...(time !== undefined && { dueAt: time }),
    at: isoTime(timeMs),
  };
}
