/** Who may call what: the ports of a program, by noun and action. */
import type { PortActor, Program } from "./program_schema.ts";

export type Caller = { port: string; actor: PortActor; as: string | undefined };
/** By `noun.action`. */
export type Ports = ReadonlyMap<string, readonly Caller[]>;

export function portsOf({ ports }: Program): Ports {
  const callers = new Map<string, Caller[]>();
  for (const [port, { actors, as, allow }] of Object.entries(ports)) {
    const ofPort = [...new Set(actors)].map((actor) => ({
      port,
      actor,
      as: actor === "customer" ? as : undefined,
    }));
    for (const entry of allow) {
      const known = callers.get(entry);
      if (known === undefined) callers.set(entry, ofPort.slice());
      // An entry that stands twice in a port is one.
      else if (known.at(-1)?.port !== port) for (const caller of ofPort) known.push(caller);
    }
  }
  return callers;
}

export function callersOf(ports: Ports, kind: string, action: string): readonly Caller[] {
  return ports.get(`${kind}.${action}`) ?? [];
}

export function mayClockCall(ports: Ports, kind: string, action: string): boolean {
  return callersOf(ports, kind, action).some(({ actor }) => actor === "clock");
}
