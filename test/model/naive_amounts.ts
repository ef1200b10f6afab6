/** Steps 9 and 10 of a call: partitions, remainders, aggregates, limits, and accounts that must be empty. */
import { accountOf, heldOn } from "./naive_account.ts";
import {
  aggregateOf,
  amountOf,
  currencyOf,
  evaluate,
  type Place,
  sumOf,
  treeOf,
} from "./naive_expression.ts";
import { type Amount, refuse } from "./naive_value.ts";
import { type NaiveObject, nounOf, type World } from "./naive_world.ts";

export function checkPartitions({ world, object }: Place): void {
  if (world.off.has("partitions")) return;
  for (const { whole, parts } of Object.values(nounOf(world, object.kind).partitions ?? {})) {
    const sum = sumOf(parts, { world, object });
    if (sum === undefined) continue;
    if (sum !== amountOf(whole, { world, object })) refuse("noun_partition_mismatch");
  }
}

/** `place`: the object before the action. */
export function consume(
  amounts: Readonly<Record<string, string>>,
  place: Place,
  object: NaiveObject,
): void {
  for (const [name, text] of Object.entries(amounts)) {
    const amount = amountOf(text, place);
    const left = object.remainders.get(name) ?? 0n;
    if (amount > left && !place.world.off.has("remainders")) {
      refuse("noun_remainder_exceeded", name);
    }
    object.remainders.set(name, left - amount);
  }
}

/** How much the action adds to which sums, by the object before it. */
export function amountsAdded(
  amounts: Readonly<Record<string, string>>,
  place: Place,
): Map<string, bigint> {
  return new Map(Object.entries(amounts).map(([name, text]) => [name, amountOf(text, place)]));
}

/**
 * The caps of sums and counts, as declared. `place`: the object after the action. `enters`: the state from which it
 * came; absent where its new state is not known.
 */
export function checkAggregates(
  place: Place,
  added: ReadonlyMap<string, bigint>,
  enters: { from: string | undefined } | undefined,
): void {
  const { world, object } = place;
  for (const [name, aggregate] of Object.entries(nounOf(world, object.kind).aggregates ?? {})) {
    const { count, cap, currency } = aggregate;
    if (count === true) {
      if (cap === undefined || enters === undefined || world.off.has("count_caps")) continue;
      const counts = (state: string | undefined) =>
        state !== undefined && (aggregate.where === undefined || aggregate.where.includes(state));
      if (!counts(object.state) || counts(enters.from)) continue;
      if ((aggregateOf(name, place) as bigint) > (evaluate(cap, { world, object }) as bigint)) {
        refuse("noun_aggregate_cap_exceeded", name);
      }
      continue;
    }
    const change = added.get(name);
    if (change === undefined) continue;
    if (evaluate(currency ?? "", { world, object }) !== currencyOf(world, object)) {
      refuse("noun_aggregate_currency_mismatch", name);
    }
    if (change === 0n || cap === undefined || world.off.has("sum_caps")) continue;
    const total = (aggregateOf(name, place) as Amount).minor;
    if (total > amountOf(String(cap), { world, object })) {
      refuse("noun_aggregate_cap_exceeded", name);
    }
  }
}

/** No sum over the objects, which the call has changed, is more than its cap. */
export function checkLimits(place: Place, before: World): void {
  const { world } = place;
  if (world.off.has("limits")) return;
  for (const limit of world.program.limits ?? []) {
    const [kind = "", part = "", name = ""] = measureOf(limit.measure);
    const subject = nounOf(world, kind).subject?.field ?? "";
    const scopes = new Set<unknown>(
      limit.scope === "subject"
        ? [...world.objects.values()].map(({ fields }) => fields.get(subject))
        : [undefined],
    );
    for (const of of scopes) {
      const sum = (in_: World) => {
        let total = 0n;
        for (const object of in_.objects.values()) {
          if (object.kind !== kind) continue;
          if (limit.scope === "subject" && object.fields.get(subject) !== of) continue;
          const currency = currencyOf(in_, object);
          if (currency !== (limit.currency ?? currency)) continue;
          // What is left of an object that has ended is owed no more.
          const isOver = nounOf(in_, kind).states[object.state]?.terminal === true;
          if (part === "rem" && isOver) continue;
          if (part === "rem") total += object.remainders.get(name) ?? 0n;
          else if (part === "agg") total += object.sums.get(name) ?? 0n;
          else {
            if (place.noBalances !== undefined) continue;
            const account = accountOf(treeOf(`own.${name}`), { world: in_, object });
            total += heldOn(in_, account) - (in_.uncounted.get(account) ?? 0n);
          }
        }
        return total;
      };
      const after = sum(world);
      if (after > BigInt(limit.cap) && after > sum(before)) {
        refuse("exposure_cap_exceeded", limit.name);
      }
    }
  }
}

/** The kind, the part and the name that a limit measures: `sum(rem.loan.outstanding)`. */
function measureOf(text: string): [string, string, string] {
  const inner = text.replace(/\s/g, "").slice("sum(".length, -1);
  const [one = "", two = "", three = ""] = inner.replace(/^balance\((.*)\)$/, "$1").split(".");
  return two === "own" ? [one, "own", three] : [two, one, three];
}

/** An own account is empty before the object enters a state that asks for it. */
export function checkDrained(world: World, object: NaiveObject, before: string): void {
  if (world.off.has("draining") || object.state === before) return;
  for (const [name, own] of Object.entries(nounOf(world, object.kind).own ?? {})) {
    if (own.drainBefore?.includes(object.state) !== true) continue;
    const account = accountOf(treeOf(`own.${name}`), { world, object });
    if (heldOn(world, account) !== 0n) refuse("noun_account_not_drained", name);
  }
}
