/**
 * A row of a schedule that collects money: the consent must cover it, its action runs, and the collection keeps every
 * attempt. One row has one collection, however often it is tried.
 */
import { actorText } from "../../contract/records/actor.ts";
import type { Fact } from "../../contract/records/record.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { checkCollection } from "../../programs/run/consent_check.ts";
import { callAction } from "../../programs/run/engine.ts";
import type { Outcome } from "../../programs/run/outcome.ts";
import { isRefusal } from "../../programs/run/refused.ts";
import type { AfterRefusal, RowCall } from "../../programs/run/row_run.ts";
import type { CollectionDocument } from "../collection/collection_document.ts";
import type { CollectionFact } from "../collection/collection_facts.ts";
import { collectionResource } from "../collection/collection_noun.ts";
import type { ConsentDocument } from "../consent/consent_document.ts";
import { consentNotFound } from "../consent/consent_noun.ts";
import { usedFact } from "../consent/consent_used.ts";
import { previousFields } from "../previous_fields.ts";
import type { ScheduleDocument } from "../schedule/schedule_document.ts";
import type { AttemptTime } from "../schedule/schedule_progress.ts";
import { actedBy } from "./carried_out.ts";
import type { CallOfProgram } from "./object_call.ts";
import type { CalledObject, ObjectDocument } from "./object_document.ts";

type Collect = Extract<RowCall, { does: "collect" }>;
type Moved = Pick<CollectionDocument, "sourceAccountId" | "destinationAccountId" | "transferId">;

/** An attempt that is being decided. */
export type Attempted = {
  row: ScheduleDocument;
  collect: Collect;
  consent: ConsentDocument | undefined;
  /** The collection of an earlier attempt. */
  earlier: CollectionDocument | undefined;
  collectionId: string;
  time: AttemptTime;
};

/** The facts of the action and of the use of the consent, and what was moved; or why nothing was. */
export function collected(
  { collect, consent, collectionId, time }: Attempted,
  object: CalledObject,
  call: CallOfProgram,
): { refused: false; facts: readonly Fact[]; moved: Moved } | Refusal {
  const { program, world } = call;
  const { consentId, amount, currency } = collect;
  const record = world.consent(consentId);
  // A consent that a program names is its subject's own; it is looked at again because money moves by it.
  const isOwn = record !== undefined && record.customerId === object.document.subject;
  if (consent === undefined || !isOwn) return consentNotFound(consentId);
  const { nowMs } = world;
  const refusal = checkCollection(record, { amount, currency, collectionId, nowMs });
  if (refusal !== undefined) return refusal;
  const outside = refuseMandate(consent);
  if (outside !== undefined) return outside;
  const outcome = callAction(program, object.record, collect.call, world);
  if (isRefusal(outcome)) return outcome;
  const otherAccount = refuseOtherAccount(consent, outcome, call);
  if (otherAccount !== undefined) return otherAccount;
  const answer = actedBy(call, object, outcome);
  if (answer.refused) return answer;
  const changedBy = actorText(call.context.actor);
  const used = usedFact(consent, amount, { ...time, changedBy });
  return { refused: false, facts: [...answer.facts, used], moved: movedBy(outcome, call) };
}

/** A mandate is of an account at another bank, which the movements of an action do not reach. */
function refuseMandate({
  consentId,
  mandate,
  status,
}: ConsentDocument): Refusal<"consent_not_active"> | undefined {
  if (mandate === undefined) return undefined;
  const message = `consent ${consentId} has a mandate of an account at another bank, by which schedules collect nothing`;
  return refuse("consent_not_active", message, { consentId, status, limit: "mandate" });
}

/** The account that the consent names is the only one of customers that may be debited. */
function refuseOtherAccount(
  { consentId, accountId, status }: ConsentDocument,
  { moves }: Outcome,
  { world }: CallOfProgram,
): Refusal<"consent_not_active"> | undefined {
  if (accountId === undefined) return undefined;
  const isOther = moves.some(
    ({ from }) => from.kind === "customer" && world.accountIdOf(from) !== accountId,
  );
  if (!isOther) return undefined;
  const message = `consent ${consentId} is for account ${accountId}, and another would be debited`;
  return refuse("consent_not_active", message, { consentId, status, limit: "accountId" });
}

function movedBy({ moves }: Outcome, { world, context }: CallOfProgram): Moved {
  if (moves.length === 0) return {};
  const only = (ids: readonly string[]) => (new Set(ids).size === 1 ? ids[0] : undefined);
  const sourceAccountId = only(moves.map(({ from }) => world.accountIdOf(from)));
  // Who is paid by a payout has no account that the collection could name.
  const isPaidOut = moves.some(({ to }) => to.kind === "beneficiary");
  const destinationAccountId = isPaidOut
    ? undefined
    : only(moves.map(({ to }) => world.accountIdOf(to)));
  return {
    ...(sourceAccountId !== undefined && { sourceAccountId }),
    ...(destinationAccountId !== undefined && { destinationAccountId }),
    transferId: context.newId("tr"),
  };
}

/** The collection after the attempt: with what it moved, or with the refusal and what follows it. */
export function attemptFact(
  attempted: Attempted,
  came: { moved: Moved } | { refusal: Refusal; next: AfterRefusal },
  before: ObjectDocument,
  { world, context }: CallOfProgram,
): CollectionFact {
  const { row, collect, earlier, collectionId, time } = attempted;
  const isCollected = "moved" in came;
  const status = isCollected ? "collected" : "failed";
  const code = isCollected ? undefined : came.refusal.code;
  const attempt = {
    atMs: time.clockMs,
    operationId: time.operationId,
    outcome: status,
    ...(code !== undefined && { code }),
  } as const;
  const collection: CollectionFact["collection"] = {
    collectionId,
    customerId: before.subject ?? "",
    consentId: collect.consentId,
    objectId: row.objectId,
    scheduleId: row.scheduleId,
    ...(isCollected && came.moved),
    amountMinor: String(collect.amount),
    currency: collect.currency,
    dueAtMs: earlier?.dueAtMs ?? row.dueAtMs,
    attempts: [...(earlier?.attempts ?? []), attempt],
    ...(!isCollected && {
      failure: {
        code: came.refusal.code,
        message: came.refusal.message,
        retryable: came.next.does === "retry",
      },
    }),
    status,
    createdAtMs: earlier?.createdAtMs ?? time.nowMs,
    updatedAtMs: time.nowMs,
    revision: (earlier?.revision ?? 0) + 1,
    changedBy: actorText(context.actor),
  };
  const kind = `collection.${status}.1` as const;
  if (earlier === undefined) return { kind, collection };
  // Neither name is among the fields that an attempt changes.
  const names = { productId: world.productId, environment: "sandbox" } as const;
  const previous = previousFields(
    collectionResource(earlier, names),
    collectionResource(collection, names),
  );
  return { kind, collection, previous };
}
