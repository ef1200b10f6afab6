/**
 * What companies are told of the operator's acts: each act that is accepted owes one telling, and each outcome in the
 * log is of a telling that is owed. The simulated world has no platform shard; its carrier says that it is told.
 */
import { encodeIdSuffix } from "../../src/base/id.ts";
import {
  EFFECT_OWED,
  EFFECT_PREFIX,
  EFFECT_SETTLED,
  type EffectOwed,
  type EffectSettled,
} from "../../src/contract/declare/effect.ts";
import type { StoredRecord } from "../../src/contract/records/record.ts";
import { COMPANY_TELLING } from "../../src/features/platform/company_telling.ts";

export class CompanyTellings {
  readonly #owed = new Set<string>();

  /** To be called with every record that a caller or the platform has asked for. */
  noteOwed({ facts, timeMs, shard, place }: StoredRecord): void {
    for (const fact of facts) {
      if (fact.kind !== EFFECT_OWED) continue;
      const { index, effect } = fact as EffectOwed;
      if (effect.kind !== COMPANY_TELLING.kind) continue;
      this.#owed.add(`${EFFECT_PREFIX}_${encodeIdSuffix(timeMs, shard, place, index)}`);
    }
  }

  isOutcome({ operation }: StoredRecord): boolean {
    return operation === COMPANY_TELLING.settledBy;
  }

  /** What is wrong with the record of an outcome. */
  settled({ facts }: StoredRecord): string | undefined {
    const [settled, ...more] = facts;
    if (settled?.kind !== EFFECT_SETTLED || more.length > 0) return "an outcome of nothing";
    const { effectId } = settled as EffectSettled;
    return this.#owed.delete(effectId) ? undefined : "nobody owed this";
  }
}
