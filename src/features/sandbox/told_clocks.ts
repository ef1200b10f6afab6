/** The clocks of sandboxes as the shard sees them: they stand still, and go where they are told. */
import { invariant } from "../../base/invariant.ts";
import type { ToldClocks } from "../../contract/declare/due_source.ts";
import { sandboxClockOf } from "./product_clock.ts";
import type { SandboxClockArrived, SandboxClockStepped } from "./sandbox_facts.ts";
import type { SandboxState } from "./sandbox_state.ts";

export const sandboxToldClocks: ToldClocks<SandboxState> = {
  *onTheirWay(state) {
    for (const { realm, runs } of state.sandboxClocks.values()) if (runs !== undefined) yield realm;
  },
  of(state, realm) {
    const clock = sandboxClockOf(state, realm);
    if (clock === undefined) return undefined;
    return clock.runs?.[0] ?? { toMs: clock.effectiveAtMs, toldBy: 0 };
  },
  stepped: (atMs): SandboxClockStepped => ({ kind: "sandbox.clock_stepped.1", atMs }),
  arrived(state, realm): SandboxClockArrived {
    const run = sandboxClockOf(state, realm)?.runs?.[0];
    invariant(run !== undefined, "a clock arrives that is on its way");
    const { toldBy, toMs: effectiveAtMs, ran } = run;
    return { kind: "sandbox.clock_arrived.1", scope: realm, toldBy, effectiveAtMs, ran };
  },
};
