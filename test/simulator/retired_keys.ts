/**
 * The keys of realms that a reset has retired: each such realm owes their destruction once, and each outcome in the log is of one
 * that is owed, whatever crashes were in between. The simulated world has no keys; its carrier says that there were none.
 */
import { EFFECT_SETTLED } from "../../src/contract/declare/effect.ts";
import type { StoredRecord } from "../../src/contract/records/record.ts";
import { RETIRED_KEYS } from "../../src/features/platform/retired_keys.ts";
import { renewalIn } from "./realms.ts";

export class RetiredKeys {
  readonly #owed = new Map<string, StoredRecord>();

  /** To be called with every record that a caller or the platform has asked for. */
  noteOwed(record: StoredRecord): void {
    const renewed = renewalIn(record);
    if (renewed !== undefined) this.#owed.set(`${record.shard} ${renewed.retired}`, record);
  }

  isOutcome({ operation }: StoredRecord): boolean {
    return operation === RETIRED_KEYS.settledBy;
  }

  /** What is wrong with the record of an outcome. */
  settled({ shard, realm, parentPlace, firstEvent, facts }: StoredRecord): string | undefined {
    const [settled, ...more] = facts;
    if (settled?.kind !== EFFECT_SETTLED || more.length > 0) return "an outcome of nothing";
    const name = `${shard} ${realm}`;
    if (this.#owed.get(name)?.place !== parentPlace) return "no reset owed this";
    this.#owed.delete(name);
    return firstEvent === 0 ? undefined : "an event of a realm that is retired";
  }
}
