/**
 * What becomes of the money of an object's accounts when the object is told how a payout has ended. Until then the money counts as
 * the account's own; what came back to an object that has ended goes to where the Product can move it.
 */

import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { CompiledProgram } from "../../programs/run/compiled_program.ts";
import type { PayoutDocument, PayoutStatus } from "../payout/payout_document.ts";
import type { ObjectDocument } from "./object_document.ts";
import type { ObjectState } from "./object_state.ts";
import type { UnseenMoney } from "./object_world.ts";
import { ownerOf } from "./own_money.ts";
import { movedOnFacts, totalsOf } from "./told_money.ts";

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
  const { payoutId, label, currency, sourceAccountId: accountId } = payout;
  const money = { accountId, currency, amountMinor: change, transferKind: "payout" } as const;
  const extras = { payoutId, ...(label && { label }) };
  const movedOn =
    change > 0n
      ? movedOnFacts(state, program, told.object, { ...money, extras }, context)
      : undefined;
  // What has come back and goes on changes nothing.
  if (movedOn !== undefined) return { ...movedOn, totals: undefined };
  return { facts: [], totals: totalsOf(program, owner, { accountId, currency }, change) };
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
