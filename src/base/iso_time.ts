/** Time on the wire. */

let isoMs = -1;
let isoText = "";
/** ISO 8601 UTC with milliseconds; remembers the last one, as neighbours share it. */
export function isoTime(timeMs: number): string {
  if (timeMs !== isoMs) {
    isoText = new Date(timeMs).toISOString();
    isoMs = timeMs;
  }
  return isoText;
}
