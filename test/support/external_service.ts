/** An external service over HTTP, to which effects are carried: a request waits until the test answers it. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type ServiceRequest = {
  /** The idempotency key of the request. */
  effectId: string | undefined;
  answer(text: string): void;
};

export type ExternalService = {
  url: string;
  /** Requests that nobody has taken by `next`. */
  readonly waiting: number;
  /** The next request that the service receives. */
  next(): Promise<ServiceRequest>;
  close(): void;
};

export async function openExternalService(): Promise<ExternalService> {
  const received: ServiceRequest[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    const effectId = request.headers["idempotency-key"] as string | undefined;
    received.push({ effectId, answer: (text) => void response.end(text) });
    server.emit("received");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    get waiting() {
      return received.length;
    },
    async next() {
      for (;;) {
        const next = received.shift();
        if (next !== undefined) return next;
        await once(server, "received");
      }
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
