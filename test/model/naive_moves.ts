/** Step 11 of a call: how much moves from where to where, one transfer after the other. */
import type { MoveSource, SplitPartSource } from "../../src/programs/action_schema.ts";
import { accountOf, availableOn, isAsked, isOutside } from "./naive_account.ts";
import {
  amountOf,
  currencyOf,
  evaluate,
  fraction,
  type Place,
  treeOf,
} from "./naive_expression.ts";
import { checkMandate } from "./naive_guards.ts";
import { refuse } from "./naive_value.ts";
import type { Move, World } from "./naive_world.ts";

/** Plans the moves, each over the balances and the payouts that those before it leave, which it changes. */
export function plan(moves: readonly MoveSource[], place: Place): Move[] {
  const planned: Move[] = [];
  const { balances, payouts } = place.world;
  const untouched = { balances: new Map(balances), payouts: [...payouts] };
  const before = { ...place, world: { ...place.world, ...untouched } };
  for (const move of moves) {
    const amountPlace = place.world.off.has("moves_in_order") ? before : place;
    const amount = amountOf(move.amount, amountPlace);
    if (amount === 0n) continue;
    const made = planMove(move, amount, place);
    for (const part of made) {
      const { from, to, amount } = part;
      if (from === to) refuse("state_constraint_failed", "the money would stay where it is");
      if (isAsked(from)) {
        // Nothing moves before the bank has the money.
        checkMandate(place.world, place.object, /\((.*)\)/.exec(from)?.[1] ?? "", amount);
        continue;
      }
      if (isOutside(to)) {
        const { object, action = "" } = place;
        payouts.push({ ...part, objectId: object.objectId, action, status: "processing" });
        continue;
      }
      balances.set(from, (balances.get(from) ?? 0n) - amount);
      balances.set(to, (balances.get(to) ?? 0n) + amount);
    }
    planned.push(...made);
  }
  return planned;
}

function planMove({ label, from, to, book }: MoveSource, amount: bigint, place: Place): Move[] {
  const currency = currencyOf(place.world, place.object);
  const source = accountOf(treeOf(from), place);
  const one = (label: string, part: bigint, account: string, book: string | undefined): Move => ({
    label,
    amount: part,
    currency,
    from: source,
    to: accountOf(treeOf(account), place),
    book,
  });
  if (typeof to === "string") return [one(label, amount, to, book)];
  // Each part asks for its own before any part is given.
  const asked = to.map((part) => (part.remaining === true ? amount : sizeOf(part, amount, place)));
  let left = amount;
  return to.flatMap((part, index) => {
    const size = (asked[index] as bigint) > left ? left : (asked[index] as bigint);
    left -= size;
    return size === 0n ? [] : [one(part.label, size, part.account, part.book ?? book)];
  });
}

/** What a part asks for: at least its `min`, at most its `cap`, which is the stronger. */
function sizeOf(part: SplitPartSource, whole: bigint, place: Place): bigint {
  if (part.amount !== undefined) return amountOf(part.amount, place);
  let size: bigint;
  if (part.ratio !== undefined) {
    const [of, all] = part.ratio.map((text) => amountOf(text, place)) as [bigint, bigint];
    if (all === 0n) refuse("state_constraint_failed", "the denominator is zero");
    size = fraction(whole, of, all, part.round ?? "down", place);
  } else {
    const bps = evaluate(part.bps ?? 0, place) as bigint;
    size = fraction(whole, bps, 10_000n, part.round ?? "down", place);
  }
  if (place.world.off.has("split_caps")) return size;
  const least = part.min === undefined ? size : amountOf(part.min, place);
  if (size < least) size = least;
  const cap = part.cap === undefined ? size : amountOf(part.cap, place);
  return size > cap ? cap : size;
}

/**
 * Step 13: the ledger takes the transfers in order, and no account may owe, nor spend what is reserved. `world`: as it was
 * before the call.
 */
export function transfer(moves: readonly Move[], world: World): void {
  const changes = new Map<string, bigint>();
  const change = (account: string, amount: bigint) =>
    changes.set(account, (changes.get(account) ?? 0n) + amount);
  for (const { from, to, amount } of moves) {
    if (isAsked(from)) continue;
    const available = availableOn(world, from) + (changes.get(from) ?? 0n);
    if (available < amount) refuse("insufficient_balance", from);
    change(from, -amount);
    if (!isOutside(to)) change(to, amount);
  }
}
