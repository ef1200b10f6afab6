/**
 * The money of an action (src/features/object/README.md): what moves at once, what a payout reserves, and what a bank is
 * asked for by a mandate. All of it is looked at in its order before any of it happens.
 */
import { isAsked, isOutside } from "../../model/naive_account.ts";
import type { Move } from "../../model/naive_world.ts";
import type { Beneficiary, Payout } from "./bank_part.ts";
import { beneficiaryNamed, RESERVED_ID } from "./beneficiaries.ts";
import { shownIdOf } from "./beneficiary_shown.ts";
import { askBank } from "./collections.ts";
import {
  type Account,
  availableOf,
  latest,
  type Moment,
  postedOf,
  put,
  type Realm,
} from "./model.ts";
import { failedMove, move } from "./money.ts";
import { externalAccount } from "./outside_money.ts";
import { isOverLimit } from "./payout_limits.ts";
import { newPayout, payeeForbids } from "./payouts.ts";
import { accountIdOf } from "./program_accounts.ts";
import type { CollectionShown, ConsentShown, ProgramPart } from "./program_part.ts";

/** The largest balance of an account of a caller: 2^63 - 1 minor units (src/LIMITS.md). */
const BALANCE_MAX = 9_223_372_036_854_775_807n;

type Money = { label: string; amount: bigint; currency: string };
type Parties = { sourceAccountId: string; destinationAccountId: string };
type Step =
  | ({ does: "move" } & Money & Parties)
  /** `destinationAccountId`: of a payout over the book. */
  | ({ does: "pay"; beneficiary: Beneficiary; sourceAccountId: string } & Money)
  | ({ does: "ask"; consentId: string; destinationAccountId: string } & Money);

/** `failed`: the step for which there is too little, or too much; its failed transfer stays on record. */
type Forbidden = { code: string; failed?: Step; sub?: number };

/** Who acts on what at which time. */
export type Acting = {
  objectId: string;
  subject: string | undefined;
  action: string;
  nowMs: number;
};

/** What has been made, as the answer to a call shows it. */
export type MadeMoney = {
  moves: readonly object[];
  payouts: readonly object[];
  collections: readonly object[];
};

/** The steps of the moves, or why one of them cannot be. */
export function stepsOf(
  realm: Realm,
  part: ProgramPart,
  moves: readonly Move[],
  nowMs: number,
): readonly Step[] | Forbidden {
  const changes = new Map<string, bigint>();
  const steps: Step[] = [];
  for (const [sub, each] of moves.entries()) {
    const step = stepOf(realm, part, each, nowMs);
    if ("code" in step) return step;
    const code = moneyForbids(realm, step, changes);
    if (code !== undefined) return { code, failed: step, sub };
    steps.push(step);
  }
  return steps;
}

function stepOf(
  realm: Realm,
  part: ProgramPart,
  { from, to, label, amount, currency }: Move,
  nowMs: number,
): Step | Forbidden {
  const money = { label, amount, currency };
  const destination = latest(realm.accounts, accountIdOf(realm, part, to));
  if (isAsked(from)) {
    if (destination === undefined) return { code: "account_not_found" };
    const { accountId: destinationAccountId } = destination;
    const consentId = idIn(from);
    const consent = latest(part.consents, consentId) as ConsentShown;
    const debtor = beneficiaryNamed(realm, consent.mandate?.beneficiaryId);
    if (debtor?.status !== "active") return { code: "consent_not_active" };
    const code = creditForbids(destination);
    return code === undefined
      ? { does: "ask", ...money, consentId, destinationAccountId }
      : { code };
  }
  const source = latest(realm.accounts, accountIdOf(realm, part, from));
  if (source === undefined) return { code: "account_not_found" };
  const { accountId: sourceAccountId } = source;
  if (isOutside(to)) {
    if (idIn(to) === RESERVED_ID) return { code: "payout_beneficiary_reserved" };
    const beneficiary = beneficiaryNamed(realm, idIn(to));
    if (beneficiary === undefined) return { code: "resource_not_found" };
    const code =
      payeeForbids(realm, source, beneficiary, { currency, isOfProgram: true }) ??
      (isOverLimit(realm, { currency, amount }, nowMs) ? "exposure_cap_exceeded" : undefined);
    return code === undefined ? { does: "pay", ...money, sourceAccountId, beneficiary } : { code };
  }
  if (destination === undefined) return { code: "account_not_found" };
  if (source.freezes.length > 0) return { code: "account_frozen" };
  if (destination.freezes.some(({ mode }) => mode === "all")) return { code: "account_frozen" };
  if (source.status === "closed") return { code: "source_account_status_forbidden" };
  if (destination.status === "closed") return { code: "destination_account_status_forbidden" };
  const { accountId: destinationAccountId } = destination;
  return { does: "move", ...money, sourceAccountId, destinationAccountId };
}

/** Why an account takes nothing that a bank collects. */
export function creditForbids({ freezes, status }: Account): string | undefined {
  if (freezes.some(({ mode }) => mode === "all")) return "account_frozen";
  return status === "closed" ? "destination_account_status_forbidden" : undefined;
}

/** The id in a name of the interpreter: `beneficiary(ben_1).EUR`. */
function idIn(name: string): string {
  return /\((.*)\)/.exec(name)?.[1] ?? "";
}

