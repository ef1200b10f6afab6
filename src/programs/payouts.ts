/** The payouts of an action: its moves, and the parts of their split lists, that pay a beneficiary. */
import { PAYOUT_ENDS, type PayoutEnd, type ThenSource } from "./action_schema.ts";
import { at } from "./finding.ts";
import type { TypedAction, TypedMove } from "./typed_action.ts";
import type { TypedNoun } from "./typed_noun.ts";

export type TypedPayout = {
  label: string;
  /** JSON Pointer to the move, or to the part. */
  path: string;
  move: TypedMove;
  /** The actions that are called when it has ended. */
  then: ThenSource;
};

const PAYOUTS = new WeakMap<TypedAction, readonly TypedPayout[]>();
const CALLING = new WeakMap<TypedNoun, ReadonlyMap<string, ReadonlySet<PayoutEnd>>>();

/** In the order of the program. Kept, because the checks ask many times. */
export function payoutsOf(action: TypedAction): readonly TypedPayout[] {
  const known = PAYOUTS.get(action);
  if (known !== undefined) return known;
  const found = action.moves.flatMap(paidBy);
  PAYOUTS.set(action, found);
  return found;
}

function paidBy(move: TypedMove): TypedPayout[] {
  const parts = move.splits ?? [{ source: move.source, path: move.path, account: move.to }];
  return parts.flatMap(({ source: { label, then = {} }, path, account }) =>
    account?.kind === "beneficiary" ? [{ label, path, move, then }] : [],
  );
}

/** An action that the clock calls when a payout has ended. */
export type EndCall = { end: PayoutEnd; action: string; path: string };

/** The actions that the clock calls after payouts of the action, in the order of the program. */
export function endCallsOf(action: TypedAction): EndCall[] {
  return payoutsOf(action).flatMap(({ then, path }) =>
    PAYOUT_ENDS.flatMap((end) => {
      const called = then[end];
      return called === undefined ? [] : [{ end, action: called, path: at(path, "then", end) }];
    }),
  );
}

/** By action of the noun that is called after payouts: after which ends of them. */
export function callingEnds(noun: TypedNoun): ReadonlyMap<string, ReadonlySet<PayoutEnd>> {
  const made = CALLING.get(noun);
  if (made !== undefined) return made;
  const ends = new Map<string, Set<PayoutEnd>>();
  CALLING.set(noun, ends);
  for (const each of noun.actions.values()) {
    for (const { end, action } of endCallsOf(each)) {
      const known = ends.get(action);
      if (known === undefined) ends.set(action, new Set([end]));
      else known.add(end);
    }
  }
  return ends;
}
