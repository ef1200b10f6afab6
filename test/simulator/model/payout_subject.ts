/** What becomes of payouts by what their providers do: the simulator of a sandbox, or a bank in live (src/features/payout/README.md). */
import { type At, abandon, type Subject } from "./asked.ts";
import { sepaSettlement } from "./bank_days.ts";
import type { Asked, Payout } from "./bank_part.ts";
import { noteTakenBack } from "./corrections.ts";
import { clockOf, latest, type Moment, put, type Realm } from "./model.ts";
import { endReserved, landMoney } from "./outside_money.ts";

const DAY_MS = 86_400_000;
/** The first code of SEPA for a payout that fails, and for one that comes back. */
const SIMULATED_CODE = "AC01";
const OUTCOMES = ["posted", "failed", "returned"] as const;

type End = {
  status: "posted" | "failed" | "cancelled" | "returned";
  failureCode?: string | undefined;
  simulatedAtMs?: number;
};

export const PAYOUT_SUBJECT: Subject = {
  final: ["failed", "returned", "cancelled"],
  unasked: ["posted"],
  tried() {},
  accepted(realm, asked, told, { clockMs, moment }) {
    const before = payoutOf(realm, asked);
    if (asked.isCancel === true) {
      const after = ended(realm, before, { status: "cancelled" }, moment, asked);
      asked.end = { status: 200, answer: payoutAnswer(after) };
      return;
    }
    const after = acceptedPayout(realm, before, { clockMs, moment });
    asked.end = { status: 201, answer: payoutAnswer(after) };
    if (told !== undefined) ended(realm, after, endOf(told.status), moment, asked);
  },
  refused(realm, asked, moment) {
    const before = payoutOf(realm, asked);
    if (asked.isCancel === true) {
      asked.end = { status: 409, code: "state_conflict" };
      put(realm.bank.payouts, before.payoutId, { ...before, cancelRequestId: undefined }, moment);
      return;
    }
    const code = realm.environment === "sandbox" ? "simulated_rejection" : "no";
    ended(realm, before, { status: "failed", failureCode: code }, moment, asked);
  },
  judge(realm, asked, { status: told }) {
    const payout = payoutOf(realm, asked);
    const { status } = payout;
    const isPosted = status === "posted" || status === "returned";
    if (told === "processing" || told === status || (told === "posted" && isPosted)) return "same";
    const isReachable = isOpenPayout(payout) || (status === "posted" && told === "returned");
    return isReachable ? "applied" : "contradictory";
  },
  apply(realm, asked, { status }, moment) {
    ended(realm, payoutOf(realm, asked), endOf(status), moment, asked);
  },
  isOver: (realm, asked) => !isOpenPayout(payoutOf(realm, asked)),
  decide(realm, payoutId, outcome, moment) {
    const payout = latest(realm.bank.payouts, payoutId);
    if (payout === undefined) return { code: "resource_not_found" };
    const status = OUTCOMES.find((one) => one === outcome);
    if (status === undefined) return { code: "provider_outcome_unsupported" };
    const isReachable =
      payout.status === "processing" || (payout.status === "posted" && status === "returned");
    if (!isReachable || payout.provider === undefined) return { code: "state_conflict" };
    return ended(realm, payout, simulatedEnd(status), moment);
  },
};

/** The simulator does what the last digits of the amount ask for, when the time has come. */
export function simulatedStep(realm: Realm, payout: Payout, moment: Moment): Payout {
  const { status, amount, simulatedAtMs = 0 } = payout;
  const digits = amount % 10_000n;
  if (status === "posted") return ended(realm, payout, simulatedEnd("returned"), moment);
  if (digits === 9903n) return ended(realm, payout, simulatedEnd("failed"), moment);
  const comesBack = digits === 9904n && { simulatedAtMs: simulatedAtMs + DAY_MS };
  return ended(realm, payout, { status: "posted", ...comesBack }, moment);
}

