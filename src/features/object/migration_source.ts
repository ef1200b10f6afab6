/**
 * What the objects of one step of a migration see: the memory of the shard, with what the step has done to the
 * objects before them, because nothing of a record is applied until all of it is decided.
 */
import type { Place } from "../../base/id.ts";
import type { Fact } from "../../contract/records/record.ts";
import { documentOfFact, type ObjectDocument } from "./object_document.ts";
import { OBJECT_MIGRATED, type ObjectMigrated } from "./object_facts.ts";
import { claimKey, type ObjectState } from "./object_state.ts";
import { StateSource } from "./state_source.ts";

export class MigrationSource extends StateSource {
  readonly #place: Place;
  readonly #objects = new Map<string, ObjectDocument>();
  readonly #totals = new Map<string, bigint>();
  /** Who holds each claim that changed; undefined: nobody. */
  readonly #claims = new Map<string, string | undefined>();

  /** `place`: of the record that is decided. */
  constructor(state: ObjectState, realm: number, place: Place) {
    super(state, realm);
    this.#place = place;
  }

  override object(objectId: string): ObjectDocument | undefined {
    return this.#objects.get(objectId) ?? super.object(objectId);
  }

  override total(key: string): bigint {
    return super.total(key) + (this.#totals.get(key) ?? 0n);
  }

  override claimedBy(key: string): string | undefined {
    return this.#claims.has(key) ? this.#claims.get(key) : super.claimedBy(key);
  }

  /** The objects that come now see what the facts say. */
  take(facts: readonly Fact[]): void {
    for (const fact of facts) {
      if (fact.kind !== OBJECT_MIGRATED) continue;
      const { object, claimed = [], released = [], totals = {} } = fact as ObjectMigrated;
      this.#objects.set(object.objectId, documentOfFact(object, this.realm, this.#place));
      for (const claim of released) this.#claims.set(claimKey(this.realm, claim), undefined);
      for (const claim of claimed) this.#claims.set(claimKey(this.realm, claim), object.objectId);
      for (const [key, change] of Object.entries(totals)) {
        this.#totals.set(key, (this.#totals.get(key) ?? 0n) + BigInt(change));
      }
    }
  }
}
