/** The aspect `stream` of a read: it is answered with server-sent events. */

/**
 * Absent: the read is answered once. With it the client gets events for as long as it listens, `output` is the schema of
 * one event, and the documents that describe the interface have the messages as they are described here.
 */
export type StreamForm = {
  /** What `event` says of a message: any type of event of the platform, or one of these names. */
  types: "every event type" | readonly string[];
  /** What `id` of a message is; with it in `Last-Event-ID` the stream goes on. */
  id: string;
  /** Where a stream begins for a client that sends no `Last-Event-ID`. */
  begins: string;
};
