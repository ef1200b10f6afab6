/**
 * How a resource is declared: once. Its table with indexes, its lists, its retrieve operation, the hits
 * of a search, the uniqueness of external ids and what the tests of isolation ask for follow from the
 * declaration.
 */
import type { Static, TSchema } from "@sinclair/typebox";
import { suffixOf } from "../base/id.ts";
import { DeadlineIndex, EntryIndex, UniqueIndex, uniqueIndexOf } from "./document_index.ts";
import { DocumentTable, type Owned } from "./document_table.ts";
import type { DueSource } from "./due_source.ts";
import type { ErrorCode } from "./error_catalog.ts";
import type { Apply } from "./operation.ts";
import type { ScopeNames } from "./principal.ts";
import type { Fact } from "./record.ts";
import type { Refusal } from "./refusal.ts";
import type { Snapshot } from "./snapshot.ts";
import { decodeDocument } from "./table.ts";

/** A thing that was found, and what people would call it. */
export type Titled = { id: string; title: string };

/** What is known of every resource, whether its things stand in a table or in records of the log. */
export type Resource = {
  /** As the specification names it: `transfer_hold`. Also its type in hits and in details of errors. */
  noun: string;
  /** What its ids start with, without the underscore. */
  prefix: string;
  /** The scope that a key needs to read it. */
  readScope: string;
  /** The thing behind an id; undefined alike for unknown, malformed and foreign ids. */
  titled(snapshot: Snapshot, scope: number, id: string): Titled | undefined;
  /** Code of the table of its external ids; absent where it has none. */
  externalIdTable?: number;
  /**
   * Its things whose name holds `text`, or that `text` names otherwise, newest first; one element for
   * each thing that was looked at. `text` is in lower case. Absent where it has no names.
   */
  named?(snapshot: Snapshot, scope: number, text: string): Iterable<Titled | undefined>;
};

/** A thing as a snapshot shows it: the characters of its id after the prefix, its scope, its document. */
export type Seen<D> = { suffix: string; scope: number; document: D };

/** Product and environment of a thing, as its answers name them. */
export type ResourceNames = Pick<ScopeNames, "productId" | "environment">;

