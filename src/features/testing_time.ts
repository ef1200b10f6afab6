/**
 * For tests: time in a shard in memory, as an actor lets it pass. The naive twin of the actor's
 * loop: one scope, no turns, every source asked again before each step.
 */
import { invariant } from "../base/invariant.ts";
import type { DueStep } from "../contract/due_source.ts";
import { SHARD_REGISTRY } from "./registry.ts";
import { sandboxClockAdvance } from "./sandbox/sandbox.clock.advance.ts";
import { sandboxToldClocks } from "./sandbox/told_clocks.ts";
import { type Outcome, PRINCIPAL, PRODUCT_ID, type TestShard } from "./testing.ts";

const CLOCK = { principal: { ...PRINCIPAL, principalId: "clock" }, cause: "clock" } as const;

/** The earliest step of scope 1, due or not. */
export function earliestStep({ state }: Pick<TestShard, "state">): DueStep | undefined {
  const steps = SHARD_REGISTRY.due.map((source) => source.earliest(state, 1));
  return steps.filter((step) => step !== undefined).sort((a, b) => a.atMs - b.atMs)[0];
}

/**
 * Runs what is due in scope 1 until nothing is and its clock stands, or `limit` steps have run.
 * Returns what came of each step.
 */
export function passTime(shard: TestShard, limit = Number.POSITIVE_INFINITY): Outcome[] {
  const outcomes: Outcome[] = [];
  while (outcomes.length < limit) {
    const { toMs, toldBy } = sandboxToldClocks.of(shard.state, 1) ?? {
      toMs: shard.nowMs,
      toldBy: 0,
    };
    const step = earliestStep(shard);
    if (step !== undefined && step.atMs <= toMs) outcomes.push(runStep(shard, step, toldBy));
    else if (toldBy === 0) break;
    else shard.apply([sandboxToldClocks.arrived(shard.state, 1)], { scope: 0 });
  }
  return outcomes;
}

function runStep(shard: TestShard, { atMs, operation, input }: DueStep, toldBy: number): Outcome {
  const declared = SHARD_REGISTRY.operations.get(operation);
  invariant(declared !== undefined, "a source asks for an operation that there is");
  const facts = toldBy === 0 ? [] : [sandboxToldClocks.stepped(atMs)];
  return shard.run(declared, input, { ...CLOCK, parentPlace: toldBy, due: { atMs, facts } });
}

/** Advances the sandbox clock of scope 1 and runs what is due on the way. */
export function advanceClock(shard: TestShard, at: string) {
  const told = shard.run(sandboxClockAdvance, { productId: PRODUCT_ID, at });
  const steps = passTime(shard);
  const { place, code } = told;
  const reply = code === undefined ? shard.replyOf(sandboxClockAdvance, place) : undefined;
  return { ...told, steps, reply };
}
