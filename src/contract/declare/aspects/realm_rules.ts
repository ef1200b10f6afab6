/** The aspect `realms` of a manifest: what one feature says of all realms of a shard. */
import { invariant } from "../../../base/invariant.ts";
import type { Fact } from "../../records/record.ts";
import type { Refusal } from "../../refusals/refusal.ts";
import type { ToldClocks } from "../due_source.ts";
import type { RealmNames } from "../principal.ts";

/** Each rule is said by one feature of the list; where no feature says it, what its comment says of its absence holds. */
export type RealmRules<S> = {
  /** The realm that a fact opens besides its change, undefined for a fact that opens none. Absent: no fact opens one. */
  opens?: (fact: Fact) => RealmNames | undefined;
  /** Absent: every realm takes what callers send. */
  gate?: RealmGate<S>;
  /** The digest of the Build that the realm runs, undefined where it runs none. Absent: no realm runs one. */
  buildDigestOf?: (state: S, realm: number) => string | undefined;
  /** Clocks that stand still until a caller advances them. Absent: every realm uses the wall clock. */
  clocks?: ToldClocks<S>;
};

/**
 * Why a realm takes nothing from callers any more, and only some steps of time run there; undefined of a realm that does.
 * Asked before each decision, so it must cost nothing where no realm is closed.
 */
export type RealmGate<S> = (
  state: S,
  realm: number,
) => Refusal<"product_access_suspended"> | undefined;

const SAID: Readonly<Record<keyof RealmRules<never>, string>> = {
  opens: "one feature says which realms a fact opens",
  gate: "one feature says which realms take nothing",
  buildDigestOf: "one feature says which Build a realm runs",
  clocks: "one feature says where clocks go",
};

/** The rules of all features together. Throws where two features say one of them. */
export function allRealmRules<S>(rules: readonly RealmRules<S>[]): RealmRules<S> {
  const all: RealmRules<S> = {};
  for (const said of rules) {
    for (const name of Object.keys(said) as (keyof RealmRules<S>)[]) {
      invariant(all[name] === undefined, SAID[name]);
    }
    Object.assign(all, said);
  }
  return all;
}
