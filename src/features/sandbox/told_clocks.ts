/** The clocks of sandboxes as the shard sees them: they stand still, and go where they are told. */
import { invariant } from "../../base/invariant.ts";
import type { ToldClocks } from "../../contract/declare/due_source.ts";
import { sandboxClockOf } from "./product_clock.ts";
import {
  SANDBOX_CLOCK_STEPPED,
  type SandboxClockArrived,
  type SandboxClockStepped,
} from "./sandbox_facts.ts";
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
  stepped: ({ atMs, isOfPlatform }): SandboxClockStepped => ({
    kind: SANDBOX_CLOCK_STEPPED,
    atMs,
    ...(isOfPlatform && { isOfPlatform }),
  }),
  steppedKind: SANDBOX_CLOCK_STEPPED,
  arrived(state, realm): SandboxClockArrived {
    const run = sandboxClockOf(state, realm)?.runs?.[0];
    invariant(run !== undefined, "a clock arrives that is on its way");
    const { toldBy, toMs: effectiveAtMs, ran } = run;
    return { kind: "sandbox.clock_arrived.1", scope: realm, toldBy, effectiveAtMs, ran };
  },
};
