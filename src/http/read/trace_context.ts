/**
 * The trace that a request belongs to, as W3C Trace Context has it in the header `traceparent`:
 * version, trace id, id of the caller's span, flags. A header that is not valid is as none ("the
 * vendor MUST ignore the traceparent"), never a refusal.
 */

/** `traceId`: 32, `parentId`: 16 hexadecimal digits in lower case; neither is all zeros. */
export type TraceContext = { traceId: string; parentId: string; flags: number };

/** Of a later version more may follow, behind a hyphen; of version 00 nothing may. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const NO_TRACE = "0".repeat(32);
const NO_SPAN = "0".repeat(16);

export function traceContextOf(traceparent: string): TraceContext | undefined {
  if (traceparent === "") return undefined;
  const parts = TRACEPARENT.exec(traceparent);
  if (parts === null) return undefined;
  const [, version, traceId = "", parentId = "", flags = "", more] = parts;
  if (version === "ff" || (version === "00" && more !== undefined)) return undefined;
  if (traceId === NO_TRACE || parentId === NO_SPAN) return undefined;
  return { traceId, parentId, flags: Number.parseInt(flags, 16) };
}
