/** Times in files: `ISODateTime`, with or without an offset, and `ISODate`. What has no offset is taken as UTC. */
import { FileFault, type XmlElement } from "./xml_reader.ts";

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/;

/** Milliseconds UTC; of a day its beginning. Throws `FileFault`. */
export function momentIn(element: XmlElement): number {
  const read = MOMENT.exec(element.text);
  const [, day = "", time = "00:00:00", fraction = "", offset = "Z"] = read ?? [];
  const atMs = read === null ? Number.NaN : Date.parse(`${day}T${time}${fraction}${offset}`);
  // A day that does not exist is another one to some parsers.
  const isDay = new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) === true;
  if (!Number.isFinite(atMs) || !isDay || atMs < 0) {
    throw new FileFault(`${element.name}: "${element.text}" is no time`, element.line);
  }
  return atMs;
}
