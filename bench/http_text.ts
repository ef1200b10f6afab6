/** The answer to a request of Node's own client, whole. */
import { once } from "node:events";
import type { ClientRequest, IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

/** Sends the body; resolves with status and text of the answer, and rejects where the connection ends before. */
export async function answerTo(
  outgoing: ClientRequest,
  body: string | Uint8Array,
): Promise<{ status: number; text: string }> {
  outgoing.end(body);
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  return { status: incoming.statusCode ?? 0, text: await text(incoming) };
}
