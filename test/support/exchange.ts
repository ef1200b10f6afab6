/** One request over the connections of an agent of `node:http`, which costs half of what `fetch` does. */
import { request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from "node:http";

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/** Resolves with the whole answer. */
export function exchange(
  options: RequestOptions,
  body: string | Buffer | undefined,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(options);
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      // The server closed an idle connection while the request was on its way, and never got it.
      const isRace = outgoing.reusedSocket && error.code === "ECONNRESET";
      if (isRace) exchange(options, body).then(resolve, reject);
      else reject(error);
    });
    outgoing.on("response", (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", reject);
      incoming.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
      });
    });
    outgoing.end(body);
  });
}