/** What the ledger says against the step after those before it, whose `changes` it then is one of. */
function moneyForbids(realm: Realm, step: Step, changes: Map<string, bigint>): string | undefined {
  if (step.does === "ask") return undefined;
  const { amount, sourceAccountId } = step;
  const source = latest(realm.accounts, sourceAccountId) as Account;
  const destinationAccountId = destinationOf(step);
  const destination = latest(realm.accounts, destinationAccountId);
  const changeOf = (accountId: string) => changes.get(accountId) ?? 0n;
  if (destination !== undefined && destinationAccountId !== undefined) {
    const posted = postedOf(destination) + changeOf(destinationAccountId);
    if (posted + destination.incoming + amount > BALANCE_MAX) return "exposure_cap_exceeded";
  }
  if (availableOf(source) + changeOf(sourceAccountId) < amount) return "insufficient_balance";
  changes.set(sourceAccountId, changeOf(sourceAccountId) - amount);
  if (destinationAccountId !== undefined) {
    changes.set(destinationAccountId, changeOf(destinationAccountId) + amount);
  }
  return undefined;
}

/** The account of the Product that has the money at once; undefined where a bank takes or brings it. */
function destinationOf(step: Step): string | undefined {
  if (step.does === "move") return step.destinationAccountId;
  return step.does === "pay" ? step.beneficiary.accountId : undefined;
}

/** Of what failed the ledger keeps a transfer. */
export function keepFailed(
  realm: Realm,
  { failed, sub = 0 }: Pick<Forbidden, "failed" | "sub">,
  moment: Moment,
): void {
  if (failed === undefined || failed.does === "ask") return;
  const { amount, currency, sourceAccountId } = failed;
  const money = { amount, currency, sourceAccountId };
  if (failed.does === "move") {
    const { destinationAccountId } = failed;
    failedMove(realm, { ...money, destinationAccountId, kind: "action" }, moment);
    return;
  }
  const destinationAccountId =
    failed.beneficiary.accountId ??
    externalAccount(realm, currency, { accounts: 0 }, moment).accountId;
  const transferId = moment.id("tr", sub);
  const wanted = { ...money, destinationAccountId, kind: "payout", isOfBank: true } as const;
  put(
    realm.transfers,
    transferId,
    { ...wanted, transferId, status: "failed", reversed: 0n },
    moment,
  );
}

/** As the answer of a call shows it: payouts and collections where there are any. */
export function shownMoney({ moves, payouts, collections }: MadeMoney): Partial<MadeMoney> {
  return {
    moves,
    ...(payouts.length > 0 && { payouts }),
    ...(collections.length > 0 && { collections }),
  };
}

/** Does what was looked at. */
export function moveAll(
  realm: Realm,
  steps: readonly Step[],
  { objectId, subject, action, nowMs }: Acting,
  moment: Moment,
): MadeMoney {
  const made: { moves: object[]; payouts: object[]; collections: object[] } = {
    ...{ moves: [], payouts: [], collections: [] },
  };
  const accounts = { accounts: 0 };
  // What a bank is asked for is no transfer yet.
  let sub = 0;
  for (const step of steps) {
    const { label, amount, currency } = step;
    const shown = { label, amount: String(amount), currency };
    if (step.does === "ask") {
      const { consentId, destinationAccountId } = step;
      const origin = { objectId, action, label };
      const asked = { ...shown, consentId, destinationAccountId, customerId: subject ?? "" };
      const { collectionId } = collect(realm, { ...origin, ...asked }, nowMs, moment);
      made.collections.push({ ...shown, collectionId, consentId, destinationAccountId });
      continue;
    }
    const { sourceAccountId } = step;
    const transferId = moment.id("tr", sub);
    if (step.does === "move") {
      const { destinationAccountId } = step;
      const parties = { sourceAccountId, destinationAccountId };
      move(realm, { ...parties, amount, currency, kind: "action" }, moment, sub);
      made.moves.push({ transferId, ...shown, ...parties });
    } else {
      const { beneficiary } = step;
      const draft = { sourceAccountId, amount, currency, customerId: undefined };
      const at = { sub, made: accounts, origin: { objectId, action, label }, clockMs: nowMs };
      const payout = newPayout(realm, draft, beneficiary, at, moment) as Payout;
      const { payoutId, status } = payout;
      const beneficiaryId = shownIdOf(beneficiary);
      made.payouts.push({ payoutId, transferId, ...shown, status, sourceAccountId, beneficiaryId });
    }
    sub++;
  }
  return made;
}

type Origin = { objectId: string; action: string; label: string };
type Wanted = Pick<
  CollectionShown,
  "customerId" | "consentId" | "destinationAccountId" | "amount" | "currency"
>;

function collect(
  realm: Realm,
  { objectId, action, label, ...wanted }: Origin & Wanted,
  nowMs: number,
  moment: Moment,
): CollectionShown {
  const consent = latest(realm.program?.consents ?? new Map<string, never>(), wanted.consentId);
  const { mandate } = consent as unknown as ConsentShown;
  const before: CollectionShown = {
    ...{ collectionId: moment.id("coll"), ...wanted, objectId, scheduleId: undefined },
    ...{ action, label, rail: mandate?.rail, dueAt: new Date(nowMs).toISOString() },
    ...{ transferId: undefined, attempts: [], failure: undefined, cancellationReason: undefined },
    ...{ status: "scheduled", revision: 0 },
  };
  return askBank(realm, before, nowMs, moment).collection;
}
