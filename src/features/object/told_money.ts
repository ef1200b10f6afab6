/**
 * Money of objects' own accounts that comes and goes by what happens outside, of which no action knows: totals count it when the object
 * is told, and where the object has ended, it goes on to where the Product can move it.
 */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import { ownAccount } from "../../programs/run/account.ts";
import { type CompiledProgram, nounOf } from "../../programs/run/compiled_program.ts";
import { changesOfOwn } from "../../programs/run/payout_run.ts";
import { Plan } from "../ledger/ledger.ts";
import type { RowExtras } from "../ledger/transfer_row.ts";
import { landMoney } from "../transfer/arriving_money.ts";
import type { ObjectDocument } from "./object_document.ts";
import { limitKey, type ObjectState, ownMoneyKey } from "./object_state.ts";

/** How totals change where an own account of the object has so much more, or less. */
export function totalsOf(
  program: CompiledProgram,
  owner: ObjectDocument,
  { accountId, currency }: { accountId: string; currency: string },
  change: bigint,
): Readonly<Record<string, string>> {
  const { realm, objectId, kind, subject, ownAccounts = {} } = owner;
  const [name = ""] = Object.entries(ownAccounts).find(([, id]) => id === accountId) ?? [];
  const account = ownAccount({ objectId, kind, subject, currency, name });
  const totals: Record<string, string> = { [ownMoneyKey(realm, kind, currency)]: String(change) };
  for (const { name: limit, scope } of changesOfOwn(program, account, change)) {
    totals[limitKey(realm, { name: limit, scope })] = String(change);
  }
  return totals;
}

/** Money that has come to an account of an object. */
export type CameMoney = {
  accountId: string;
  currency: string;
  amountMinor: bigint;
  transferKind: "payout" | "collection";
  extras: RowExtras;
};

/**
 * The facts by which money that came to the object's own account goes to an account of the Product of the role
 * `product_suspense`, where the object has ended, and that account; undefined where it stays.
 */
export function movedOnFacts(
  state: ObjectState,
  program: CompiledProgram,
  object: ObjectDocument,
  { accountId, ...came }: CameMoney,
  context: DecisionContext,
): { facts: readonly Fact[]; movedTo: string } | undefined {
  const { objectId } = object;
  const hasEnded = nounOf(program, object.kind).terminal.has(object.state);
  const isOwn = Object.values(object.ownAccounts ?? {}).includes(accountId);
  if (!hasEnded || !isOwn) return undefined;
  const plan = new Plan(state.accounts, context.place);
  const sourceOrdinal = state.accounts.ordinalOf(context.realm, accountId);
  // An action of another object may have taken it: the account is then one that other objects pay from.
  if (plan.available(sourceOrdinal) < came.amountMinor) return undefined;
  const extras = { ...came.extras, objectId };
  const landed = landMoney(
    state.accounts,
    plan,
    { ...came, sub: 0, sourceOrdinal, extras },
    {},
    context,
  );
  return { facts: [...landed.facts, ...plan.rows], movedTo: landed.accountId };
}
