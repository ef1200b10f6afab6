/**
 * Follows a stream of server-sent events, with what EventSource does not do: it names the company that the tab acts
 * for, and takes a stream for lost that says nothing, not even its comments. Comes back by itself, later each time
 * that it was in vain, with the id of the last message.
 */
import { openEvents } from "./api.ts";

/** A server says something at least every 15 s: beyond this it counts as lost, milliseconds. */
const SILENT_MS = 20_000;
/** Before the first attempt to come back, and the longest before a later one, milliseconds. */
const BACK_MS = 1_000;
const BACK_MS_MAX = 30_000;

export type Message = { event: string; data: unknown };

/** `isUp`: whether the stream is there, so that whoever follows it knows when to ask by other means. */
export type Follower = { onMessage(message: Message): void; onState(isUp: boolean): void };

/** Follows the stream at `path` below `/v1` until `signal` ends it; resolves then. */
export async function follow(path: string, signal: AbortSignal, to: Follower): Promise<void> {
  let lastEventId = "";
  let waitMs = BACK_MS;
  while (!signal.aborted) {
    try {
      await readOnce(path, lastEventId, signal, {
        onState(isUp) {
          waitMs = BACK_MS;
          to.onState(isUp);
        },
        onMessage({ id, ...message }) {
          if (id !== "") lastEventId = id;
          to.onMessage(message);
        },
      });
    } catch {
      // No answer, or the connection was lost: it is tried again below.
    }
    if (signal.aborted) return;
    to.onState(false);
    await pause(waitMs, signal);
    waitMs = Math.min(2 * waitMs, BACK_MS_MAX);
  }
}

type Taken = Message & { id: string };

async function readOnce(
  path: string,
  lastEventId: string,
  signal: AbortSignal,
  { onMessage, onState }: { onMessage(message: Taken): void; onState(isUp: boolean): void },
): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENT_MS);
  try {
    const both = AbortSignal.any([signal, silence.signal]);
    const { ok, body } = await openEvents(path, { lastEventId, signal: both });
    if (!ok || body === null) return;
    onState(true);
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENT_MS);
      text += value;
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        const message = messageIn(text.slice(0, end));
        text = text.slice(end + 2);
        if (message !== undefined) onMessage(message);
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

/** The message in a block of the stream; undefined for a comment and for the time to wait. */
function messageIn(block: string): Taken | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split("\n")) {
    const at = line.indexOf(": ");
    if (at > 0) fields.set(line.slice(0, at), line.slice(at + 2));
  }
  const data = fields.get("data");
  if (data === undefined) return undefined;
  return { id: fields.get("id") ?? "", event: fields.get("event") ?? "", data: JSON.parse(data) };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
