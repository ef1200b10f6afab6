/**
 * The id of an event of `developer_log.stream`: how far the stream has come in the log of requests. 9
 * characters of time, and for each edge that had entries lately the 22 characters of the newest one's
 * place: the suffix without its check.
 */
import { lowestSuffixAt, timeMsOfSuffix } from "../../base/id.ts";
import {
  edgeOfSuffix,
  REQUEST_KEPT_MS,
  type RequestEntry,
  type RequestPosition,
} from "../../contract/messages/request_log.ts";

const TIME_LENGTH = 9;
const PLACE_LENGTH = 22;
/** A check that sorts after every real one: the position stands behind the entry. */
const AFTER_CHECK = "ZZZZ";
/** Digits of ids (`base/id.ts`); at most as many places as there can be edges. */
const POSITION = /^[0-9A-HJKMNP-TV-Z]{9}(?:[0-9A-HJKMNP-TV-Z]{22}){0,64}$/;

/** The position of a stream that begins at a time. */
export function positionAt(nowMs: number): RequestPosition {
  return { fromMs: nowMs, seen: new Map() };
}

export function positionText({ fromMs, seen }: RequestPosition): string {
  const places = [...seen.values()].map((suffix) => suffix.slice(0, PLACE_LENGTH));
  return lowestSuffixAt(fromMs).slice(0, TIME_LENGTH) + places.sort().join("");
}

/** The texts of the positions after each of the entries that a read after `from` found, in order. */
export function positionsAfter(
  { fromMs, seen }: RequestPosition,
  entries: readonly Pick<RequestEntry, "suffix">[],
): string[] {
  const reached = new Map(seen);
  return entries.map(({ suffix }) => {
    reached.set(edgeOfSuffix(suffix), suffix);
    return positionText({ fromMs, seen: reached });
  });
}

/** Undefined where the text is no position. Nothing is found that is kept no longer. */
export function parsePosition(text: string, nowMs: number): RequestPosition | undefined {
  if (!POSITION.test(text)) return undefined;
  const seen = new Map<string, string>();
  for (let at = TIME_LENGTH; at < text.length; at += PLACE_LENGTH) {
    const place = text.slice(at, at + PLACE_LENGTH);
    seen.set(edgeOfSuffix(place), place + AFTER_CHECK);
  }
  const fromMs = Math.max(timeMsOfSuffix(text), nowMs - REQUEST_KEPT_MS);
  return { fromMs, seen };
}
