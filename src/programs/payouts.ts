/** The payouts of an action: its moves, and the parts of their split lists, that pay a beneficiary; and what the clock calls after them and after collections. */
import { MANDATE_ENDS, PAYOUT_ENDS, type ThenSource } from "./action_schema.ts";
import { at } from "./finding.ts";
import { collectionsOf } from "./mandates.ts";
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
const CALLING = new WeakMap<TypedNoun, ReadonlyMap<string, ReadonlySet<string>>>();

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

/** What has ended that an action has made: a payout, or a collection by a mandate. */
export type Ended = "payout" | "collection";

/** An action that the clock calls when what another has made has ended. */
export type EndCall = { of: Ended; end: string; action: string; path: string };

/** The actions that the clock calls after payouts and collections of the action, in the order of the program. */
export function endCallsOf(action: TypedAction): EndCall[] {
  return [
    ...payoutsOf(action).flatMap((each) => callsAfter("payout", PAYOUT_ENDS, each)),
    ...collectionsOf(action).flatMap((each) => callsAfter("collection", MANDATE_ENDS, each)),
  ];
}

function callsAfter<E extends keyof ThenSource>(
  of: Ended,
  ends: readonly E[],
  { then, path }: { then: ThenSource; path: string },
): EndCall[] {
  return ends.flatMap((end) => {
    const action: string | undefined = then[end];
    return action === undefined ? [] : [{ of, end, action, path: at(path, "then", end) }];
  });
}

/** By action of the noun that is called after payouts and collections: after which ends of them, as `payout failed`. */
export function callingEnds(noun: TypedNoun): ReadonlyMap<string, ReadonlySet<string>> {
  const made = CALLING.get(noun);
  if (made !== undefined) return made;
  const ends = new Map<string, Set<string>>();
  CALLING.set(noun, ends);
  for (const each of noun.actions.values()) {
    for (const { of, end, action } of endCallsOf(each)) {
      const known = ends.get(action);
      if (known === undefined) ends.set(action, new Set([`${of} ${end}`]));
      else known.add(`${of} ${end}`);
    }
  }
  return ends;
}
