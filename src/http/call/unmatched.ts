/**
 * A request that no route takes: an unknown path, or a known path with another method. OPTIONS on a
 * known path is answered with the methods of the path; every other request is refused.
 */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { discardBody } from "../read/request_body.ts";
import { isChunked } from "../read/request_headers.ts";
import type { HttpCall } from "./http_call.ts";
import type { PathHint } from "./path_hints.ts";

/**
 * `allow`: the methods that the path takes; undefined for an unknown path, for which `hint` may know what
 * was meant.
 */
export function answerUnmatched(
  call: HttpCall,
  allow: string | undefined,
  hint: PathHint | undefined,
): void {
  if (isChunked(call.headers)) discardBody(call.response, () => answer(call, allow, hint));
  else answer(call, allow, hint);
}

function answer(call: HttpCall, allow: string | undefined, hint: PathHint | undefined): void {
  if (allow !== undefined && call.method === "options") {
    call.answerOptions(allow);
    return;
  }
  // The message does not name the method: a proxy may send another method than its client did.
  if (allow === undefined) call.refuse(refuseUnknownPath(hint));
  else {
    const allowedMethods = allow.split(", ");
    const message = `this path does not take this method; it takes ${allow}`;
    call.refuseAs(404, refuse("not_found", message, { allowedMethods }), `\r\nallow: ${allow}`);
  }
}

/** Says that nothing is served on the path, and which path was probably meant. */
export function refuseUnknownPath(hint: PathHint | undefined): Refusal<"not_found"> {
  if (hint === undefined) {
    return refuse("not_found", "nothing is served on this path; /openapi.json lists the paths");
  }
  const { says, path } = hint;
  const rule = says === undefined ? "" : `: ${says}`;
  const message = `nothing is served on this path${rule}; did you mean ${path}?`;
  return refuse("not_found", message, { didYouMean: path });
}
