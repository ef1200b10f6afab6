/** One request over the connections of an agent of `node:http`, which costs half of what `fetch` does. */
import {
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from "node:http";
import { buffer } from "node:stream/consumers";

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/** How often a request is sent whose connection ends before it was sent as a whole. */
const TRIES = 10;

/** Resolves with the whole answer. */
export function exchange(
  options: RequestOptions,
  body: string | Buffer | undefined,
  tries = TRIES,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(options);
    let isAnswered = false;
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      // The server closed an idle connection while the request was on its way, and never got it.
      const isRace = outgoing.reusedSocket && error.code === "ECONNRESET";
      // The server refused a body and closed before the whole had come. The refusal can be lost with the rest of
      // the body (RFC 9112, 9.6); a request that did not come as a whole did nothing.
      const isCut = error.code === "EPIPE" && tries > 1;
      if (isAnswered || !(isRace || isCut)) reject(error);
      else exchange(options, body, isRace ? tries : tries - 1).then(resolve, reject);
    });
    outgoing.on("response", (incoming) => {
      isAnswered = true;
      resolve(answerOf(incoming));
    });
    outgoing.end(body);
  });
}

/** What has come, when its body has come as a whole. */
export async function answerOf(incoming: IncomingMessage): Promise<Answer> {
  const text = (await buffer(incoming)).toString("utf8");
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, text };
}