/** A parameter of a list that leaves out what does not match. */
export type Filter<D> = {
  schema: TSchema;
  /** Whether a thing matches the value; called once for a request, the result once for each thing. */
  // biome-ignore lint/suspicious/noExplicitAny: `filter` has checked that schema and value agree
  matches(value: any): (document: D, suffix: string) => boolean;
  /** The index that finds the things that match, and the text in the index for a value. */
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

/** What a search looks at. Texts are found by a part of them and ids by the whole, in any case. */
export type Searched<D> = {
  title(document: D, suffix: string): string;
  /** Texts that the list and the search of everything look at. */
  names?(document: D): readonly (string | undefined)[];
  /** Texts that the list alone looks at. Its external ids are always among those. */
  texts?(document: D): readonly (string | undefined)[];
  /** Other ids than its own that lead to it. */
  ids?(document: D): readonly string[];
};

export type ResourceDeclaration<D, P extends keyof D, C extends ErrorCode> = Pick<
  Resource,
  "noun" | "prefix" | "readScope"
> & {
  /** The schema of its answers. */
  output: TSchema;
  notFoundCode: C;
  /** The refusal for an id that is unknown, malformed or foreign. */
  notFound(id: string): Refusal<C>;
  /** `version`: see `Table`. `decode` is for documents that are not stored as JSON. */
  table: { code: number; version?: number; decode?: (value: Uint8Array) => D };
  /** Fields of the document that no answer may have: `show` does not see them. */
  private?: readonly P[];
  /** The resource as every answer shows it. */
  show(document: Omit<D, P>, names: ResourceNames, suffix: string): unknown;
  search: Searched<D>;
  /** The caller's own id of a thing, which no two things of a scope have. */
  externalId?: { table: number; of(document: D): string | undefined };
  /** Texts of one length that things are found by; the filters of lists name the index by its code. */
  indexes?: readonly { name: string; table: number; textsOf(document: D): readonly string[] }[];
  /** When time itself is to do something with it, milliseconds UTC. */
  deadlineOf?(document: D): number | undefined;
  filters?: Readonly<Record<string, Filter<D>>>;
  /** What a list leaves out whatever its filters are; `input` has the parameters of the list. */
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
    /** The thing in this scope; undefined alike for unknown, malformed and foreign ids. */
    find(snapshot: Snapshot, scope: number | undefined, id: string): Seen<D> | undefined;
    /** Whether text in lower case is found in a thing, as the parameter `search` of its list does. */
    isFound(document: D, suffix: string, text: string): boolean;
  };

/** A field of the document that `private` lists is not there for `show`: that does not compile. */
export function declareResource<D>() {
  return <C extends ErrorCode, P extends keyof D = never>(
    declaration: ResourceDeclaration<D, P, C>,
  ): DocumentResource<D, P, C> => {
    const { prefix, table, search, externalId } = declaration;
    const decoded = table.decode ?? ((value: Uint8Array) => decodeDocument<D>(value));
    const idOf = (suffix: string) => `${prefix}_${suffix}`;
    const find = (snapshot: Snapshot, scope: number | undefined, id: string) => {
      const suffix = suffixOf(prefix, id);
      if (scope === undefined || suffix === undefined) return undefined;
      const value = snapshot.get(table.code, scope, suffix);
      return value === undefined ? undefined : { suffix, scope, document: decoded(value) };
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
      titled(snapshot, scope, id) {
        const seen = find(snapshot, scope, id);
        return seen && { id, title: search.title(seen.document, seen.suffix) };
      },
      ...(externalId !== undefined && { externalIdTable: externalId.table }),
      ...(search.names !== undefined && {
        *named(snapshot: Snapshot, scope: number, text: string) {
          for (const { key, value } of snapshot.descend(table.code, scope, {})) {
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

/** The documents of a resource in the memory of an actor, with all that its declaration asks for. */
export class ResourceTable<D extends Owned> extends DocumentTable<D> {
  readonly prefix: string;
  /** Who has which external id. A resource without external ids has an empty one. */
  readonly externalIds: UniqueIndex;
  /** Deadlines. A resource without deadlines has none. */
  readonly deadlines: DeadlineIndex<D>;

  constructor(resource: Omit<ResourceDeclaration<D, never, ErrorCode>, "show" | "private">) {
    const { noun, prefix, table, externalId, indexes = [], deadlineOf } = resource;
    const externalIds = new UniqueIndex({
      name: `${noun}_external_id`,
      code: externalId?.table ?? 0,
    });
    const deadlines = new DeadlineIndex<D>(deadlineOf ?? (() => undefined));
    super({
      name: noun,
      code: table.code,
      ...(table.version !== undefined && { version: table.version }),
      indexes: [
        ...(externalId === undefined ? [] : [uniqueIndexOf(externalIds, externalId.of)]),
        ...indexes.map(({ name, table: code, textsOf }) => new EntryIndex({ name, code }, textsOf)),
        ...(deadlineOf === undefined ? [] : [deadlines]),
      ],
    });
    this.prefix = prefix;
    this.externalIds = externalIds;
    this.deadlines = deadlines;
  }

  /** The thing behind an id; undefined alike for unknown, malformed and foreign ids. */
  byId(scope: number, id: string): D | undefined {
    const suffix = suffixOf(this.prefix, id);
    return suffix === undefined ? undefined : this.get(scope, suffix);
  }

  /** The characters of an id after its prefix: the key of a thing that is known to be there. */
  keyOf(id: string): string {
    return id.slice(this.prefix.length + 1);
  }
}

/** The change of a fact that carries the whole document, as it is after the fact. */
export function putDocument<S, D extends Owned>(
  tableOf: (state: S) => ResourceTable<D>,
  documentOf: (fact: Fact) => { id: string; document: Omit<D, "scope"> },
): Apply<S> {
  return (state, fact, { scope }) => {
    const table = tableOf(state);
    const { id, document } = documentOf(fact);
    table.set(table.keyOf(id), { scope, ...document } as D);
  };
}

/** The change of a fact that takes a document away. */
export function removeDocument<S, D extends Owned>(
  tableOf: (state: S) => ResourceTable<D>,
  idOf: (fact: Fact) => string,
): Apply<S> {
  return (state, fact) => {
    const table = tableOf(state);
    table.remove(table.keyOf(idOf(fact)));
  };
}

/** One step for each thing, at its deadline. */
export function dueAtDeadlines<S, D extends Owned>(
  name: string,
  tableOf: (state: S) => ResourceTable<D>,
  stepOf: (id: string) => { operation: string; input: Record<string, unknown> },
): DueSource<S> {
  return {
    name,
    scopes: (state) => tableOf(state).deadlines.scopes(),
    earliest(state, scope) {
      const { deadlines, prefix } = tableOf(state);
      const first = deadlines.first(scope);
      return first && { atMs: first.atMs, ...stepOf(`${prefix}_${first.key}`) };
    },
  };
}
