/**
 * What the objects of one step of a migration see: the memory of the shard, with what the step has done to the
 * objects before them, because nothing of a record is applied until all of it is decided.
 */
import type { Place } from "../../base/id.ts";
import type { Fact } from "../../contract/record.ts";
import type { ObjectDocument } from "./object_document.ts";
import { OBJECT_MIGRATED, type ObjectMigrated } from "./object_facts.ts";
import type { ObjectSource } from "./object_source.ts";
import { claimKey } from "./object_state.ts";

export class MigrationSource {
  readonly source: ObjectSource;
  readonly #realm: number;
  readonly #place: Place;
  readonly #objects = new Map<string, ObjectDocument>();
  readonly #totals = new Map<string, bigint>();
  /** Who holds each claim that changed; undefined: nobody. */
  readonly #claims = new Map<string, string | undefined>();

  /** `under`: the memory of the shard. `place`: of the record that is decided. */
  constructor(under: ObjectSource, place: Place) {
    this.#realm = under.realm;
    this.#place = place;
    const [objects, totals, claims] = [this.#objects, this.#totals, this.#claims];
    this.source = {
      ...under,
      object: (objectId) => objects.get(objectId) ?? under.object(objectId),
      total: (key) => under.total(key) + (totals.get(key) ?? 0n),
      claimedBy: (key) => (claims.has(key) ? claims.get(key) : under.claimedBy(key)),
    };
  }

  /** The objects that come now see what the facts say. */
  take(facts: readonly Fact[]): void {
    for (const fact of facts) {
      if (fact.kind !== OBJECT_MIGRATED) continue;
      const { object, claimed = [], released = [], totals = {} } = fact as ObjectMigrated;
      this.#objects.set(object.objectId, { ...object, realm: this.#realm, place: this.#place });
      for (const claim of released) this.#claims.set(claimKey(this.#realm, claim), undefined);
      for (const claim of claimed) {
        this.#claims.set(claimKey(this.#realm, claim), object.objectId);
      }
      for (const [key, change] of Object.entries(totals)) {
        this.#totals.set(key, (this.#totals.get(key) ?? 0n) + BigInt(change));
      }
    }
  }
}
