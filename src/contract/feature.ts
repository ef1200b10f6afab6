/**
 * What a feature brings to an actor and to the published contract: its manifest. A registry is the
 * ordered list of manifests, and all that the platform is told of the features is derived from it.
 */
import { invariant } from "../base/invariant.ts";
import type { DueSource, ToldClocks } from "./due_source.ts";
import type { EffectKind } from "./effect.ts";
import type { EventsByKind } from "./event.ts";
import type { Apply, Operation, WriteOperation } from "./operation.ts";
import type { ScopeNames } from "./principal.ts";
import type { Fact, FactCodec } from "./record.ts";
import type { ActorRegistry, Announcements } from "./registry.ts";
import type { Resource } from "./resource.ts";
import type { Table } from "./table.ts";

/** A group of operations in the published contract; operations name it. */
export type Tag = { name: string; description: string };

/** `S` is the state that the feature sees: its own part, and the parts of features above it. */
export type Feature<S = never> = {
  tag?: Tag;
  /** Those whose files stand in the feature's folder. */
  operations: readonly Operation<S>[];
  /** Types of the events that are about its nouns, whichever operation emits them. */
  events?: readonly string[];
  /** How each kind of its facts changes the state. */
  facts?: Readonly<Record<string, Apply<S>>>;
  /** What is told of each kind of its facts. */
  eventsOf?: EventsByKind;
  /** The scope that a fact of its opens; undefined for facts that open none. */
  opens?: (fact: Fact) => ScopeNames | undefined;
  /** What other threads must act on before anybody is answered. */
  announcements?: Announcements<S>;
  /** Kinds of effects that its decisions name. */
  effects?: readonly EffectKind[];
  /** For facts that the log does not keep as JSON. */
  codecs?: readonly FactCodec[];
  /** What its nouns are. */
  resources?: readonly Resource[];
  /** Its part of the state of an actor that has just begun. */
  createState?: () => object;
  /** Tables of its part; their indexes are added. */
  tables?: (state: S) => readonly Table[];
  /** Called once after loading and before replay: rebuilds what is not stored. */
  loaded?: (state: S) => void;
  /** What time itself asks for. */
  due?: readonly DueSource<S>[];
  /** Clocks that stand still until they are told to go somewhere; one feature has them. */
  clocks?: ToldClocks<S>;
};

/** The resources of features, in their order. */
export function resourcesOf(features: readonly Feature[]): readonly Resource[] {
  return features.flatMap(({ resources = [] }) => resources);
}

type PartOf<F> = F extends { createState: () => infer Part } ? Part : unknown;

/** The state of an actor that has these features: the parts of all of them. */
export type StateOf<F extends readonly Feature[]> = F extends readonly [
  infer First,
  ...infer Rest extends readonly Feature[],
]
  ? PartOf<First> & StateOf<Rest>
  : unknown;

/** The registry of an actor with these features. Does not compile where one needs more state. */
export function registryOf<const F extends readonly Feature[]>(
  features: F & readonly Feature<StateOf<F>>[],
): ActorRegistry<StateOf<F>> {
  const all: readonly Feature<StateOf<F>>[] = features;
  return {
    operations: writesOf(all),
    apply: new Map(once(all.flatMap(({ facts = {} }) => Object.entries(facts)))),
    events: new Map(once(all.flatMap(({ eventsOf = {} }) => Object.entries(eventsOf)))),
    codecs: all.flatMap(({ codecs = [] }) => codecs),
    effects: all.flatMap(({ effects = [] }) => effects),
    ...opensOf(all),
    ...announcementsOf(all),
    createState() {
      const parts = all.flatMap(({ createState }) => Object.entries(createState?.() ?? {}));
      return Object.fromEntries(once(parts)) as StateOf<F>;
    },
    tables: (state) => all.flatMap(({ tables }) => tables?.(state) ?? []).flatMap(withIndexes),
    loaded(state) {
      for (const feature of all) feature.loaded?.(state);
    },
    due: all.flatMap(({ due = [] }) => due),
    ...clocksOf(all),
  };
}

/** A table, and the tables that it keeps up to date. */
function withIndexes(table: Table): readonly Table[] {
  return [table, ...(table.indexes ?? []).flatMap(withIndexes)];
}

/** Absent where no feature has clocks: every scope then has the wall clock. */
function clocksOf<S>(features: readonly Feature<S>[]): Pick<ActorRegistry<S>, "clocks"> {
  const [clocks, ...others] = features.flatMap((feature) => feature.clocks ?? []);
  invariant(others.length === 0, "one feature says where clocks go");
  return clocks === undefined ? {} : { clocks };
}

/** Absent where no feature opens scopes: the journal then asks nothing for each fact. */
function opensOf<S>(features: readonly Feature<S>[]): Pick<ActorRegistry<S>, "opens"> {
  const opens = features.flatMap((feature) => feature.opens ?? []);
  if (opens.length === 0) return {};
  return {
    opens(fact) {
      for (const opened of opens) {
        const names = opened(fact);
        if (names !== undefined) return names;
      }
      return undefined;
    },
  };
}

/** Absent where no feature announces anything. */
function announcementsOf<S>(
  features: readonly Feature<S>[],
): Pick<ActorRegistry<S>, "announcements"> {
  const sources = features.flatMap(({ announcements }) => announcements ?? []);
  if (sources.length === 0) return {};
  return {
    announcements: {
      of: (fact) => sources.flatMap((source) => source.of(fact) ?? [])[0],
      *all(state) {
        for (const source of sources) yield* source.all(state);
      },
    },
  };
}

function writesOf<S>(features: readonly Feature<S>[]): Map<string, WriteOperation<S>> {
  const operations = features.flatMap((feature) => feature.operations);
  const writes = operations.filter((operation) => operation.type === "write");
  return new Map(once(writes.map((operation) => [operation.id, operation])));
}

/** The entries; throws when two have one name. */
function once<T>(entries: readonly [string, T][]): readonly [string, T][] {
  const names = new Set<string>();
  for (const [name] of entries) {
    invariant(!names.has(name), `one feature declares ${name}, once`);
    names.add(name);
  }
  return entries;
}
