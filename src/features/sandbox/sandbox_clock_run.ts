/**
 * What came of an advance of a sandbox's clock: its record says where the clock was told to go, and
 * a row that is written when the clock arrives says how many steps ran on the way. No row: under
 * way.
 */
import { isoTime } from "../../base/iso_time.ts";
import type { RealmNames } from "../../contract/principal.ts";
import type { RecordHead, StoredRecord } from "../../contract/record.ts";
import type { Snapshot } from "../../contract/snapshot.ts";
import { decodeDocument, numberKey } from "../../contract/table.ts";
import { SANDBOX_CLOCK_RUN_TABLE, type SandboxClockRun } from "./sandbox_clock.ts";
import type { SandboxClockTold } from "./sandbox_facts.ts";

/** The rows of clock runs, in the memory of the shard or in a snapshot. */
type ClockRuns = {
  sandboxClockRuns: { get(realm: number, key: string): SandboxClockRun | undefined };
};

/** The rows of clock runs as a snapshot shows them. */
export function clockRunsOf(snapshot: Snapshot): ClockRuns {
  return {
    sandboxClockRuns: {
      get(realm, key) {
        const value = snapshot.get(SANDBOX_CLOCK_RUN_TABLE, realm, key);
        return value === undefined ? undefined : decodeDocument<SandboxClockRun>(value);
      },
    },
  };
}

/** How the advance of `record` ended; undefined while the advance is under way. */
function clockRunOf({ sandboxClockRuns }: ClockRuns, { realm, place }: RecordHead) {
  return sandboxClockRuns.get(realm, numberKey(place));
}

/** JSON text of the answer to an advance; undefined while the advance is under way, or was refused. */
export function clockRunReply(
  record: StoredRecord,
  { productId }: Pick<RealmNames, "productId">,
  runs: ClockRuns,
): string | undefined {
  const told = toldOf(record);
  const run = clockRunOf(runs, record);
  if (told === undefined || run === undefined) return undefined;
  return JSON.stringify({ productId, effectiveAt: isoTime(told.toMs), ran: run.ran });
}

/**
 * When what `record` began was over, milliseconds UTC; undefined while it is under way. Only an
 * advance takes longer than its own record.
 */
export function readFinishedMs(snapshot: Snapshot, record: StoredRecord): number | undefined {
  if (toldOf(record) === undefined) return record.timeMs;
  return clockRunOf(clockRunsOf(snapshot), record)?.arrivedAtMs;
}

function toldOf({ operation, facts }: StoredRecord): SandboxClockTold | undefined {
  if (operation !== "sandbox.clock.advance") return undefined;
  return facts.find(({ kind }) => kind === "sandbox.clock_told.1") as SandboxClockTold | undefined;
}
