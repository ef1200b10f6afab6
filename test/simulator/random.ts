/** Random numbers of one seed; a simulation has no other source of chance. */

export type Random = {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  /** A number from `low` to below `high`, with fractions. */
  between(low: number, high: number): number;
  /** True with this probability, 0 to 1. */
  chance(probability: number): boolean;
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
  /** One of the values, with a probability in proportion to its weight. */
  weighted<T>(choices: readonly (readonly [weight: number, value: T])[]): T;
  /** A UUID in lower case. */
  uuid(): string;
};

/** The same numbers for the same seed on every machine: Mulberry32, whose state is 32 bits. */
export function randomOf(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const hex = (digits: number): string => {
    let text = "";
    while (text.length < digits) text += below(16).toString(16);
    return text;
  };
  return {
    below,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
    weighted(choices) {
      let at = next() * choices.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, value] of choices) {
        at -= weight;
        if (at < 0) return value;
      }
      return (choices.at(-1) as (typeof choices)[number])[1];
    },
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  };
}
