/**
 * How a resource is declared. Its table with indexes, its lists, its retrieve operation, the hits
 * of a search, the uniqueness of external ids and the cases of the isolation tests are derived from
 * this one declaration.
 */
import type { Static, TSchema } from "@sinclair/typebox";
import { suffixOf } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { ErrorCode } from "../refusals/error_catalog.ts";
import type { Refusal } from "../refusals/refusal.ts";
import {
  DeadlineIndex,
  EntryIndex,
  FinderIndex,
  UniqueIndex,
  uniqueIndexOf,
} from "../tables/document_index.ts";
import { DocumentTable, type Owned } from "../tables/document_table.ts";
import { KeyGroups } from "../tables/key_groups.ts";
import type { Snapshot } from "../tables/snapshot.ts";
import type { StoredIn } from "../tables/stored_documents.ts";
import {
  type DeadlineOrder,
  GroupCounts,
  type RowsOfGroup,
  StoredDeadlines,
  StoredGroups,
} from "../tables/stored_index.ts";
import { FlaggedKeys, StoredUnique } from "../tables/stored_keys.ts";
import { decodeDocument } from "../tables/table.ts";
import type { RealmNames } from "./principal.ts";

/** The id of a thing, and the name that people know it by. */
export type Titled = { id: string; title: string };

/**
 * The common part of all resources: of those whose things are documents of a table, and of those
 * whose things are records of the log.
 */
export type Resource = {
  /** The specification's name: `transfer_hold`. Also the type in search hits and error details. */
  noun: string;
  /** The prefix of the resource's ids, without the underscore. */
  prefix: string;
  /** The scope that a key needs to read the resource. */
  readScope: string;
  /** The thing with the id; undefined alike for unknown, malformed and foreign ids. */
  titled(snapshot: Snapshot, realm: number, id: string): Titled | undefined;
  /** Code of the table of the resource's external ids; absent where the resource has none. */
  externalIdTable?: number;
  /**
   * The things whose name contains `text`, or that `text` identifies otherwise, newest first.
   * Yields one element for each thing that it reads, undefined for a thing that does not match.
   * `text` is in lower case. Absent where the things have no names.
   */
  named?(snapshot: Snapshot, realm: number, text: string): Iterable<Titled | undefined>;
};

/** A thing as a snapshot shows it: the characters of its id after the prefix, realm, document. */
export type Seen<D> = { suffix: string; realm: number; document: D };

/** Product and environment of a thing, as answers name them. */
export type ResourceNames = Pick<RealmNames, "productId" | "environment">;

/** A parameter of a list; the list leaves out the things that do not match its value. */
export type Filter<D> = {
  schema: TSchema;
  /** Whether a thing matches the value: called once a request, its result once a thing. */
  // biome-ignore lint/suspicious/noExplicitAny: `filter` has checked that schema and value agree
  matches(value: any): (document: D, suffix: string) => boolean;
  /** The index over the things that match, and the text in the index that stands for a value. */
  index?: { table: number; textOf(value: string): string };
};

/** A filter whose value has the type of its schema. */
export function filter<D, T extends TSchema>(
  schema: T,
  matches: (value: Static<T>) => (document: D, suffix: string) => boolean,
  index?: Filter<D>["index"],
): Filter<D> {
  return { schema, matches, ...(index !== undefined && { index }) };
}

/**
 * What a search compares with its text. A name or text matches when it contains the search text, an
 * id only when it equals the search text; upper and lower case make no difference.
 */
export type Searched<D> = {
  title(document: D, suffix: string): string;
  /** Texts that the resource's list and `search.retrieve` compare. */
  names?(document: D): readonly (string | undefined)[];
  /** Texts that only the resource's list compares; it always compares the external id too. */
  texts?(document: D): readonly (string | undefined)[];
  /** Ids of other things by which this thing is found. */
  ids?(document: D): readonly string[];
};

export type ResourceDeclaration<D, P extends keyof D, C extends ErrorCode> = Pick<
  Resource,
  "noun" | "prefix" | "readScope"
