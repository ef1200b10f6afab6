/**
 * The manifest of a feature: what the feature adds to a shard and to the published contract. A
 * registry is the ordered list of manifests; all that the platform knows of the features is derived
 * from this list.
 */
import { invariant } from "../../base/invariant.ts";
import type { Example } from "../document/example.ts";
import { type FileNaming, filesNamed } from "../records/named_file.ts";
import type { FactCodec } from "../records/record.ts";
import type { Owned } from "../tables/document_table.ts";
import type { Table } from "../tables/table.ts";
import type { BoundRevision } from "./approval.ts";
import { allRealmRules, type RealmRules } from "./aspects/realm_rules.ts";
import type { AskedSource, DueSource } from "./due_source.ts";
import type { EffectKind } from "./effect.ts";
import type { EventsByKind, EventType } from "./event.ts";
import type { NounWords } from "./noun_words.ts";
import type { Apply, Operation, WriteOperation } from "./operation.ts";
import type {
  Announcements,
  EndedBy,
  OwedStep,
  Recorded,
  RevisionSource,
  ShardRegistry,
} from "./registry.ts";
import { type Resource, ResourceTable } from "./resource.ts";

/** A group of operations in the published contract. */
export type Tag = { name: string; description: string };

/** `S` is the state that the feature sees: its own part, and the parts of the features above it. */
export type Feature<S = never> = {
  /**
   * The group of the feature's operations, except of those that name another group. The name alone where another
   * feature describes the group; absent where the published contract has none of the operations.
   */
  tag?: Tag | string;
  /** What people call the feature's nouns. */
  words?: NounWords;
  /** The operations whose files stand in the feature's folder. */
  operations: readonly Operation<S>[];
  /** An example of each operation that is in the published contract, and what they need. */
  examples?: readonly Example[];
  /** Types of events about the feature's nouns; operations of other features may emit them too. */
  events?: readonly EventType[];
  /** How each kind of the feature's facts changes the state. */
  facts?: Readonly<Record<string, Apply<S>>>;
  /** The events of each kind of the feature's facts. */
  eventsOf?: EventsByKind;
  /** The work that facts have ended, of those kinds of the feature's facts that end any. */
  ends?: Readonly<Record<string, EndedBy>>;
  /** What other threads must know before the caller gets its answer. */
  announcements?: Announcements<S>;
  /** Kinds of effects that the feature's decisions may name. */
  effects?: readonly EffectKind[];
  /** Codecs of the facts that the log does not store as JSON. */
  codecs?: readonly FactCodec[];
  /** The feature's nouns. */
  resources?: readonly Resource[];
  /** Creates the feature's part of the state, for a shard with an empty log. */
  createState?: () => object;
  /** The tables of the feature's part of the state. The registry adds the indexes of each table. */
  tables?: (state: S) => readonly Table[];
  /** Called once, after loading and before the replay: rebuilds the state that is not stored. */
  loaded?: (state: S) => void;
  /** What is counted of whole records; only one feature may count. */
  recorded?: Recorded<S>;
  realms?: RealmRules<S>;
  /** The revisions of the feature's resources that are documents of no `ResourceTable`. */
  revisions?: readonly RevisionSource<S>[];
  /** What the input of a call names otherwise than by ids that were made, or leads to: the approval of an agent's call binds it too. */
  named?: (
    state: S,
    realm: number,
    input: Readonly<Record<string, unknown>>,
  ) => readonly BoundRevision[];
  /** The rows that the feature's facts make, and that wait for their time. */
  due?: readonly DueSource<S>[];
  /**
   * Operations that follow from records of the platform's own realm and have not run yet; each runs as
   * soon as such a record is written, and after every start.
   */
  owed?: (state: S) => Iterable<OwedStep>;
  /** Files beside the log that the feature's documents name. */
  files?: FileNaming<S>;
};

/** The resources of features, in their order. */
export function resourcesOf(features: readonly Feature[]): readonly Resource[] {
  return features.flatMap(({ resources = [] }) => resources);
}

/** The operations of features, in their order, each with its tag. */
export function everyOperationOf(features: readonly Feature[]): readonly Operation<never>[] {
  return features.flatMap(({ tag, operations }) => {
    const name = typeof tag === "object" ? tag.name : tag;
    return name === undefined ? operations : operations.map((one) => ({ tag: name, ...one }));
  });
}

type PartOf<F> = F extends { createState: () => infer Part } ? Part : unknown;

/**
 * The state of a shard that has these features: the parts of all of them. `S`: the parts of those before; because of it the
 * compiler takes lists of any length.
 */
export type StateOf<F extends readonly Feature[], S = unknown> = F extends readonly [
  infer First,
  ...infer Rest extends readonly Feature[],
]
  ? StateOf<Rest, S & PartOf<First>>
  : S;

/**
 * The registry of a shard with these features. Does not compile where a feature needs state that
 * no feature of the list creates.
 */
