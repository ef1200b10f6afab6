/** What the platform counts of each realm, month by month, with every record. */
import type { Feature } from "../../contract/declare/feature.ts";
import { monthOf } from "../calendar_month.ts";
import { sandboxClockOf } from "../sandbox/product_clock.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import { MeterTable } from "./meter_table.ts";

export type MeteringState = SandboxState & { metering: MeterTable };

/** The realm of the platform itself, which no Product pays for. */
const PLATFORM_REALM = 0;

export const meteringFeature = {
  operations: [],
  createState: () => ({ metering: new MeterTable() }),
  tables: ({ metering }) => [metering],
  recorded(state, record) {
    const { realm, timeMs } = record;
    if (realm === PLATFORM_REALM) return;
    state.metering.count(record, usageMonthOf(state, realm, timeMs));
  },
} satisfies Feature<MeteringState>;

function usageMonthOf(state: SandboxState, realm: number, timeMs: number): string {
  return monthOf(sandboxClockOf(state, realm)?.effectiveAtMs ?? timeMs);
}
