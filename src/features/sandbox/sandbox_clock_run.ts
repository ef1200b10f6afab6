/**
 * What came of an advance of a sandbox's clock: its record says where the clock was told to go, and
 * a row that is written when the clock arrives says how many steps ran on the way. No row: under
 * way.
 */
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import type { Ending } from "../../contract/declare/ending.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import type { RecordHead, StoredRecord } from "../../contract/records/record.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument, numberKey } from "../../contract/tables/table.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { SandboxClockRun } from "./sandbox_clock.ts";
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
        const value = snapshot.get(LEDGER_TABLE.sandboxClockRun, realm, key);
        return value === undefined ? undefined : decodeDocument<SandboxClockRun>(value);
      },
    },
  };
}

/** How the advance of `record` ended; undefined while the advance is under way. */
function clockRunOf({ sandboxClockRuns }: ClockRuns, { realm, place }: RecordHead) {
  return sandboxClockRuns.get(realm, numberKey(place));
}

/** The end of an advance, at which it is answered; undefined while the advance is under way. */
export function clockRunEnding(
  record: StoredRecord,
  { productId }: Pick<RealmNames, "productId">,
  runs: ClockRuns,
): Ending<never> | undefined {
  const run = clockRunOf(runs, record);
  if (run === undefined) return undefined;
  const { ran, arrivedAtMs: atMs } = run;
  const body = JSON.stringify({ productId, effectiveAt: isoTime(toldOf(record).toMs), ran });
  return { kind: "succeeded", atMs, body };
}

function toldOf({ facts }: StoredRecord): SandboxClockTold {
  const told = facts.find(({ kind }) => kind === "sandbox.clock_told.1");
  invariant(told !== undefined, "an advance that keeps no answer says where the clock goes");
  return told as SandboxClockTold;
}