export function registryOf<const F extends readonly Feature[]>(
  features: F & readonly Feature<StateOf<F>>[],
): ShardRegistry<StateOf<F>> {
  const all: readonly Feature<StateOf<F>>[] = features;
  return {
    operations: writesOf(all),
    apply: new Map(withUniqueNames(all.flatMap(({ facts = {} }) => Object.entries(facts)))),
    events: new Map(withUniqueNames(all.flatMap(({ eventsOf = {} }) => Object.entries(eventsOf)))),
    ends: new Map(withUniqueNames(all.flatMap(({ ends = {} }) => Object.entries(ends)))),
    codecs: all.flatMap(({ codecs = [] }) => codecs),
    effects: all.flatMap(({ effects = [] }) => effects),
    ...announcementsOf(all),
    createState() {
      const parts = all.flatMap(({ createState }) => Object.entries(createState?.() ?? {}));
      return Object.fromEntries(withUniqueNames(parts)) as StateOf<F>;
    },
    tables: (state) => all.flatMap(({ tables }) => tables?.(state) ?? []).flatMap(withIndexes),
    loaded(state) {
      for (const feature of all) feature.loaded?.(state);
    },
    due: dueOf(all),
    *owed(state) {
      for (const { owed } of all) yield* owed?.(state) ?? [];
    },
    revisionOf: revisionsOf(all),
    namedIn: (state, realm, input) =>
      all.flatMap(({ named }) => named?.(state, realm, input) ?? []),
    ...filesOf(all),
    ...recordedOf(all),
    ...allRealmRules(all.flatMap(({ realms }) => realms ?? [])),
  };
}

/** A table and its indexes. */
function withIndexes(table: Table): readonly Table[] {
  return [table, ...(table.indexes ?? []).flatMap(withIndexes)];
}

/** `files`; absent where no feature names files. */
function filesOf<S>(features: readonly Feature<S>[]): Pick<ShardRegistry<S>, "files"> {
  const namings = features.flatMap((feature) => feature.files ?? []);
  for (const { kindsBegin } of namings) {
    const same = namings.filter((other) => other.kindsBegin.startsWith(kindsBegin));
    invariant(same.length === 1, "a fact is about the files of one feature");
  }
  return namings.length === 0 ? {} : { files: filesNamed(namings) };
}

/** `recorded`; absent where no feature counts records. */
function recordedOf<S>(features: readonly Feature<S>[]): Pick<ShardRegistry<S>, "recorded"> {
  const [recorded, ...others] = features.flatMap((feature) => feature.recorded ?? []);
  invariant(others.length === 0, "one feature counts records");
  return recorded === undefined ? {} : { recorded };
}

/** The revision of a resource by its id: of the tables of resources, and of what features say themselves. */
function revisionsOf<S>(
  features: readonly Feature<S>[],
): NonNullable<ShardRegistry<S>["revisionOf"]> {
  const sources = new Map(
    features.flatMap(({ revisions = [] }) => revisions).map((source) => [source.prefix, source]),
  );
  const tablesOf = new WeakMap<object, ReadonlyMap<string, ResourceTable<Revised>>>();
  const tables = (state: S & object) => {
    const known = tablesOf.get(state);
    if (known !== undefined) return known;
    const found = new Map(
      features
        .flatMap((feature) => feature.tables?.(state) ?? [])
        .filter((table) => table instanceof ResourceTable)
        .map((table) => [table.prefix, table]),
    );
    tablesOf.set(state, found);
    return found;
  };
  return (state, realm, id) => {
    const prefix = id.slice(0, Math.max(0, id.lastIndexOf("_")));
    const source = sources.get(prefix);
    if (source !== undefined) return source.revisionOf(state, realm, id);
    return tables(state as S & object)
      .get(prefix)
      ?.byId(realm, id)?.revision;
  };
}
type Revised = Owned & { revision?: number };

/** The sources of steps, each with the kinds of the facts after which it is asked. */
function dueOf<S>(features: readonly Feature<S>[]): readonly AskedSource<S>[] {
  const ofTime = features.filter(({ realms }) => (realms?.clocks ?? realms?.gate) !== undefined);
  return features.flatMap((feature) => {
    const kinds = new Set([feature, ...ofTime].flatMap(({ facts = {} }) => Object.keys(facts)));
    return (feature.due ?? []).map((source) => ({ ...source, kinds }));
  });
}

/** `announcements`; absent where no feature announces anything. */
function announcementsOf<S>(
  features: readonly Feature<S>[],
): Pick<ShardRegistry<S>, "announcements"> {
  const sources = features.flatMap(({ announcements }) => announcements ?? []);
  if (sources.length === 0) return {};
  return {
    announcements: {
      of: (fact) => sources.flatMap((source) => source.of(fact) ?? [])[0],
      *atStart(state) {
        for (const source of sources) yield* source.atStart?.(state) ?? [];
      },
      find: (view, subject) => firstOf(sources, (source) => source.find(view, subject)),
      idOfIdentity: (view, identity) =>
        firstOf(sources, (source) => source.idOfIdentity?.(view, identity)),
    },
  };
}

/** The first answer that is there. */
function firstOf<T, A>(all: readonly T[], ask: (one: T) => A | undefined): A | undefined {
  for (const one of all) {
    const answer = ask(one);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

function writesOf<S>(features: readonly Feature<S>[]): Map<string, WriteOperation<S>> {
  const operations = features.flatMap((feature) => feature.operations);
  const writes = operations.filter((operation) => operation.type === "write");
  return new Map(withUniqueNames(writes.map((operation) => [operation.id, operation])));
}

/** Returns the entries unchanged; throws when two entries have the same name. */
function withUniqueNames<T>(entries: readonly [string, T][]): readonly [string, T][] {
  const names = new Set<string>();
  for (const [name] of entries) {
    invariant(!names.has(name), `one feature declares ${name}, once`);
    names.add(name);
  }
  return entries;
}
