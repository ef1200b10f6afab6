/**
 * The ways in which the reference provider misbehaves where it is told to, each for a number of times. What
 * begins with `news_` is met when news are made, with `credit_` when money arrives or an address is opened, `file_fail` when a document file comes, the others when an effect
 * comes.
 */

export const PROVIDER_FAULTS = {
  reject: "refuses the effect",
  fail: "answers 500 and keeps nothing",
  hang: "keeps nothing and never answers",
  lose: "accepts, and the connection breaks before the answer",
  garble: "accepts, and answers half of a body",
  redirect: "answers 307",
  file_fail: "answers 500 to a document file and keeps nothing",
  news_early: "decides, and tells it before the answer to the effect",
  news_twice: "tells the same news twice",
  news_contradictory: "tells the opposite after a final outcome",
  news_unknown: "tells of an effect that nobody sent",
  news_lost: "decides, and tells nothing",
  credit_twice: "tells a credit twice, at once",
  credit_contradictory: "tells a credit again with another amount",
  credit_unknown: "tells a credit at an address that nobody has",
  credit_currency: "tells a credit in another currency than its address has",
  credit_early: "tells a credit before its answer to the opening of the address",
} as const;

export type ProviderFaultMode = keyof typeof PROVIDER_FAULTS;
const COUNT_MAX = 1_000_000;

export class Faults {
  readonly #armed = new Map<ProviderFaultMode, number>();

  /** `count` times from now, in place of what was armed; 0 disarms. False where that means nothing. */
  arm(mode: unknown, count: unknown): boolean {
    if (!isFaultMode(mode) || !Number.isInteger(count)) return false;
    if ((count as number) < 0 || (count as number) > COUNT_MAX) return false;
    this.#armed.set(mode, count as number);
    return true;
  }

  /** Whether one of a mode is armed, which is then one less. */
  take(mode: ProviderFaultMode): boolean {
    const count = this.#armed.get(mode) ?? 0;
    if (count === 0) return false;
    this.#armed.set(mode, count - 1);
    return true;
  }
}

export function isFaultMode(mode: unknown): mode is ProviderFaultMode {
  return typeof mode === "string" && Object.hasOwn(PROVIDER_FAULTS, mode);
}
