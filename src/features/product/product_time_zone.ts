/** By which time zone days and months of a realm's books go: that of the company, as the platform shard has told it. */
import { noEvents } from "../../contract/declare/event.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { ZoneTable } from "../../rails/zone_offsets.ts";
import type { LedgerState } from "../ledger/ledger_state.ts";
import { beginMonths } from "../ledger/month_ends.ts";
import { beginInZone, moveZone } from "../ledger/realm_zones.ts";

const TIME_ZONE_TOLD = "product.time_zone_told.1";

/** The input of `product.time_zone.tell`. `sinceMs`: of a new Product, when it was made; the zone counts from the beginning on. */
export type TimeZoneTelling = { zone: ZoneTable; sinceMs?: number };

export type TimeZoneTold = TimeZoneTelling & { kind: typeof TIME_ZONE_TOLD };

export function timeZoneTold({ zone, sinceMs }: TimeZoneTelling): TimeZoneTold {
  return { kind: TIME_ZONE_TOLD, zone, ...(sinceMs !== undefined && { sinceMs }) };
}

export const timeZoneFacts: Record<typeof TIME_ZONE_TOLD, Apply<LedgerState>> = {
  [TIME_ZONE_TOLD]: (state, fact, { realm, timeMs }) => {
    const { zone, sinceMs } = fact as Fact & TimeZoneTold;
    if (sinceMs === undefined) {
      moveZone(state, realm, zone, timeMs);
      return;
    }
    beginInZone(state, realm, zone);
    // The realm was opened by days of UTC.
    beginMonths(state, realm, sinceMs);
  },
};

/** Callers see the zone of their company, and no event of it. */
export const timeZoneEvents = { [TIME_ZONE_TOLD]: noEvents };
