/**
 * What becomes of a collection that an action has asked a bank for, when its object is told how it has ended: the action that the program
 * names is called, and totals count the money that has come to an own account, or has left it.
 */
import type { MandateEnd } from "../../programs/action_schema.ts";
import { endCall } from "../../programs/run/payout_run.ts";
import type { CollectionDocument } from "../collection/collection_document.ts";
import { calledAction } from "./called_action.ts";
import type { CalledObject } from "./object_document.ts";
import { ownerOf } from "./own_money.ts";
import type { CallOnShard } from "./row_asked.ts";
import { movedOnFacts, totalsOf } from "./told_money.ts";
import type { ToldOutcome } from "./told_row.ts";

type Totals = Readonly<Record<string, string>> | undefined;

/** What is done, and the changes of totals. */
export function toldCollection(
  collection: CollectionDocument,
  ended: MandateEnd,
  object: CalledObject,
  call: CallOnShard,
): ToldOutcome {
  const { program } = call;
  const { action = "", label = "" } = collection;
  const movedOn = ended === "collected" ? goneOn(collection, object, call) : undefined;
  // Money goes on where the object has ended, and then nothing is called.
  if (movedOn !== undefined) return { facts: movedOn };
  const totals = totalsTold(collection, ended, call);
  const asked = endCall(program, object.record, { action, label }, ended);
  if (asked === undefined) return { facts: [], totals };
  const answer = calledAction(call, object, asked);
  const { facts } = answer;
  const told = { facts, called: asked.action, totals };
  return answer.refused ? { ...told, refusal: answer } : told;
}

function goneOn(
  {
    creditedAccountId: accountId = "",
    collectionId,
    label,
    amountMinor,
    currency,
  }: CollectionDocument,
  { document }: CalledObject,
  { state, program, context }: CallOnShard,
) {
  const extras = { collectionId, ...(label !== undefined && { label }) };
  const money = { accountId, currency, amountMinor: BigInt(amountMinor), extras };
  const came = { ...money, transferKind: "collection" } as const;
  return movedOnFacts(state, program, document, came, context)?.facts;
}

/** A collection that was taken back before the object heard of it has come to one account, and may have left another. */
function totalsTold(collection: CollectionDocument, ended: MandateEnd, call: CallOnShard): Totals {
  const { creditedAccountId, returnedFromAccountId, status, amountMinor } = collection;
  const amount = BigInt(amountMinor);
  const isBack = status === "returned" && ended !== "collected";
  const changes = [
    ...(ended === "returned" ? [] : [{ accountId: creditedAccountId, change: amount }]),
    ...(isBack ? [{ accountId: returnedFromAccountId, change: -amount }] : []),
  ];
  const totals = new Map<string, bigint>();
  for (const { accountId = "", change } of changes) {
    const found = changeOf(collection, accountId, change, call);
    for (const [key, text] of Object.entries(found)) {
      totals.set(key, (totals.get(key) ?? 0n) + BigInt(text));
    }
  }
  const grown = [...totals].filter(([, change]) => change !== 0n);
  return grown.length === 0
    ? undefined
    : Object.fromEntries(grown.map(([key, change]) => [key, String(change)]));
}

function changeOf(
  { realm, currency }: CollectionDocument,
  accountId: string,
  change: bigint,
  { state, program }: CallOnShard,
): Readonly<Record<string, string>> {
  const ordinal = state.accounts.ordinalOf(realm, accountId);
  const owner = ordinal < 0 ? undefined : ownerOf(state, ordinal);
  return owner === undefined ? {} : totalsOf(program, owner, { accountId, currency }, change);
}
