/**
 * What objects are told of payouts and collections that have ended, once and in order (src/features/object/README.md): the
 * action that the program names is called, the row goes on, and what came to an object that has ended goes on to the Product.
 */
import type { Program } from "../../../src/programs/program_schema.ts";
import type { Payout } from "./bank_part.ts";
import { collectionAnswer, putCollection } from "./collection_shown.ts";
import {
  type Account,
  availableOf,
  type Input,
  latest,
  type Moment,
  put,
  type Realm,
  type Verdict,
} from "./model.ts";
import { landMoney } from "./outside_money.ts";
import type { Telling } from "./own_money.ts";
import { payoutAnswer } from "./payout_subject.ts";
import type { CollectionShown, ObjectShown, ProgramPart } from "./program_part.ts";
import { programOf } from "./program_shown.ts";
import { calledBy } from "./programs.ts";
import { CLOCK, toldRow } from "./rows.ts";

type Decide = (realm: Realm, input: Input, moment: Moment) => Verdict;
type End = keyof NonNullable<Move["then"]>;
type Move = NonNullable<Program["nouns"][string]["actions"][string]["moves"]>[number];

export const TOLD_RULES: Readonly<Record<string, Decide>> = {
  "object.payout.run"(realm, { payoutId }, moment) {
    const payout = latest(realm.bank.payouts, payoutId) as Payout;
    const { untold = [], tellsAtMs = 0, returnedToAccountId, sourceAccountId } = payout;
    const [ended, ...left] = untold;
    const at = { ...moment, nowMs: tellsAtMs };
    const isBack = ended === "returned" && returnedToAccountId === sourceAccountId;
    const came = { accountId: sourceAccountId, amount: payout.amount, kind: "payout" } as const;
    const movedTo = isBack ? movedOn(realm, payout, came, at) : undefined;
    const code = movedTo === undefined ? followed(realm, payout, ended as End, at) : undefined;
    const { untold: _, tellsAtMs: __, ...told } = payout;
    const after: Payout = {
      ...told,
      ...(left.length > 0 && { untold: left, tellsAtMs }),
      ...(movedTo !== undefined && {
        ...{ returnedToAccountId: movedTo, revision: payout.revision + 1 },
      }),
    };
    put(realm.bank.payouts, payout.payoutId, after, moment);
    return code === undefined ? { code, answer: payoutAnswer(after) } : { code };
  },
  "object.collection.run"(realm, { collectionId }, moment) {
    const part = realm.program as ProgramPart;
    const collection = latest(part.collections, collectionId) as CollectionShown;
    const { untold, tellsAtMs = 0, scheduleId } = collection;
    const at = { ...moment, nowMs: tellsAtMs };
    const code =
      scheduleId === undefined
        ? toldCollection(realm, collection, at)
        : toldRow(realm, { collection, ended: untold as string }, at);
    const { untold: _, tellsAtMs: __, ...after } = collection;
    putCollection(realm, after, moment);
    return code === undefined ? { code, answer: collectionAnswer(after) } : { code };
  },
};

/** The money has come to the object, or is gone on. Gives why the action that follows was refused. */
function toldCollection(realm: Realm, collection: CollectionShown, at: Moment): string | undefined {
  const { untold, creditedAccountId: accountId = "", amount } = collection;
  const came = { accountId, amount: BigInt(amount), kind: "collection" } as const;
  const isGone = untold === "collected" && movedOn(realm, collection, came, at) !== undefined;
  return isGone ? undefined : followed(realm, collection, untold as End, at);
}

type OfObject = { objectId?: string | undefined; action?: string; label?: string };
type Came = { accountId: string; amount: bigint; kind: "payout" | "collection" };

/** Money on the own account of an object that has ended goes to the Product: the account that has it then. */
function movedOn(
  realm: Realm,
  { objectId, currency }: OfObject & { currency: string },
  { accountId, amount, kind }: Came,
  at: Moment,
): string | undefined {
  const object = objectOf(realm, objectId);
  const isOwn = object.ownAccounts.some((own) => own.accountId === accountId);
  const account = latest(realm.accounts, accountId) as Account;
  if (!object.isOver || !isOwn || availableOf(account) < amount) return undefined;
  const money = { sourceAccountId: accountId, currency, amount, kind, isOfBank: true } as const;
  const place = { meant: undefined, transferId: at.id("tr"), made: { accounts: 0 } };
  return landMoney(realm, money, place, at).accountId;
}

/** Calls what the program names for the end. Gives the code of its refusal. */
function followed(
  realm: Realm,
  paid: OfObject & Partial<Telling>,
  ended: End,
  at: Moment,
): string | undefined {
  const { objectId = "", action = "", label = "", payoutId } = paid;
  const { kind, isOver } = objectOf(realm, objectId);
  const program = programOf(realm.program as ProgramPart, objectId);
  const moves = program.nouns[kind]?.actions[action]?.moves ?? [];
  const all = moves.flatMap((move) => [move, ...(typeof move.to === "string" ? [] : move.to)]);
  const next = all.find((each) => each.label === label)?.then?.[ended];
  if (next === undefined || isOver) return undefined;
  const called = { objectId, action: next, input: {}, caller: CLOCK };
  const telling = payoutId === undefined ? undefined : { payoutId };
  return calledBy(realm, at, at.nowMs, called, telling).code;
}

function objectOf({ program }: Realm, objectId: string | undefined): ObjectShown {
  return latest((program as ProgramPart).objects, objectId) as ObjectShown;
}
