/** What the platform counts of each realm, month by month, with every record. */
import type { Feature } from "../../contract/declare/feature.ts";
import { MeterTable } from "./meter_table.ts";
import type { MeteringState } from "./metering_state.ts";

/** The realm of the platform itself, which no Product pays for. */
const PLATFORM_REALM = 0;

export const meteringFeature = {
  operations: [],
  createState: () => ({ metering: new MeterTable() }),
  tables: ({ metering }) => [metering],
  recorded({ metering, calendars }, record) {
    if (record.realm !== PLATFORM_REALM) metering.count(record, calendars.of(record.realm));
  },
} satisfies Feature<MeteringState>;