> & {
  /** The schema of the resource in answers. */
  output: TSchema;
  notFoundCode: C;
  /** The refusal for an id that is unknown, malformed or foreign. */
  notFound(id: string): Refusal<C>;
  /** `version`: see `Table`. `decode`: only for documents that are not stored as JSON. */
  table: { code: number; version?: number; decode?: (value: Uint8Array) => D };
  /** Fields of the document that no answer may have; `show` cannot read them. */
  private?: readonly P[];
  /** The thing in answers. */
  show(document: Omit<D, P>, names: ResourceNames, suffix: string): unknown;
  /** The thing in answers of retrieve and list, where these show more than the document says. */
  showIn?(snapshot: Snapshot, document: Omit<D, P>, names: ResourceNames): unknown;
  search: Searched<D>;
  /** The caller's own id of a thing; unique within a realm. */
  externalId?: { table: number; of(document: D): string | undefined };
  /**
   * Indexes over texts by which things are found. All texts of an index have the same length.
   * Filters of lists name an index by its code.
   */
  indexes?: readonly {
    name: string;
    table: number;
    textsOf(document: D): readonly string[];
    /** See `EntryIndex`. */
    isSame?(before: D, after: D): boolean;
  }[];
  /**
   * Indexes by which a reader that does not know the realm finds one thing: by a text that no two
   * things have at a time. `inRealm`: number of the realm that the entries stand in.
   */
  finders?: readonly {
    name: string;
    table: number;
    inRealm: number;
    textsOf(document: D): readonly string[];
  }[];
  /**
   * Present where the things stay in the `state` database: memory has only those that changed since it was
   * written last (`stored_documents.ts`). For things of which there may be very many. Not together with
   * `isByRealm`, which is kept in memory.
   */
  stored?: StoredIn & {
    /** By the name of each of `groups`: where its things are found. */
    groups?: Readonly<Record<string, RowsOfGroup>>;
    /** Code of the table of deadlines; present together with `deadlineOf`. */
    deadlines?: number;
    /** The order of deadlines at one time, where it is not that of the ids. */
    deadlineOrder?: DeadlineOrder<D>;
    /**
     * When the thing is forgotten, milliseconds UTC, where many things share a time; and the code of the table
     * of these times. Absent where the things stay.
     */
    forgotten?: { table: number; atMsOf(document: D): number };
    /**
     * Which things are flagged, of which memory has the keys at all times: for what is asked very often, and is
     * true of few things.
     */
    flagged?: { name: string; table: number; isFlagged(document: D): boolean };
    /** The group that a thing is counted in; undefined for none. Memory has the numbers at all times. */
    counted?: { name: string; table: number; groupOf(document: D): string | undefined };
  };
  /** True: the table knows which things each realm has. */
  isByRealm?: true;
  /** Groups that the table can be asked for, by name: the group of a thing; undefined for none. */
  groups?: Readonly<Record<string, (document: D) => string | undefined>>;
  /** When a step of the thing is due, milliseconds UTC. */
  deadlineOf?(document: D): number | undefined;
  filters?: Readonly<Record<string, Filter<D>>>;
  /** Whether a list shows the thing, besides the filters. `input` has the list's parameters. */
  isListed?(document: D, input: Readonly<Record<string, unknown>>): boolean;
};

/** A resource whose things are documents of a table. */
export type DocumentResource<
  D = never,
  P extends keyof D = never,
  C extends ErrorCode = ErrorCode,
> = Resource &
  ResourceDeclaration<D, P, C> & {
    decoded(value: Uint8Array): D;
    /** The thing with the id in this realm; unknown, malformed and foreign ids give undefined. */
    find(snapshot: Snapshot, realm: number | undefined, id: string): Seen<D> | undefined;
    /** Whether the list finds the thing by its parameter `search`; `text` is in lower case. */
    isFound(document: D, suffix: string, text: string): boolean;
  };

