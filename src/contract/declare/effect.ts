/**
 * Effects: what a decision wants carried out outside of the process, after its record is on disk.
 * An effect is part of the record, so the log shows that the effect is owed: from that record on,
 * until the record of the effect's outcome. An effect's id is made of the record's place, so the id
 * is the same each time the effect is carried out, and the receiver uses it as an idempotency key.
 */
import type { RealmNames } from "./principal.ts";

/**
 * An effect as a decision declares it. `payload` is JSON: all that the carrier must know. `isAwaited`: the answer
 * does not wait for this one, although it waits for others of the kind.
 */
export type Effect = {
  readonly kind: string;
  readonly payload: unknown;
  readonly isAwaited?: false;
};

/** A kind of effect, and how the outcome of such an effect gets into the log. */
export type EffectKind = {
  kind: string;
  /** The operation that records the outcome, in the realm of the effect. */
  settledBy: string;
  /** Cause, principal and actor of the record of the outcome. */
  cause: "platform" | "provider";
  /**
   * True: the answer to the request that named the effect leaves when the carrier has returned or
   * thrown. By default the answer leaves as soon as the record is durable.
   */
  isAwaited?: true;
  /** The most effects of the kind that the carrier has at a time; by default 256. */
  underWayMax?: number;
  /**
   * True: no decision names such an effect. Every fact that puts a fresh realm in the place of another owes one, in the realm that
   * is retired: the facts in logs of before the kind was there, too. Its payload is a `RetiredRealm`.
   */
  isOfRetired?: true;
};

/** The payload of an effect that is owed because a realm is retired: the number of that realm. */
export type RetiredRealm = { realm: number };

/** An effect as its carrier receives it. */
export type CarriedEffect = {
  /** `eff_…`; the receiver's idempotency key. */
  effectId: string;
  kind: string;
  realm: RealmNames;
  payload: unknown;
};

/**
 * Carries one effect out and returns the input of the operation that records the outcome. A carrier
 * may receive an effect again that it carried out before a restart of the process. When a carrier
 * throws, the outcome is unknown: the effect stays owed, and is carried out again after the next
 * start.
 */
export type Carrier = (effect: CarriedEffect) => Promise<Record<string, unknown>>;

/** The carrier of each kind of effect. */
export type Carriers = ReadonlyMap<string, Carrier>;

/** Prefix of an effect's id. */
export const EFFECT_PREFIX = "eff";

/** The fact that an effect is owed. `index` is the number of the effect within its record. */
export const EFFECT_OWED = "effect.owed.1";
export type EffectOwed = { kind: typeof EFFECT_OWED; index: number; effect: Effect };

/** The fact that an effect has an outcome; the record that holds the fact has the outcome. */
export const EFFECT_SETTLED = "effect.settled.1";
export type EffectSettled = { kind: typeof EFFECT_SETTLED; effectId: string };
