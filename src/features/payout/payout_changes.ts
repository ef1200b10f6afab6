/** What becomes of a payout: each change is one fact with the whole payout, beside the rows that move its money. */
import { actorText } from "../../contract/records/actor.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { BeneficiaryPart } from "../beneficiary/beneficiary_noun.ts";
import { Plan } from "../ledger/ledger.ts";
import { previousFields } from "../previous_fields.ts";
import { type AttemptContext, abandonFacts } from "../provider_request/provider_request_changes.ts";
import {
  keyOfRequest,
  type ProviderRequestDocument,
} from "../provider_request/provider_request_document.ts";
import type { ProviderRequestState } from "../provider_request/provider_request_state.ts";
import {
  type PayoutDocument,
  type PayoutFailure,
  type PayoutStatus,
  sendingIdOf,
} from "./payout_document.ts";
import { type BookedState, endReservation, giveBack } from "./payout_money.ts";
import { type PayoutState, payoutResource, payouts } from "./payout_noun.ts";

/** The state that changes of payouts need. */
export type PayingState = BookedState & ProviderRequestState & PayoutState & BeneficiaryPart;

type Happening = Parameters<typeof payouts.fact>[0];
type Context = Omit<AttemptContext, "clockMs">;
/** `clockMs`: the Product's clock. */
type EndContext = AttemptContext;

/** The end of a payout: how it ended, and why where it was not carried out. */
export type PayoutEnd = {
  status: "posted" | "failed" | "cancelled" | "returned";
  failure?: PayoutFailure;
  /** When the simulator goes on with a payout that is posted. */
  simulatedAtMs?: number;
};

/** The payout with ends that its object is told of; of a payout that no action has made, the payout as it is. */
export function withUntold(
  payout: PayoutDocument,
  ends: readonly PayoutStatus[],
  clockMs: number,
): PayoutDocument {
  // Of what was corrected the object knows that it was not paid, and the money is not its own.
  if (payout.objectId === undefined || payout.settledTransferId !== undefined) return payout;
  const { untold = [], tellsAtMs = clockMs } = payout;
  return { ...payout, untold: [...untold, ...ends], tellsAtMs };
}

/**
 * The fact that the object was told of the first end of which it was not. `movedTo`: the account that what came back went on to; the transfer
 * in the same record tells of it.
 */
export function toldFact(
  before: PayoutDocument,
  movedTo: string | undefined,
  { nowMs, actor }: Pick<Context, "nowMs" | "actor">,
): Fact {
  const { realm: _, untold = [], tellsAtMs, ...payout } = before;
  const left = untold.slice(1);
  const moved = movedTo !== undefined && {
    ...{ returnedToAccountId: movedTo, updatedAtMs: nowMs },
    ...{ revision: before.revision + 1, changedBy: actorText(actor) },
  };
  const isOver = left.length === 0 || tellsAtMs === undefined;
  return payouts.fact("told", {
    ...payout,
    ...moved,
    ...(!isOver && { untold: left, tellsAtMs }),
  });
}

/** The fact of a change of `before` to `after`. */
export function payoutFact(
  what: Happening,
  before: PayoutDocument,
  after: PayoutDocument,
  { nowMs, actor, principal }: Context,
): Fact {
  const { realm: _, ...changed } = after;
  const document = {
    ...changed,
    updatedAtMs: nowMs,
    revision: before.revision + 1,
    changedBy: actorText(actor),
  };
  const shown = (payout: Omit<PayoutDocument, "realm">) => payoutResource(payout, principal);
  return payouts.fact(what, document, previousFields(shown(before), shown(document)));
}

/** The fact of a change that no answer shows: the payout keeps its revision. */
export function hiddenFact({ realm: _, ...after }: PayoutDocument): Fact {
  return payouts.fact("attempted", after);
}

/** The payout in another status. */
export function inStatus(
  payout: PayoutDocument,
  status: PayoutStatus,
  nowMs: number,
): PayoutDocument {
  const { simulatedAtMs: _over, ...before } = payout;
  return { ...before, status, reachedAtMs: { ...before.reachedAtMs, [status]: nowMs } };
}

/**
 * The facts by which a payout reaches an end: the money, the payout, and the requests at its provider that are void by it.
 * One that comes back before it was told to be posted is posted in the same record; both events show it as it then is. `cause`: the request whose answer it is.
 */
export function endFacts(
  state: PayingState,
  before: PayoutDocument,
  end: PayoutEnd,
  context: EndContext,
  cause?: ProviderRequestDocument,
): readonly Fact[] {
  const plan = new Plan(state.accounts, context.place);
  const { status, failure, simulatedAtMs } = end;
  const isReserved = before.status !== "posted";
  if (isReserved) {
    const isPaid = status === "posted" || status === "returned";
    endReservation(state, plan, before, isPaid ? "cleared" : "released");
  }
  const returned = status === "returned" ? giveBack(state, plan, before, context) : undefined;
  const isLate = status === "returned" && isReserved;
  const { cancelRequestId: _void, ...reached } = isLate
    ? inStatus(before, "posted", context.nowMs)
    : before;
  const told: Happening[] = isLate ? ["posted", status] : [status];
  const ended: PayoutDocument = {
    ...inStatus(reached, status, context.nowMs),
    ...(failure !== undefined && { failure }),
    ...(simulatedAtMs !== undefined && { simulatedAtMs }),
    ...(returned !== undefined && {
      returnTransferId: returned.transferId,
      returnedToAccountId: returned.accountId,
    }),
  };
  const after = withUntold(ended, isLate ? ["posted", status] : [status], context.clockMs);
  return [
    ...(returned?.facts ?? []),
    ...plan.rows,
    ...told.map((what) => payoutFact(what, before, after, context)),
    ...voidRequests(state, before, context, cause),
  ];
}

/** The facts by which the requests of a payout that has ended are given up, where they have no answer yet. */
function voidRequests(
  { providerRequests }: PayingState,
  payout: PayoutDocument,
  context: Context,
  cause: ProviderRequestDocument | undefined,
): readonly Fact[] {
  const { realm, cancelRequestId } = payout;
  return [sendingIdOf(payout), cancelRequestId]
    .filter((id) => id !== undefined && id !== cause?.providerRequestId)
    .flatMap((id) =>
      abandonFacts(providerRequests.get(realm, keyOfRequest(id as string)), context),
    );
}
