/**
 * Clients that read a stream of events by themselves, as a browser's EventSource. Such a client connects again where a
 * connection ends, and at any status but 200 it fails for ever (HTML, Server-sent events, Processing model:
 * "reestablish the connection", "fail the connection"). So it is told no refusal that time alone ends.
 */
import type { AnyOperation } from "../../calls/callable.ts";
import type { RequestHeaders } from "./request_headers.ts";

export const EVENTS_TYPE = "text/event-stream";
/** The status of a refusal that time alone ends: of a start, of a stop, of a shard that does not answer. */
const UNAVAILABLE = 503;

/**
 * Whether the request is to be closed without an answer, because its client comes again by itself. `stream`: what its operation
 * says of one.
 */
export function comesAgain(
  status: number,
  stream: AnyOperation["stream"],
  { method, headers }: { method: string; headers: Pick<RequestHeaders, "accept"> },
): boolean {
  if (status !== UNAVAILABLE || stream === undefined || method !== "get") return false;
  return headers.accept.toLowerCase().includes(EVENTS_TYPE);
}
