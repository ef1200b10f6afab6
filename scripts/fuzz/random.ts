/** Random choices that a seed replays, made from one stream of numbers. */

export type Random = {
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number;
  /** True about once in `times`. */
  once(times: number): boolean;
  pick<T>(from: readonly T[]): T;
};

/** Mulberry32: 32 bits of state are plenty for choosing test inputs. */
export function newRandom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    once: (times) => below(times) === 0,
    pick(from) {
      if (from.length === 0) throw new Error("nothing to pick from");
      return from[below(from.length)] as (typeof from)[number];
    },
  };
}
