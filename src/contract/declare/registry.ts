/** What `main` and `worker` give to a shard, which imports no feature itself. */
import type { Place } from "../../base/id.ts";
import type { FilesNamed } from "../records/named_file.ts";
import type { Fact, FactCodec, StoredRecord } from "../records/record.ts";
import type { Snapshot } from "../tables/snapshot.ts";
import type { Table } from "../tables/table.ts";
import type { AnnouncedSubject, Announcement } from "./announcement.ts";
import type { BoundRevision } from "./approval.ts";
import type { RealmRules } from "./aspects/realm_rules.ts";
import type { AskedSource } from "./due_source.ts";
import type { EffectKind } from "./effect.ts";
import type { EventsOf } from "./event.ts";
import type { Apply, WriteOperation } from "./operation.ts";

/** What other threads must know: the announcement of a fact, and those in force. */
export type Announcements<S> = {
  of(fact: Fact): Announcement | undefined;
  /** What main must know at a start. Absent where main needs nothing of the feature. */
  atStart?(state: S): Iterable<Announcement>;
  /**
   * The announcement of the newest fact about the subject that the view of the shard shows; undefined
   * where there is none, and for subjects of other features.
   */
  find(view: Snapshot, subject: AnnouncedSubject): Announcement | undefined;
  /** The public id of the session or token whose text has the identity; absent where there are none. */
  idOfIdentity?(view: Snapshot, identity: string): string | undefined;
};

/** The announcements of all features together. */
export type AllAnnouncements<S> = Required<Announcements<S>>;

/** An operation that the platform itself has to run in a realm of the shard. */
export type OwedStep = { realm: number; operation: string; input: Record<string, unknown> };

/** How the revision of a resource is found whose things are documents of no `ResourceTable`. */
export type RevisionSource<S> = {
  /** The prefix of the ids, without the underscore. */
  prefix: string;
  revisionOf(state: S, realm: number, id: string): number | undefined;
};

/**
 * The place of the record, in the same realm, whose work the fact has ended. Whoever waits for that is answered after the command that
 * made the fact, whatever the command is about.
 */
export type EndedBy = (fact: Fact) => Place | undefined;

/**
 * Called once for each record, live and in a replay, when all its facts have changed the state. As `apply` it never
 * refuses, and sees of the record what does not depend on who reads it.
 */
export type Recorded<S> = (
  state: S,
  record: Pick<StoredRecord, "realm" | "place" | "timeMs" | "facts">,
) => void;

export type ShardRegistry<S> = RealmRules<S> & {
  operations: ReadonlyMap<string, WriteOperation<S>>;
  /** By fact kind; has every kind that the log has. */
  apply: ReadonlyMap<string, Apply<S>>;
  /** By fact kind: its events. Has every kind that `apply` has. */
  events: ReadonlyMap<string, EventsOf>;
  /** By fact kind: the work that the fact has ended. Absent for a shard whose facts end none. */
  ends?: ReadonlyMap<string, EndedBy>;
  /** Absent for a shard that counts nothing of whole records. */
  recorded?: Recorded<S>;
  codecs: readonly FactCodec[];
  /** Every kind of effect that a decision may name. The shard's process has a carrier for each. */
  effects: readonly EffectKind[];
  /** Absent for a shard that announces nothing to the edges. */
  announcements?: AllAnnouncements<S>;
  createState(): S;
  /** Every table of the state, including the indexes. */
  tables(state: S): Table[];
  /** Called once, after loading and before the replay: rebuilds the state that is not stored. */
  loaded(state: S): void;
  /**
   * The revision of the resource with the id in the realm; undefined where it has none, or no revision. Absent
   * for a shard whose resources have none.
   */
  revisionOf?(state: S, realm: number, id: string): number | undefined;
  /** What the input of a call names otherwise than by ids that were made, and what it leads to, with its revision. */
  namedIn?(
    state: S,
    realm: number,
    input: Readonly<Record<string, unknown>>,
  ): readonly BoundRevision[];
  /** The sources of steps. Of steps at the same time, those of the first source run first. */
  due: readonly AskedSource<S>[];
  /** Operations that the platform owes in realms of the shard. */
  owed?(state: S): Iterable<OwedStep>;
  /** Absent for a shard without files beside its log. */
  files?: FilesNamed<S>;
};
