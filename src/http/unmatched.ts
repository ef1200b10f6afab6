/**
 * A request that no route takes: an unknown path, or a known path with another method. OPTIONS on a
 * known path is answered with the methods of the path; every other request is refused.
 */
import { refuse } from "../contract/refusal.ts";
import type { HttpCall } from "./http_call.ts";
import { discardBody } from "./request_body.ts";
import { isChunked } from "./request_headers.ts";

/** `allow`: the methods that the path takes; undefined for an unknown path. */
export function answerUnmatched(call: HttpCall, allow: string | undefined): void {
  if (isChunked(call.headers)) discardBody(call.response, () => answer(call, allow));
  else answer(call, allow);
}

function answer(call: HttpCall, allow: string | undefined): void {
  if (allow !== undefined && call.method === "options") {
    call.answerOptions(allow);
    return;
  }
  // The message does not name the method: a proxy may send another method than its client did.
  if (allow === undefined) call.refuse(refuse("not_found", "nothing is served on this path"));
  else {
    const refusal = refuse("not_found", "this path does not take this method");
    call.refuseAs(404, refusal, `\r\nallow: ${allow}`);
  }
}
