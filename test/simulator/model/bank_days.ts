/** When SEPA carries money (src/rails/README.md): the days on which its banks work, and the times of day in Brussels. */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const CUT_OFF_HOUR = 16;
const ARRIVAL_HOUR = 9;

/** `arrivesOn`: `YYYY-MM-DD`. `settlesAtMs`: when the money is there, never before `atMs`. */
export function sepaSettlement(atMs: number): { arrivesOn: string; settlesAtMs: number } {
  const localMs = atMs + offsetMs(atMs);
  const today = Math.floor(localMs / DAY_MS);
  const isLate = localMs - today * DAY_MS >= CUT_OFF_HOUR * HOUR_MS;
  const submitted = bankDayFrom(isLate && isBankDay(today) ? today + 1 : today);
  const arrives = bankDayFrom(submitted + 1);
  const arrivalMs = arrives * DAY_MS + ARRIVAL_HOUR * HOUR_MS;
  return {
    arrivesOn: dayText(arrives),
    settlesAtMs: Math.max(atMs, arrivalMs - offsetMs(arrivalMs)),
  };
}

/** Until when a debit that has settled at `atMs` can come back: for any reason eight weeks, for want of authority 13 months. */
export function sepaReturnDays(atMs: number): { anyReason: string; unauthorized: string } {
  const day = Math.floor((atMs + offsetMs(atMs)) / DAY_MS);
  const date = new Date(day * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 13];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const later = Date.UTC(year, month, Math.min(date.getUTCDate(), lastOfMonth));
  return { anyReason: dayText(day + 56), unauthorized: dayText(later / DAY_MS) };
}

/** The day of a time, `YYYY-MM-DD`, UTC. */
export function utcDay(atMs: number): string {
  return dayText(Math.floor(atMs / DAY_MS));
}

/** How far Brussels is before UTC: one hour more from the last Sunday of March to that of October, at 1:00 UTC. */
function offsetMs(atMs: number): number {
  const year = new Date(atMs).getUTCFullYear();
  const [from, to] = [lastSunday(year, 2), lastSunday(year, 9)];
  const isSummer = atMs >= from + HOUR_MS && atMs < to + HOUR_MS;
  return isSummer ? 2 * HOUR_MS : HOUR_MS;
}

function lastSunday(year: number, month: number): number {
  const last = Date.UTC(year, month + 1, 0);
  return last - new Date(last).getUTCDay() * DAY_MS;
}

function bankDayFrom(day: number): number {
  return isBankDay(day) ? day : bankDayFrom(day + 1);
}

/** Days of T2: not at weekends, at New Year, from Good Friday to Easter Monday, on 1 May, 25 and 26 December. */
function isBankDay(day: number): boolean {
  const date = new Date(day * DAY_MS);
  const weekday = date.getUTCDay();
  const inYear = dayText(day).slice(5);
  const fromEaster = day - easterOf(date.getUTCFullYear());
  const isHoliday =
    ["01-01", "05-01", "12-25", "12-26"].includes(inYear) || fromEaster === -2 || fromEaster === 1;
  return weekday !== 0 && weekday !== 6 && !isHoliday;
}

/** The day of Easter Sunday, by the rule of Butcher for the Gregorian calendar. */
function easterOf(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const leaps = Math.floor((year % 100) / 4);
  const weekday = (32 + 2 * (century % 4) + 2 * leaps - epact - ((year % 100) % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * shift + 114;
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1) / DAY_MS;
}

function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
