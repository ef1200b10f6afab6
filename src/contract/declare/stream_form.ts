/**
 * What the documents say of the operations that answer with a stream of events. A stream is no operation of the
 * published contract, because OpenAPI has no word for messages, but everything that describes the interface names it.
 */
import type { StreamForm } from "./aspects/stream.ts";
import type { Operation } from "./operation.ts";

type Streaming = Operation<never> & { stream: StreamForm };

/** The operations that stream, of those given. */
export function streamsOf(operations: readonly Operation<never>[]): Streaming[] {
  return operations.filter((operation): operation is Streaming => operation.stream !== undefined);
}

/** Whether the documents that describe the interface have the operation: those of the contract, and the streams. */
export function isDescribed({
  inContract,
  stream,
}: Pick<Operation<never>, "inContract" | "stream">) {
  return inContract !== false || stream !== undefined;
}

/** What holds for every stream, one sentence or two in each item. */
export const STREAM_RULES: readonly string[] = [
  "A stream is a GET that is answered with `text/event-stream`: server-sent events, as the `EventSource` of HTML reads them. Send the credential in `Authorization`, as with every other request.",
  "A message has three lines: `id`, where the stream goes on behind this message; `event`, its type; `data`, one JSON document. Lines that begin with `:` are comments and say nothing but that the server is there: one comes every 5 seconds while nothing happens.",
  "To resume, connect again with the header `Last-Event-ID`: the `id` of the last message that you have worked off. You get every message behind it, each once and in order, also over a restart of the server, where the stream says nothing else. `EventSource` does this by itself.",
  "The first line is `retry: 1000`: wait one second before you connect again. On 429 and 503 wait as long as `retry-after` says, then connect again with the same `Last-Event-ID`; never stop for good because of these. Any other 4xx has to be mended first.",
  "When the server ends a stream, the last message has no `id`, the type `stream.ended` or `stream.dropped`, and `code`, `message` and `lastEventId` as its data. `stream.ended`: the server is stopping, or the credential does not hold any more. `stream.dropped`: you did not take what was written for 5 seconds; read faster, or filter more.",
  "One credential has at most 1,000 streams open on one edge of the server; the next one gets 429.",
];

/** One stream in words: where it is, what it sends, where it begins and resumes. */
export function streamText({ id, http, stream, scope }: Streaming): string {
  const types =
    typeof stream.types === "string"
      ? "`event` is the type of the event, each of `catalog.event_type.list`"
      : `\`event\` is ${stream.types.map((type) => `\`${type}\``).join(" or ")}`;
  const needs = scope === undefined ? "" : `, scope \`${scope}\``;
  return `\`GET /v1${http.path}\` (\`${id}\`${needs}): ${types}; \`id\` is ${stream.id}. Begins ${stream.begins}.`;
}
