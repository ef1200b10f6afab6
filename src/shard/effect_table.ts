/**
 * The effects that a shard owes: named by a record, or owed because the record retires a realm, and not settled
 * yet. They are a table of `state`, so a restart knows them again. Which effects were handed to a carrier is kept in memory only.
 */
import {
  decodeIdSuffix,
  encodeIdSuffix,
  frameOf,
  type Place,
  SUBS_PER_RECORD,
  suffixOf,
} from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import {
  EFFECT_OWED,
  EFFECT_PREFIX,
  EFFECT_SETTLED,
  type Effect,
  type EffectKind,
  type EffectOwed,
  type EffectSettled,
  type RetiredRealm,
} from "../contract/declare/effect.ts";
import type { Decision } from "../contract/declare/operation.ts";
import { REALM_RENEWED, type RealmRenewed } from "../contract/records/realm_document.ts";
import type { Fact, RecordHead } from "../contract/records/record.ts";
import type { ErrorCode } from "../contract/refusals/error_catalog.ts";
import { SHARD_TABLE } from "../contract/tables/shard_table_codes.ts";
import {
  decodeDocument,
  encodeDocument,
  type Mark,
  NEVER_STORED,
  type Table,
  type TableSink,
} from "../contract/tables/table.ts";
import type { OwnChange } from "./fact_rules.ts";

/** One effect that is owed, and the record that named it. */
export type OwedEffect = { effectId: string; place: Place; realm: number; effect: Effect };

export class EffectTable implements Table {
  readonly name = "effect";
  readonly code = SHARD_TABLE.effect;
  /** 2: has the effects that are owed because a realm is retired. */
  readonly version = 2;
  readonly kinds: ReadonlyMap<string, EffectKind>;
  readonly #kindsOfRetired: readonly EffectKind[];
  /** False on a shard whose callers wait for no effect: the facts of its records are not looked at. */
  readonly #hasAwaited: boolean;
  /** Effects that are owed, by the suffix of their ids, which is also their key in `state`. */
  readonly #owed = new Map<string, OwedEffect>();
  /**
   * Effects that were not handed to a carrier since the start: by kind, in the order in which they
   * were added.
   */
  readonly #waiting = new Map<string, Set<OwedEffect>>();
  /** Suffixes of the effects that changed since the last drain, each with the number of its realm. */
  readonly #changed = new Map<string, number>();
  readonly #marks = new Map<string, Mark>();
  /** What the facts of effects change, by kind. */
  readonly changes: Readonly<Record<string, OwnChange>> = {
    [EFFECT_OWED]: (fact, head) => this.#add(fact as EffectOwed, head),
    [EFFECT_SETTLED]: (fact) => this.#settle(fact as EffectSettled),
    [REALM_RENEWED]: (fact, head) => this.#addOfRetired(fact as RealmRenewed, head),
  };

  constructor(kinds: readonly EffectKind[]) {
    this.kinds = new Map(kinds.map((kind) => [kind.kind, kind]));
    invariant(this.kinds.size === kinds.length, "a kind of effect is declared once");
    this.#hasAwaited = kinds.some(({ isAwaited }) => isAwaited === true);
    this.#kindsOfRetired = kinds.filter(({ isOfRetired }) => isOfRetired === true);
  }

  get size(): number {
    return this.#owed.size;
  }

