/**
 * Sends an answer in JSON. A large one is offered to the connection piece by piece: the server's
 * library would keep all of it for a client that asks again and again and never reads.
 */
import type { ProtocolCall } from "../calls/call.ts";
import type { ErrorCode } from "../contract/refusals/error_catalog.ts";

export const JSON_TYPE = "application/json";
/** Bytes, or characters, above which an answer is offered piece by piece. */
const WHOLE_MAX = 65_536;

/** Answers 200 with the content, which is JSON already. `code`: that of a refusal, for the log of requests. */
export function sendJson(
  call: ProtocolCall,
  content: string | Buffer,
  code: ErrorCode | undefined,
): void {
  if (content.length <= WHOLE_MAX) call.respond(200, JSON_TYPE, content, code);
  else {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    const body = { size: bytes.length, bytes };
    call.deliver({ kind: "body", contentType: JSON_TYPE, headers: "", body });
  }
}
