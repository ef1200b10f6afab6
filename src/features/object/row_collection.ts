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
  const covered = coveredBy({ collect, consent, collectionId }, object, call);
  if (covered.refused) return covered;
  const outcome = callAction(program, object.record, collect.call, world);
  if (isRefusal(outcome)) return outcome;
  const otherAccount = refuseOtherAccount(covered.consent, outcome, call);
  if (otherAccount !== undefined) return otherAccount;
  const answer = actedBy(call, object, outcome);
  if (answer.refused) return answer;
  const changedBy = actorText(call.context.actor);
  const used = usedFact(covered.consent, collect.amount, { ...time, changedBy });
  return { refused: false, facts: [...answer.facts, used], moved: movedBy(outcome, call) };
}

/** The consent of the attempt, which must be the subject's own and cover what is collected. */
export function coveredBy(
  { collect, consent, collectionId }: Pick<Attempted, "collect" | "consent" | "collectionId">,
  { document: { subject } }: CalledObject,
  { world }: Pick<CallOfProgram, "world">,
): { refused: false; consent: ConsentDocument } | Refusal {
  const { consentId, amount, currency } = collect;
  const record = world.consent(consentId);
  // A consent that a program names is its subject's own; it is looked at again because money moves by it.
  const isOwn = record !== undefined && record.customerId === subject;
  if (consent === undefined || !isOwn) return consentNotFound(consentId);
  const { nowMs } = world;
  const refusal = checkCollection(record, { amount, currency, collectionId, nowMs });
  return refusal ?? { refused: false, consent };
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

/** What an attempt says of the collection of its row before it has come to anything. */
export function collectingRow(
  { row, collect, consent, earlier, collectionId, time }: Attempted,
  { subject = "" }: Pick<ObjectDocument, "subject">,
) {
  const { provider } = earlier ?? {};
  const { mandate } = consent ?? {};
  return {
    collectionId,
    customerId: subject,
    consentId: collect.consentId,
    objectId: row.objectId,
    scheduleId: row.scheduleId,
    amountMinor: String(collect.amount),
    currency: collect.currency,
    ...(mandate !== undefined && { rail: mandate.rail }),
    ...(mandate !== undefined && provider !== undefined && { provider }),
    dueAtMs: earlier?.dueAtMs ?? row.dueAtMs,
    attempts: earlier?.attempts ?? [],
    createdAtMs: earlier?.createdAtMs ?? time.nowMs,
  };
}

/** The collection after the attempt: with what it moved, or with the refusal and what follows it. */
export function attemptFact(
  attempted: Attempted,
  came: { moved: Moved } | { refusal: Refusal; next: AfterRefusal },
  before: ObjectDocument,
  { world, context }: CallOfProgram,
): CollectionFact {
  const { earlier, time } = attempted;
  const isCollected = "moved" in came;
  const status = isCollected ? "collected" : "failed";
  const code = isCollected ? undefined : came.refusal.code;
  const attempt = {
    atMs: time.clockMs,
    operationId: time.operationId,
    outcome: status,
    ...(code !== undefined && { code }),
  } as const;
  const { attempts, ...collecting } = collectingRow(attempted, before);
  const collection: CollectionFact["collection"] = {
    ...collecting,
    ...(isCollected && came.moved),
    attempts: [...attempts, attempt],
    ...(!isCollected && {
      failure: {
        code: came.refusal.code,
        message: came.refusal.message,
        retryable: came.next.does === "retry",
      },
    }),
    status,
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