  /** The number of effects among the facts of a record whose carriers the caller waits for. */
  awaitedIn(facts: readonly Fact[]): number {
    if (!this.#hasAwaited) return 0;
    let count = 0;
    for (const fact of facts) {
      if (fact.kind === EFFECT_OWED && this.isAwaited((fact as EffectOwed).effect)) count++;
    }
    return count;
  }

  /** Whether the answer to the request that named the effect waits until its carrier has returned. */
  isAwaited({ kind, isAwaited }: Effect): boolean {
    return isAwaited !== false && this.kinds.get(kind)?.isAwaited === true;
  }

  isOwed(effectId: string): boolean {
    return this.#owed.has(suffixIn(effectId));
  }

  /**
   * The facts of a decision, then a fact for each effect that the decision names, then one for the
   * effect that it settles. Throws when an effect is not declared, or the settled one is not owed.
   */
  factsOf(decision: Decision<ErrorCode>, settles: string | undefined): readonly Fact[] {
    const { effects } = decision;
    if (effects === undefined && settles === undefined) return decision.facts;
    const facts = [...decision.facts];
    for (const [index, effect] of (effects ?? []).entries()) {
      const kind = this.kinds.get(effect.kind);
      invariant(kind !== undefined, `the effect ${effect.kind} is declared`);
      invariant(kind.isOfRetired !== true, "no decision names an effect of retired realms");
      invariant(index < SUBS_PER_RECORD, `a record has at most ${SUBS_PER_RECORD} effects`);
      const owed: EffectOwed = { kind: EFFECT_OWED, index, effect };
      facts.push(owed);
    }
    if (settles === undefined) return facts;
    invariant(this.isOwed(settles), "an outcome is that of an effect that is owed");
    const settled: EffectSettled = { kind: EFFECT_SETTLED, effectId: settles };
    return [...facts, settled];
  }

  /** The kinds of effects of which some wait for a carrier. */
  waitingKinds(): Iterable<string> {
    return this.#waiting.keys();
  }

  /**
   * Takes the first waiting effect of the kind; undefined when none waits or when its frame is after
   * `ready`.
   */
  take(kind: string, ready: number): OwedEffect | undefined {
    const [owed] = this.#waiting.get(kind) ?? [];
    if (owed === undefined || frameOf(owed.place) > ready) return undefined;
    this.#waitsNoMore(owed);
    return owed;
  }

  drain(sink: TableSink): void {
    for (const [suffix, realm] of this.#changed) {
      const owed = this.#owed.get(suffix);
      const value = owed === undefined ? undefined : encodeDocument(owed.effect);
      const mark = sink(realm, suffix, value, this.#marks.get(suffix) ?? NEVER_STORED);
      if (owed === undefined) this.#marks.delete(suffix);
      else this.#marks.set(suffix, mark);
    }
    this.#changed.clear();
  }

  load(realm: number, suffix: string, value: Uint8Array, mark: Mark): void {
    const place = decodeIdSuffix(suffix)?.place;
    invariant(place !== undefined, "an effect is stored by the characters of its id");
    this.#put(suffix, place, realm, decodeDocument<Effect>(value));
    this.#marks.set(suffix, mark);
  }

  /** Those of the last numbers within the record: a decision that renews a realm names few effects. */
  #addOfRetired({ retired }: RealmRenewed, { timeMs, shard, place }: RecordHead): void {
    for (const [at, { kind }] of this.#kindsOfRetired.entries()) {
      const payload: RetiredRealm = { realm: retired };
      const owed = { index: SUBS_PER_RECORD - 1 - at, effect: { kind, payload } };
      this.#add(owed, { realm: retired, timeMs, shard, place });
    }
  }

  #add(
    { index, effect }: Omit<EffectOwed, "kind">,
    { realm, timeMs, shard, place }: Pick<RecordHead, "realm" | "timeMs" | "shard" | "place">,
  ): void {
    const suffix = encodeIdSuffix(timeMs, shard, place, index);
    this.#put(suffix, place, realm, effect);
    this.#changed.set(suffix, realm);
  }

  #put(suffix: string, place: Place, realm: number, effect: Effect): void {
    const owed = { effectId: `${EFFECT_PREFIX}_${suffix}`, place, realm, effect };
    this.#owed.set(suffix, owed);
    const waiting = this.#waiting.get(effect.kind);
    if (waiting === undefined) this.#waiting.set(effect.kind, new Set([owed]));
    else waiting.add(owed);
  }

  #settle({ effectId }: EffectSettled): void {
    const suffix = suffixIn(effectId);
    const owed = this.#owed.get(suffix);
    invariant(owed !== undefined, "an effect is settled once");
    this.#owed.delete(suffix);
    this.#waitsNoMore(owed);
    this.#changed.set(suffix, owed.realm);
  }

  #waitsNoMore(owed: OwedEffect): void {
    const { kind } = owed.effect;
    const waiting = this.#waiting.get(kind);
    waiting?.delete(owed);
    if (waiting?.size === 0) this.#waiting.delete(kind);
  }
}

function suffixIn(effectId: string): string {
  return suffixOf(EFFECT_PREFIX, effectId) ?? "";
}
