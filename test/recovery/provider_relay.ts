/**
 * The address at which a provider tells its news while the server comes back on another port: what is posted here is
 * posted to the server that serves now, unchanged; 503 while there is none.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

const AWAY = 503;
/** Of the connection, not of the request. */
const OWN_HEADERS = ["connection", "content-length", "host", "transfer-encoding"];

export type NewsRelay = { origin: string; close(): Promise<void> };

/** `serving`: the origin of the server, or undefined while it is down. */
export async function openNewsRelay(serving: () => string | undefined): Promise<NewsRelay> {
  const server = createServer((incoming, response) => {
    relayed(incoming, serving())
      .catch(() => AWAY)
      .then((status) => response.writeHead(status).end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function relayed(incoming: IncomingMessage, origin: string | undefined): Promise<number> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  if (origin === undefined) return AWAY;
  const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
    OWN_HEADERS.includes(name) ? [] : [[name, String(value)] as [string, string]],
  );
  const body = Buffer.concat(parts);
  const answer = await fetch(`${origin}${incoming.url}`, { method: "POST", headers, body });
  await answer.text();
  return answer.status;
}
