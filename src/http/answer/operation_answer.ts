/** What an operation's reply, its find, or its redirection is written as: pure, without what every answer has. */
import type { AnyOperation } from "../../calls/callable.ts";
import { bodyOf, type Found } from "../../contract/declare/found.ts";
import type { ErrorBody } from "../../contract/refusals/error_envelope.ts";
import type { Outgoing } from "../connection.ts";
import type { EdgeContext } from "../edge_context.ts";
import { sessionAnswer } from "../read/session_cookie.ts";
import { oauthAnswer } from "./oauth_answer.ts";
import { type RefusalForm, shardRefusalAnswer } from "./refusal_answer.ts";
import { JSON_TYPE, locationHeader, PAGE_TYPE } from "./response_head.ts";
import { VARIES } from "./security_headers.ts";

/** A reply of a shard. `headers`: the lines that name its operation; `bytes`: the body, `body` is then "". */
export type ShardReply = {
  status: number;
  headers: string;
  body: string;
  bytes: Uint8Array | undefined;
  replayed: boolean;
};

/** `form`: asked only where the reply is a refusal, because it reads what the client prefers. */
export function replyAnswer(
  operation: AnyOperation | undefined,
  { status, headers, body, bytes, replayed }: ShardReply,
  edge: EdgeContext,
  form: () => RefusalForm,
): Outgoing {
  if (status >= 400 && operation?.oauth !== undefined) {
    const { error } = JSON.parse(body) as ErrorBody;
    return { ...oauthAnswer(error, operation.oauth), headers, replayed };
  }
  if (status >= 400) {
    const answer = shardRefusalAnswer(status, body, edge, form());
    return { ...answer, headers: headers + answer.retryLine + VARIES, replayed };
  }
  if (operation?.answers === "redirect") {
    const { location } = JSON.parse(body) as { location: string };
    return { ...redirectTo(status, headers, location), replayed };
  }
  if (operation?.head?.session !== undefined) {
    const kept = sessionAnswer(operation.head.session, body, edge.sessionCookies);
    const lines = headers + kept.lines;
    return { status, contentType: JSON_TYPE, headers: lines, body: kept.body, replayed };
  }
  return { status, contentType: JSON_TYPE, headers, body, bytes, replayed };
}

/** The answer of a read: a page, a redirection, or a document. */
export function foundAnswer(status: number, headers: string, found: Found): Outgoing {
  const { page, location } = found;
  if (page !== undefined) return { status, contentType: PAGE_TYPE, headers, body: page };
  if (location !== undefined) return redirectTo(status, headers, location);
  return { status, contentType: JSON_TYPE, headers, ...bodyOf(found) };
}

function redirectTo(status: number, headers: string, location: string): Outgoing {
  return { status, contentType: PAGE_TYPE, headers: headers + locationHeader(location), body: "" };
}
