/** The real parts of a server with one thing changed: what decides, or what says that something is due. */
import type { DueStep } from "../../src/contract/declare/due_source.ts";
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
    stepped: (atMs) => real.stepped(stepped(atMs)),
  };
  return { ...REAL_PARTS, registry: { ...REAL_PARTS.registry, due, clocks } };
}
