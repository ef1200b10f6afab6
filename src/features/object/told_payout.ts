/**
 * What becomes of the money of an object's accounts when the object is told how a payout has ended. Until then the money counts as
 * the account's own; what came back to an object that has ended goes to where the Product can move it.
 */

import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import { ownAccount } from "../../programs/run/account.ts";
import type { CompiledProgram } from "../../programs/run/compiled_program.ts";
import { nounOf } from "../../programs/run/compiled_program.ts";
import { changesOfOwn } from "../../programs/run/payout_run.ts";
import { Plan } from "../ledger/ledger.ts";
import type { PayoutDocument, PayoutStatus } from "../payout/payout_document.ts";
import { landMoney } from "../transfer/arriving_money.ts";
import type { ObjectDocument } from "./object_document.ts";
import { limitKey, type ObjectState, ownMoneyKey } from "./object_state.ts";
import type { UnseenMoney } from "./object_world.ts";
import { ownerOf } from "./own_money.ts";

type Told = { payout: PayoutDocument; ended: PayoutStatus; object: ObjectDocument };

/** The changes of totals, and the facts that move money on which no action could move any more. `movedTo`: the account that has it then. */
export function moneyTold(
  state: ObjectState,
  program: CompiledProgram,
  told: Told,
  context: DecisionContext,
): {
  facts: readonly Fact[];
  totals: Readonly<Record<string, string>> | undefined;
  movedTo?: string;
} {
  const { payout, ended } = told;
  const change = changeOf(payout, ended);
  const source = state.accounts.ordinalOf(context.realm, payout.sourceAccountId);
  const owner = ownerOf(state, source);
  if (change === 0n || owner === undefined) return { facts: [], totals: undefined };
  const movedOn = change > 0n ? movedOnFacts(state, program, told, context) : undefined;
  // What has come back and goes on changes nothing.
  if (movedOn !== undefined) return { ...movedOn, totals: undefined };
  return { facts: [], totals: totalsOf(program, owner, payout, change) };
}

/**
 * What has come back to the account that paid, while its object is told that the payout was posted: it sees the account as it was
 * then. Undefined where nothing has come back that the object has not been told of.
 */
export function unseenOf(payout: PayoutDocument): UnseenMoney | undefined {
  const { untold: [, next] = [], sourceAccountId: accountId } = payout;
  if (next === undefined) return undefined;
  const amountMinor = changeOf(payout, next);
  return amountMinor > 0n ? { accountId, amountMinor } : undefined;
}

/** How much more the account that paid has by the end: less than nothing where the money has left. */
function changeOf(
  { amountMinor, sourceAccountId, returnedToAccountId }: PayoutDocument,
  ended: PayoutStatus,
): bigint {
  if (ended === "posted") return -BigInt(amountMinor);
  const isBack = ended === "returned" && returnedToAccountId === sourceAccountId;
  return isBack ? BigInt(amountMinor) : 0n;
}

function totalsOf(
  program: CompiledProgram,
  owner: ObjectDocument,
  { sourceAccountId, currency }: PayoutDocument,
  change: bigint,
): Readonly<Record<string, string>> {
  const { realm, objectId, kind, subject, ownAccounts = {} } = owner;
  const [name = ""] =
    Object.entries(ownAccounts).find(([, accountId]) => accountId === sourceAccountId) ?? [];
  const account = ownAccount({ objectId, kind, subject, currency, name });
  const totals: Record<string, string> = { [ownMoneyKey(realm, kind, currency)]: String(change) };
  for (const { name: limit, scope } of changesOfOwn(program, account, change)) {
    totals[limitKey(realm, { name: limit, scope })] = String(change);
  }
  return totals;
}

/**
 * The facts by which money that came back to the object's own account goes to an account of the Product of the role
 * `product_suspense`, where the object has ended; undefined where it stays.
 */
function movedOnFacts(
  state: ObjectState,
  program: CompiledProgram,
  { payout, object }: Told,
  context: DecisionContext,
): { facts: readonly Fact[]; movedTo: string } | undefined {
  const { payoutId, objectId, label, currency, sourceAccountId } = payout;
  const hasEnded = nounOf(program, object.kind).terminal.has(object.state);
  const isOwn = Object.values(object.ownAccounts ?? {}).includes(sourceAccountId);
  if (!hasEnded || !isOwn) return undefined;
  const plan = new Plan(state.accounts, context.place);
  const sourceOrdinal = state.accounts.ordinalOf(context.realm, sourceAccountId);
  const amountMinor = BigInt(payout.amountMinor);
  // An action of another object may have taken it: the account is then one that other objects pay from.
  if (plan.available(sourceOrdinal) < amountMinor) return undefined;
  const extras = { payoutId, ...(objectId && { objectId }), ...(label && { label }) };
  const money = {
    transferKind: "payout",
    sub: 0,
    sourceOrdinal,
    amountMinor,
    currency,
    extras,
  } as const;
  const landed = landMoney(state.accounts, plan, money, {}, context);
  return { facts: [...landed.facts, ...plan.rows], movedTo: landed.accountId };
}
