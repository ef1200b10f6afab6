/** The time zones by which the days of a realm's books go, one after another: the company's, as the realm was told. */
import { DocumentTable } from "../../contract/tables/document_table.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument, numberKey } from "../../contract/tables/table.ts";
import type { ZoneTable } from "../../rails/zone_offsets.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { RealmCalendars } from "./realm_calendars.ts";
import { UTC_CALENDAR, ZoneCalendar, type ZoneSpan } from "./zone_calendar.ts";

export type RealmZones = { realm: number; spans: readonly ZoneSpan[] };
type ZonedState = { calendars: RealmCalendars; realmZones: DocumentTable<RealmZones> };

export function realmZoneTable(): DocumentTable<RealmZones> {
  return new DocumentTable<RealmZones>({ name: "realm_zone", code: LEDGER_TABLE.realmZone });
}

/**
 * For `apply`: the realm is told of a zone in a record of the time `recordMs`. Days that have begun, and all of their month,
 * keep their bounds: days go by the zone from the first month on that begins afterwards, by the clock of the realm. Of
 * several in a month the last one counts.
 */
export function moveZone(
  state: ZonedState,
  realm: number,
  zone: ZoneTable,
  recordMs: number,
): void {
  const calendar = state.calendars.of(realm);
  setZones(state, realm, calendar.days.movedTo(zone, calendar.timeOf(recordMs)));
}

/** For `apply`: days of a realm that has just been opened go by the zone from the beginning on. */
export function beginInZone(state: ZonedState, realm: number, zone: ZoneTable): void {
  setZones(state, realm, [{ fromMs: 0, firstDay: 0, zone }]);
}

/** For `apply`: days of the realm go from the beginning on by the newest zone of the one whose place it takes. */
export function inheritZone(state: ZonedState, realm: number, retired: number): void {
  const newest = state.realmZones.get(retired, numberKey(retired))?.spans.at(-1);
  if (newest !== undefined) beginInZone(state, realm, newest.zone);
}

function setZones(state: ZonedState, realm: number, spans: readonly ZoneSpan[]): void {
  state.realmZones.set(numberKey(realm), { realm, spans });
  state.calendars.setZones(realm, spans);
}

/** After the tables were loaded. */
export function loadZones({ realmZones, calendars }: ZonedState): void {
  for (const { realm, spans } of realmZones.values()) calendars.setZones(realm, spans);
}

/** The days of the realm in a snapshot. */
export function seeDays(snapshot: Snapshot, realm: number | undefined): ZoneCalendar {
  if (realm === undefined) return UTC_CALENDAR;
  const value = snapshot.get(LEDGER_TABLE.realmZone, realm, numberKey(realm));
  if (value === undefined) return UTC_CALENDAR;
  return new ZoneCalendar(decodeDocument<RealmZones>(value).spans);
}
