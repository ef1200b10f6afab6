/** The real parts of a server with one thing changed: what decides, or what says that something is due. */
import type { DueStep } from "../../src/contract/declare/due_source.ts";
import type { Fact } from "../../src/contract/records/record.ts";
import { type Parts, REAL_PARTS } from "./server.ts";

type Registry = Parts["registry"];
type Operation = Registry["operations"] extends ReadonlyMap<string, infer O> ? O : never;
export type Decide = Operation["decide"];

/** The real parts, with a changed `decide` of these operations. */
export function deciding(ids: readonly string[], change: (decide: Decide) => Decide): Parts {
  const operations = new Map(REAL_PARTS.registry.operations);
  for (const id of ids) {
    const operation = operations.get(id) as Operation;
    operations.set(id, { ...operation, decide: change(operation.decide) });
  }
  return { ...REAL_PARTS, registry: { ...REAL_PARTS.registry, operations } };
}

type Due = Registry["due"][number];
type Clocks = NonNullable<Registry["clocks"]>;
/** The changes to the real due sources and to the real clocks. */
type Timing = {
  realms?: Due["realms"];
  onTheirWay?: Clocks["onTheirWay"];
  earliest?: (step: DueStep | undefined, isLive: boolean) => DueStep | undefined;
  stepped?: (atMs: number) => number;
  /** The name of a source that names no step. */
  without?: string;
};

export function timing({
  earliest,
  realms,
  onTheirWay,
  stepped = (atMs) => atMs,
  without,
}: Timing): Parts {
  const due = REAL_PARTS.registry.due.map(
    (source): Due => ({
      ...source,
      ...(realms !== undefined && { realms }),
      earliest(state, realm) {
        if (source.name === without) return undefined;
        const step = source.earliest(state, realm);
        const isLive = REAL_PARTS.registry.clocks?.of(state, realm) === undefined;
        return earliest === undefined ? step : earliest(step, isLive);
      },
    }),
  );
  const real = REAL_PARTS.registry.clocks as Clocks;
  const clocks: Clocks = {
    ...real,
    ...(onTheirWay !== undefined && { onTheirWay }),
    stepped: (step) => real.stepped({ ...step, atMs: stepped(step.atMs) }),
  };
  return { ...REAL_PARTS, registry: { ...REAL_PARTS.registry, due, clocks } };
}

/** A table that has nothing. */
export const NOTHING = { get: () => undefined };

/** The real parts, with each fact of the decisions of these operations changed, or left out. */
export function changing(ids: readonly string[], change: (fact: Fact) => Fact | undefined): Parts {
  return deciding(ids, (decide): Decide => {
    return (...asked) => {
      const decision = decide(...asked);
      const facts = (decision.facts ?? []).flatMap((fact) => change(fact as Fact) ?? []);
      return { ...decision, facts } as ReturnType<Decide>;
    };
  });
}

/** The table with some of its methods replaced. */
export function replaced<T extends object>(table: T, instead: Partial<T>): T {
  return new Proxy(table, {
    get(_table, name) {
      const own = Reflect.get(instead, name) as unknown;
      if (own !== undefined) return own;
      const value = Reflect.get(table, name, table) as unknown;
      return typeof value === "function" ? value.bind(table) : value;
    },
  });
}
