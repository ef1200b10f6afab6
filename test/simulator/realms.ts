/** The models of all realms, by name: those that are in force, and those that a reset has retired. */
import { realmKeyOf } from "../../src/contract/declare/principal.ts";
import { REALM_RENEWED, type RealmRenewed } from "../../src/contract/records/realm_document.ts";
import type { StoredRecord } from "../../src/contract/records/record.ts";
import { createRealm, type Moment, type Realm } from "./model/model.ts";
import { runningBuild } from "./model/program_shown.ts";
import { install } from "./model/programs.ts";

export class Realms {
  /** In force, by key. */
  readonly current = new Map<string, Realm>();
  /** By key: each realm that had the name, with the frame from which on it had it. */
  readonly #history = new Map<string, { frame: number; realm: Realm }[]>();

  /** The realm has its name from this frame on. */
  open(realm: Realm, frame: number): void {
    const key = realmKeyOf(realm);
    this.current.set(key, realm);
    this.#history.set(key, [...(this.#history.get(key) ?? []), { frame, realm }]);
  }

  isCurrent(realm: Realm): boolean {
    return this.current.get(realmKeyOf(realm)) === realm;
  }

  /** The realm that has the name when `frame` is the newest. */
  at(key: string, frame: number): Realm | undefined {
    return this.#history.get(key)?.findLast((one) => one.frame <= frame)?.realm;
  }

  /** Every realm that there is or was. */
  all(): Realm[] {
    return [...this.#history.values()].flatMap((versions) => versions.map(({ realm }) => realm));
  }
}

/** What a record says of the realm that it puts in the place of another; undefined where it does not. */
export function renewalIn({ facts }: Pick<StoredRecord, "facts">): RealmRenewed | undefined {
  return facts.find(({ kind }) => kind === REALM_RENEWED) as RealmRenewed | undefined;
}

/**
 * A sandbox after its reset: as new, its clock where it began; the numbers of its events go on. The event
 * of the reset is the first one of the fresh realm, and the last one that the endpoints of the old realm
 * are sent. It runs the program of before, with accounts of its own.
 */
export function freshOf(realm: Realm, moment: Moment): Realm {
  const [began] = realm.clock;
  const { events } = realm;
  realm.lastEvent = events.length + 1;
  const fresh = createRealm(realm, began?.value ?? 0);
  if (realm.program !== undefined) install(fresh, runningBuild(realm.program), moment);
  return { ...fresh, events, wasReset: true };
}