export function payoutAnswer(payout: Payout): Record<string, unknown> {
  const { status, failureCode, transferId, returnTransferId, returnedToAccountId } = payout;
  const { payoutId, sourceAccountId, beneficiaryId, amount, currency, rail, provider } = payout;
  const { expectedArrivalDate, externalId, revision, objectId, action, label } = payout;
  return {
    ...{ payoutId, sourceAccountId, beneficiaryId, amount: String(amount), currency, rail },
    ...{ provider, status, cancelable: isOpenPayout(payout), expectedArrivalDate, transferId },
    ...{ returnTransferId, returnedToAccountId, externalId, revision, objectId, action, label },
    failure: failureCode === undefined ? undefined : { code: failureCode },
  };
}

/** The payout with ends of which its object is to be told. */
export function withUntold(
  realm: Realm,
  payout: Payout,
  ends: readonly string[],
  moment: Moment,
): Payout {
  if (payout.objectId === undefined) return payout;
  const { untold = [], tellsAtMs = clockOf(realm, moment.nowMs) } = payout;
  return { ...payout, untold: [...untold, ...ends], tellsAtMs };
}

/** The payout, which its provider has accepted at `clockMs`. */
export function acceptedPayout(realm: Realm, before: Payout, { clockMs, moment }: At): Payout {
  const isSandbox = realm.environment === "sandbox";
  const waits = before.amount % 10_000n === 9905n;
  const simulatedAtMs =
    isSandbox && !waits ? sepaSettlement(clockMs).settlesAtMs : before.simulatedAtMs;
  return changedPayout(realm, { ...before, status: "processing", simulatedAtMs }, moment);
}

/** Its money is reserved. */
export function isOpenPayout({ status }: Payout): boolean {
  return status === "created" || status === "processing";
}

export function changedPayout(realm: Realm, payout: Payout, moment: Moment): Payout {
  const after = { ...payout, revision: payout.revision + 1 };
  put(realm.bank.payouts, payout.payoutId, after, moment);
  return after;
}

/** How a payout ends of which its bank says so. */
function endOf(told: string): End {
  const status = told as End["status"];
  const isCarriedOut = status === "posted" || status === "cancelled";
  return { status, failureCode: isCarriedOut ? undefined : status };
}

function simulatedEnd(status: (typeof OUTCOMES)[number]): End {
  return { status, failureCode: status === "posted" ? undefined : SIMULATED_CODE };
}

/** The payout, its money and what its provider is asked, once it has ended. `by`: the request whose answer says so. */
function ended(realm: Realm, before: Payout, end: End, moment: Moment, by?: Asked): Payout {
  const { status, failureCode, simulatedAtMs } = end;
  const { transferId, sourceAccountId, currency, amount } = before;
  const isReserved = isOpenPayout(before);
  const isPaid = status === "posted" || status === "returned";
  if (isReserved) endReserved(realm, transferId, isPaid ? "posted" : "voided", moment);
  const back =
    status !== "returned"
      ? undefined
      : landMoney(
          realm,
          {
            ...{ sourceAccountId: before.destinationAccountId, currency, amount },
            ...{ kind: "payout", isOfBank: true },
          },
          {
            meant: sourceAccountId,
            transferId: moment.id("tr", isReserved ? 1 : 0),
            made: { accounts: 0 },
          },
          moment,
        );
  if (back !== undefined) {
    noteTakenBack(realm, { taken: transferId, by: back.transferId }, moment);
  }
  const after = changedPayout(
    realm,
    {
      ...withUntold(
        realm,
        before,
        isReserved && status === "returned" ? ["posted", status] : [status],
        moment,
      ),
      ...{ status, simulatedAtMs, failureCode: failureCode ?? before.failureCode },
      ...(back && { returnTransferId: back.transferId, returnedToAccountId: back.accountId }),
    },
    moment,
  );
  const sending = realm.asked.get(after.payoutId.replace("po_", "preq_"));
  const cancelling = realm.asked.get(after.cancelRequestId ?? "");
  const given = { status: 422, code: "state_constraint_failed" };
  const isCancelled = status === "cancelled";
  const tooLate = { status: 409, code: "state_conflict" };
  const asWished = { status: 200, answer: payoutAnswer(after) };
  if (sending !== by) abandon(sending, given, moment);
  if (cancelling !== by) abandon(cancelling, isCancelled ? asWished : tooLate, moment);
  return after;
}

function payoutOf(realm: Realm, { subjectId }: Asked): Payout {
  return latest(realm.bank.payouts, subjectId) as Payout;
}