/** Declares a resource. A `show` that reads a field of `private` does not compile. */
export function declareResource<D>() {
  return <C extends ErrorCode, P extends keyof D = never>(
    declaration: ResourceDeclaration<D, P, C>,
  ): DocumentResource<D, P, C> => {
    const { prefix, table, search, externalId } = declaration;
    const decoded = table.decode ?? ((value: Uint8Array) => decodeDocument<D>(value));
    const idOf = (suffix: string) => `${prefix}_${suffix}`;
    const find = (snapshot: Snapshot, realm: number | undefined, id: string) => {
      const suffix = suffixOf(prefix, id);
      if (realm === undefined || suffix === undefined) return undefined;
      const value = snapshot.get(table.code, realm, suffix);
      return value === undefined ? undefined : { suffix, realm, document: decoded(value) };
    };
    const isNamed = (document: D, text: string) =>
      holds(search.names?.(document), text) || isAmong(search.ids?.(document), text);
    return {
      ...declaration,
      decoded,
      find,
      isFound: (document, suffix, text) =>
        isNamed(document, text) ||
        holds(search.texts?.(document), text) ||
        holds([externalId?.of(document)], text) ||
        idOf(suffix).toLowerCase() === text,
      titled(snapshot, realm, id) {
        const seen = find(snapshot, realm, id);
        return seen && { id, title: search.title(seen.document, seen.suffix) };
      },
      ...(externalId !== undefined && { externalIdTable: externalId.table }),
      ...(search.names !== undefined && {
        *named(snapshot: Snapshot, realm: number, text: string) {
          for (const { key, value } of snapshot.descend(table.code, realm, {})) {
            const document = decoded(value);
            if (!isNamed(document, text)) yield undefined;
            else yield { id: idOf(key), title: search.title(document, key) };
          }
        },
      }),
    };
  };
}

function holds(texts: readonly (string | undefined)[] = [], part: string): boolean {
  return texts.some((text) => text?.toLowerCase().includes(part) === true);
}

function isAmong(ids: readonly string[] = [], text: string): boolean {
  return ids.some((id) => id.toLowerCase() === text);
}

/** The documents of a resource in the memory of a shard, with the declared indexes. */
export class ResourceTable<D extends Owned> extends DocumentTable<D> {
  readonly prefix: string;
  /** The external ids; empty for a resource without external ids. */
  readonly externalIds: UniqueIndex | StoredUnique<D>;
  /** The keys of the things that are flagged; empty for a resource that flags none. */
  readonly flagged: FlaggedKeys<D>;
  /** How many things each group has; empty for a resource that counts none. */
  readonly counted: GroupCounts<D>;
  /** The deadlines; empty for a resource without deadlines. */
  readonly deadlines: DeadlineIndex<D> | StoredDeadlines<D>;
  /** The times when things are forgotten; absent of a resource whose things stay. */
  readonly forgotten: StoredDeadlines<D> | undefined;
  readonly #byRealm: KeyGroups<D, number> | undefined;
  readonly #groups: ReadonlyMap<string, KeyGroups<D, string> | StoredGroups<D>>;

  constructor(resource: Omit<ResourceDeclaration<D, never, ErrorCode>, "show" | "private">) {
    const { noun, prefix, table, externalId, indexes = [], deadlineOf, groups = {} } = resource;
    const { finders = [], stored, isByRealm } = resource;
    invariant(stored === undefined || isByRealm === undefined, "what is in memory is not stored");
    const forgotten =
      stored?.forgotten &&
      new StoredDeadlines<D>(
        { name: `${noun}_forgotten`, code: stored.forgotten.table },
        stored.forgotten.atMsOf,
      );
    const inGroups = new Map(
      Object.entries(groups).map(([name, groupOf]) => [name, groupIn(name, groupOf, stored)]),
    );
    const byRealm = isByRealm === true ? new KeyGroups<D, number>(({ realm }) => realm) : undefined;
    const unique = { name: `${noun}_external_id`, code: externalId?.table ?? 0 };
    const externalIdOf = externalId?.of ?? (() => undefined);
    const externalIds = stored ? new StoredUnique(unique, externalIdOf) : new UniqueIndex(unique);
    const ofExternalIds =
      externalIds instanceof UniqueIndex ? uniqueIndexOf(externalIds, externalIdOf) : externalIds;
    const flags = stored?.flagged;
    const flagged = new FlaggedKeys<D>(
      { name: flags?.name ?? noun, code: flags?.table ?? 0 },
      (document) => flags?.isFlagged(document) === true,
    );
    const counts = stored?.counted;
    const counted = new GroupCounts<D>(
      { name: counts?.name ?? noun, code: counts?.table ?? 0 },
      (document) => counts?.groupOf(document),
    );
    const deadlines = deadlinesOf(noun, deadlineOf, stored);
    super({
      name: noun,
      code: table.code,
      ...(table.version !== undefined && { version: table.version }),
      ...(stored !== undefined && { stored }),
      indexes: [
        ...(externalId === undefined ? [] : [ofExternalIds]),
        ...(flags === undefined ? [] : [flagged]),
        ...(counts === undefined ? [] : [counted]),
        ...indexes.map(
          ({ name, table: code, textsOf, isSame }) =>
            new EntryIndex({ name, code }, textsOf, isSame),
        ),
        ...finders.map(
          ({ name, table: code, inRealm, textsOf }) =>
            new FinderIndex({ name, code, inRealm }, textsOf),
        ),
        ...(deadlineOf === undefined ? [] : [deadlines]),
        ...(forgotten === undefined ? [] : [forgotten]),
        ...(byRealm === undefined ? [] : [byRealm]),
        ...inGroups.values(),
      ],
    });
    this.prefix = prefix;
    this.externalIds = externalIds;
    this.flagged = flagged;
    this.counted = counted;
    this.deadlines = deadlines;
    this.forgotten = forgotten;
    this.#byRealm = byRealm;
    this.#groups = inGroups;
  }

