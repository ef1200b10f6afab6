/** Whether what a step of a scenario expects holds, and what does not, in sentences. */
import type { MemoryWorld } from "./memory_world.ts";
import type { Expect } from "./scenario_schema.ts";
import type { TraceStep } from "./trace.ts";

/** How a step of a scenario differs from what it expects, one sentence each; none where it does not. */
export function expectationFaults(
  expect: Expect,
  trace: Pick<TraceStep, "outcome" | "code" | "ran">,
  {
    world: { objects, balances },
    currencies,
    objectId,
  }: {
    world: Pick<MemoryWorld, "objects" | "balances">;
    currencies: readonly string[];
    /** The object whose state is meant. */
    objectId: string | undefined;
  },
): string[] {
  const faults: string[] = [];
  const { code, state, ran } = expect;
  if (code !== trace.code) {
    const expected = code === undefined ? "it succeeds" : `it is refused with ${code}`;
    const actual = trace.code === undefined ? "it succeeded" : `it was refused with ${trace.code}`;
    faults.push(`expected that ${expected}, and ${actual}`);
  }
  if (state !== undefined) {
    const object = objectId === undefined ? undefined : objects.get(objectId);
    const actual = object === undefined ? "there is no such object" : `it is ${object.state}`;
    if (object?.state !== state) faults.push(`expected the state ${state}, and ${actual}`);
  }
  if (ran !== undefined && ran !== trace.ran.length) {
    faults.push(`expected ${ran} runs of the clock, and there were ${trace.ran.length}`);
  }
  for (const [account, expected] of Object.entries(expect.balances ?? {})) {
    const [only, ...others] = currencies;
    const full = others.length === 0 ? `${account}.${only}` : account;
    const actual = String(balances.get(account) ?? balances.get(full) ?? 0n);
    if (actual !== expected)
      faults.push(`expected ${expected} on ${account}, and it has ${actual}`);
  }
  return faults;
}
