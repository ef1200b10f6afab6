/**
 * What came of an advance of a sandbox's clock: its record says where the clock was told to go, and
 * a row that is written when the clock arrives says how many steps ran on the way. No row: under
 * way.
 */
import { isoTime } from "../../base/iso_time.ts";
import type { ScopeNames } from "../../contract/principal.ts";
import type { RecordHead, StoredRecord } from "../../contract/record.ts";
import type { Snapshot } from "../../contract/snapshot.ts";
import { decodeDocument, numberKey } from "../../contract/table.ts";
import { SANDBOX_CLOCK_RUN_TABLE, type SandboxClockRun } from "./sandbox_clock.ts";
import type { SandboxClockTold } from "./sandbox_facts.ts";
import type { SandboxState } from "./sandbox_state.ts";

/** How the advance of `record` ended, in the actor's memory; undefined while it is under way. */
export function clockRunOf(
  state: SandboxState,
  { scope, place }: RecordHead,
): SandboxClockRun | undefined {
  return state.sandboxClockRuns.get(scope, numberKey(place));
}

/** The same for a reader. */
export function readClockRun(
  snapshot: Snapshot,
  { scope, place }: RecordHead,
): SandboxClockRun | undefined {
  const value = snapshot.get(SANDBOX_CLOCK_RUN_TABLE, scope, numberKey(place));
  return value === undefined ? undefined : decodeDocument<SandboxClockRun>(value);
}

/**
 * JSON text of the answer to an advance, for ever the same; undefined when `record` is none that
 * ran.
 */
export function clockRunJson(
  record: StoredRecord,
  { productId }: Pick<ScopeNames, "productId">,
  run: SandboxClockRun | undefined,
): string | undefined {
  const told = toldOf(record);
  if (told === undefined || run === undefined) return undefined;
  return JSON.stringify({ productId, effectiveAt: isoTime(told.toMs), ran: run.ran });
}

/**
 * When what `record` began was over, milliseconds UTC; undefined while it is under way. Only an
 * advance takes longer than its own record.
 */
export function readFinishedMs(snapshot: Snapshot, record: StoredRecord): number | undefined {
  if (toldOf(record) === undefined) return record.timeMs;
  return readClockRun(snapshot, record)?.arrivedAtMs;
}

function toldOf({ operation, facts }: StoredRecord): SandboxClockTold | undefined {
  if (operation !== "sandbox.clock.advance") return undefined;
  return facts.find(({ kind }) => kind === "sandbox.clock_told.1") as SandboxClockTold | undefined;
}
