/** An answer in the form of the web (`Response`), sent over the connection of its request. */
import type { ProtocolCall } from "../calls/call.ts";
import { JSON_TYPE, sendJson } from "./json_answer.ts";

const EVENTS_TYPE = "text/event-stream";

/**
 * Sends the answer: server-sent events as they come, anything else as a whole. `gone`: aborted when the client goes
 * away, which cancels the body.
 */
export async function sendResponse(
  call: ProtocolCall,
  response: Response,
  gone: AbortSignal,
): Promise<void> {
  const { status, body } = response;
  const contentType = response.headers.get("content-type") ?? JSON_TYPE;
  const code = status >= 400 ? "invalid_request" : undefined;
  if (body === null || !contentType.startsWith(EVENTS_TYPE)) {
    const text = body === null ? "" : await response.text();
    if (call.isFinished) return;
    if (status === 200) sendJson(call, text, code);
    else call.respond(status, contentType, text, code);
    return;
  }
  const reader = body.getReader();
  gone.addEventListener("abort", () => void reader.cancel().catch(() => {}));
  const chunks = call.openChunks(status, contentType);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (call.isFinished) return;
      if (done) break;
      await chunks.write(value);
    }
    chunks.end();
  } catch {
    // The body cannot be completed: nobody takes what was sent for a whole answer.
    chunks.close();
  }
}
