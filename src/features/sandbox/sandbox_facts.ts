/** What can happen to a sandbox's clock, and how it changes the state. Live realms have none. */
import type { Place } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import { namesOfOpened, PLATFORM_NAMES } from "../../contract/records/platform_realm.ts";
import {
  REALM_OPENED,
  REALM_RENEWED,
  type RealmOpened,
  type RealmRenewed,
} from "../../contract/records/realm_document.ts";
import type { Fact, RecordHead } from "../../contract/records/record.ts";
import { numberKey } from "../../contract/tables/table.ts";
import { beginMonths, retireMonths } from "../ledger/month_ends.ts";
import { inheritZone } from "../ledger/realm_zones.ts";
import { type SandboxClock, sandboxClockKey } from "./sandbox_clock.ts";
import type { SandboxState } from "./sandbox_state.ts";

/**
 * The clock was moved in one step, milliseconds UTC. In logs of before decision 0037; never written
 * now.
 */
export type SandboxClockAdvanced = {
  kind: "sandbox.clock_advanced.1";
  effectiveAtMs: number;
  revision: number;
};

/**
 * The clock is told to go to `toMs`, milliseconds UTC, as soon as it is where it was told before.
 */
export type SandboxClockTold = {
  kind: "sandbox.clock_told.1";
  toMs: number;
  revision: number;
};

/**
 * A step that was due at `atMs` has run, and the clock stands there. In the record of the step. One of the platform's own
 * books is not among those of which the caller is told that they ran.
 */
export type SandboxClockStepped = {
  kind: typeof SANDBOX_CLOCK_STEPPED;
  atMs: number;
  isOfPlatform?: true;
};
export const SANDBOX_CLOCK_STEPPED = "sandbox.clock_stepped.1";

/**
 * The clock of a realm stands where the record at `toldBy` told it to go; `ran` steps were due. The
 * field with the number of the realm has the name that the logs hold.
 */
export type SandboxClockArrived = {
  kind: "sandbox.clock_arrived.1";
  scope: number;
  toldBy: Place;
  effectiveAtMs: number;
  ran: number;
};

export const sandboxFacts: Record<string, Apply<SandboxState>> = {
  [REALM_OPENED]: startClock,
  [REALM_RENEWED]: (state, fact, head) => {
    const { number, retired } = fact as RealmRenewed;
    retireMonths(state, retired);
    inheritZone(state, number, retired);
    startClock(state, fact, head);
  },
  "sandbox.clock_advanced.1": (state, fact, { realm }) => {
    const { effectiveAtMs, revision } = fact as SandboxClockAdvanced;
    put(state, { realm, effectiveAtMs, revision });
  },
  "sandbox.clock_told.1": (state, fact, { realm, place }) => {
    const { toMs, revision } = fact as SandboxClockTold;
    const clock = clockOf(state, realm);
    const runs = [...(clock.runs ?? []), { toldBy: place, toMs, ran: 0 }];
    put(state, { ...clock, revision, runs });
  },
  [SANDBOX_CLOCK_STEPPED]: (state, fact, { realm }) => {
    const { atMs, isOfPlatform } = fact as SandboxClockStepped;
    const clock = clockOf(state, realm);
    const [run, ...later] = clock.runs ?? [];
    invariant(run !== undefined, "a clock steps on its way");
    const effectiveAtMs = Math.max(clock.effectiveAtMs, atMs);
    const ran = isOfPlatform === true ? run.ran : run.ran + 1;
    put(state, { ...clock, effectiveAtMs, runs: [{ ...run, ran }, ...later] });
  },
  "sandbox.clock_arrived.1": (state, fact, { timeMs }) => {
    const { scope: realm, toldBy, effectiveAtMs, ran } = fact as SandboxClockArrived;
    const { runs: [, ...later] = [], ...clock } = clockOf(state, realm);
    put(state, { ...clock, effectiveAtMs, ...(later.length > 0 && { runs: later }) });
    state.sandboxClockRuns.set(numberKey(toldBy), { realm, ran, arrivedAtMs: timeMs });
  },
};

/** The clock of a sandbox that has just been opened, in the place of another or not; and the months of a Product's realm. */
function startClock(state: SandboxState, fact: Fact, { timeMs }: RecordHead): void {
  const { number: realm, names, createdAtMs } = fact as Omit<RealmOpened, "kind"> & Fact;
  const { productId, environment } = namesOfOpened(names);
  if (productId === PLATFORM_NAMES.productId) return;
  if (environment === "sandbox") put(state, { realm, effectiveAtMs: createdAtMs, revision: 1 });
  beginMonths(state, realm, timeMs);
}

function clockOf(state: SandboxState, realm: number): SandboxClock {
  const clock = state.sandboxClocks.get(realm, sandboxClockKey(realm));
  invariant(clock !== undefined, "a sandbox has a clock from its opening on");
  return clock;
}

function put(state: SandboxState, clock: SandboxClock): void {
  state.sandboxClocks.set(sandboxClockKey(clock.realm), clock);
  state.calendars.setClock(clock.realm, clock.effectiveAtMs);
}
