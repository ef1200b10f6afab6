/**
 * Effects: what a decision wants carried out outside of the process, after its record is on disk. An
 * effect is part of the record, so the log says what is owed: from that record on, until the record of
 * its outcome. Its id is made of the record's place, so it is the same however often it is carried, and
 * the other side takes it for an idempotency key.
 */
import type { ScopeNames } from "./principal.ts";

/** What a decision names. `payload` is JSON: all that the carrier must know. */
export type Effect = { readonly kind: string; readonly payload: unknown };

/** A kind of effect, and how its outcome gets into the log. */
export type EffectKind = {
  kind: string;
  /** The operation that records the outcome, in the scope of the effect. */
  settledBy: string;
  /** On whose word it does: cause, principal and actor of that record. */
  cause: "platform" | "provider";
};

/** An effect as its carrier is given it. */
export type CarriedEffect = {
  /** `eff_…`; the other side's idempotency key. */
  effectId: string;
  kind: string;
  scope: ScopeNames;
  payload: unknown;
};

/**
 * Carries one effect out and answers the input of the operation that records its outcome. May be given
 * an effect that it carried in an earlier life of the process. One that throws has said nothing: the
 * effect stays owed, and is carried again after the next start.
 */
export type Carrier = (effect: CarriedEffect) => Promise<Record<string, unknown>>;

/** By kind of effect. */
export type Carriers = ReadonlyMap<string, Carrier>;

/** Prefix of an effect's id. */
export const EFFECT_PREFIX = "eff";

/** The fact that an effect is owed: the `index`-th of its record. */
export const EFFECT_OWED = "effect.owed.1";
export type EffectOwed = { kind: typeof EFFECT_OWED; index: number; effect: Effect };

/** The fact that the record which holds it has the outcome of an effect. */
export const EFFECT_SETTLED = "effect.settled.1";
export type EffectSettled = { kind: typeof EFFECT_SETTLED; effectId: string };