  /** How many things the realm has; only of a resource that declares `isByRealm`. */
  count(realm: number): number {
    return this.#keysOf(realm).size;
  }

  /** The things of the realm, in no order; only of a resource that declares `isByRealm`. */
  ofRealm(realm: number): D[] {
    return [...this.#keysOf(realm)].map((key) => this.get(realm, key) as D);
  }

  /** The things in a group that the resource declares, of all realms, in no order. */
  inGroup(name: string, group: string): D[] {
    const groups = this.#groupsNamed(name);
    if (groups instanceof StoredGroups) return groups.of(group);
    return [...groups.of(group)].map((key) => this.find(key) as D);
  }

  /** How many things are in a group, `atMost` where there are more; none is read. See `StoredGroups.count`. */
  countInGroup(name: string, group: string, atMost: number): number {
    const groups = this.#groupsNamed(name);
    if (groups instanceof StoredGroups) return groups.count(group, atMost);
    return Math.min(groups.of(group).size, atMost);
  }

  /**
   * The things in a group whose keys are greater than `after`, in the order of their keys; only of a resource that
   * is stored. An element without a document is a row that was read in vain.
   */
  inOrder(name: string, group: string, after: string): Iterable<{ key: string; document?: D }> {
    const groups = this.#groupsNamed(name);
    invariant(groups instanceof StoredGroups, "a group that is walked in order is stored");
    return groups.inOrder(group, after);
  }

  #groupsNamed(name: string): KeyGroups<D, string> | StoredGroups<D> {
    const groups = this.#groups.get(name);
    invariant(groups !== undefined, "a group is one that the resource declares");
    return groups;
  }

  /** The thing with the id; undefined alike for unknown, malformed and foreign ids. */
  byId(realm: number, id: string): D | undefined {
    const suffix = suffixOf(this.prefix, id);
    return suffix === undefined ? undefined : this.get(realm, suffix);
  }

  /** The key of a thing that is known to exist: the characters of its id after the prefix. */
  keyOf(id: string): string {
    return id.slice(this.prefix.length + 1);
  }

  #keysOf(realm: number): ReadonlySet<string> {
    invariant(this.#byRealm !== undefined, "a resource that is asked by realm is kept by realm");
    return this.#byRealm.of(realm);
  }
}

function groupIn<D extends Owned>(
  name: string,
  groupOf: (document: D) => string | undefined,
  stored: ResourceDeclaration<D, never, ErrorCode>["stored"],
): KeyGroups<D, string> | StoredGroups<D> {
  if (stored === undefined) return new KeyGroups<D, string>(groupOf);
  const rowsOf = stored.groups?.[name];
  invariant(rowsOf !== undefined, "a resource says where each of its groups is stored");
  return new StoredGroups<D>(groupOf, rowsOf);
}

function deadlinesOf<D extends Owned>(
  noun: string,
  deadlineOf: ((document: D) => number | undefined) | undefined,
  stored: ResourceDeclaration<D, never, ErrorCode>["stored"],
): DeadlineIndex<D> | StoredDeadlines<D> {
  if (stored === undefined || deadlineOf === undefined) {
    return new DeadlineIndex<D>(deadlineOf ?? (() => undefined));
  }
  invariant(stored.deadlines !== undefined, "a resource says where its deadlines are stored");
  const parts = { name: `${noun}_due`, code: stored.deadlines };
  return new StoredDeadlines<D>(parts, deadlineOf, stored.deadlineOrder);
}
