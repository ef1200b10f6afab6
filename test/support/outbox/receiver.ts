/**
 * Receivers of webhooks on loopback, for tests: HTTP and HTTPS of Node, and raw sockets for what no
 * server of HTTP would answer. Each closes at the end of its test.
 */
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createRawServer, type Socket } from "node:net";
import type { TestContext } from "node:test";
import {
  type Webhook,
  WebhookSender,
  type WebhookSenderOptions,
} from "../../../src/outbox/webhook_sender.ts";

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
export const BODY = '{"id":"evt_1","type":"transfer.posted"}';

/** A promise, and what settles it (`Promise.withResolvers` of Node 22). */
export function promised<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (cause: unknown) => void = () => {};
  const promise = new Promise<T>((onValue, onCause) => {
    resolve = onValue;
    reject = onCause;
  });
  return { promise, resolve, reject };
}

/** A sender that may send to loopback. */
export function senderOf(t: TestContext, options: WebhookSenderOptions = {}): WebhookSender {
  const sender = new WebhookSender({ allowsLoopback: true, ...options });
  t.after(() => sender.close());
  return sender;
}

export function webhookTo(url: string, more: Partial<Webhook> = {}): Webhook {
  return { url, secrets: [SECRET], webhookId: "evt_1", body: Buffer.from(BODY), ...more };
}

export type Receiver = { server: Server; port: number; url: string };

/** A server of HTTP; `host` is an address of loopback. */
export async function receiverOf(
  t: TestContext,
  listener: RequestListener,
  host = "127.0.0.1",
): Promise<Receiver> {
  return listen(t, createServer(listener), "http", host);
}

/** A server of HTTPS with `CERTIFICATE`. */
export async function tlsReceiverOf(t: TestContext, listener: RequestListener): Promise<Receiver> {
  const server = createTlsServer({ key: PRIVATE_KEY, cert: CERTIFICATE }, listener);
  return listen(t, server as unknown as Server, "https", "127.0.0.1");
}

async function listen(t: TestContext, server: Server, scheme: string, host: string) {
  server.listen(0, host);
  await once(server, "listening");
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    server,
    port,
    url: `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}/hook`,
  };
}

/** A server of sockets. `onRequest` is called with each request that has come whole, and its number. */
export async function rawReceiverOf(
  t: TestContext,
  onRequest: (socket: Socket, request: string, number: number) => void,
): Promise<{ url: string; port: number; connections: Socket[] }> {
  const connections: Socket[] = [];
  let requests = 0;
  const server = createRawServer((socket) => {
    connections.push(socket);
    let text = "";
    // A sender that cuts the connection resets it.
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      const [, length = text.startsWith("GET ") ? "0" : undefined] =
        /content-length: (\d+)\r\n/.exec(text) ?? [];
      const head = text.indexOf("\r\n\r\n") + 4;
      const end = head + Number(length);
      if (length === undefined || head < 4 || text.length < end) return;
      const request = text.slice(0, end);
      text = text.slice(end);
      onRequest(socket, request, ++requests);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.close();
    for (const socket of connections) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, port, connections };
}

/** P-256, for hooks.localhost, hooks.example.com and 127.0.0.1, from 2000 to 2199, signed by itself. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmTCCAT6gAwIBAgIBATAKBggqhkjOPQQDAjAgMR4wHAYDVQQDDBVyZWNlaXZl
ciBvZiB0aGUgdGVzdHMwIBcNMDAwMTAxMDAwMDAwWhgPMjE5OTAxMDEwMDAwMDBa
MCAxHjAcBgNVBAMMFXJlY2VpdmVyIG9mIHRoZSB0ZXN0czBZMBMGByqGSM49AgEG
CCqGSM49AwEHA0IABEQZuouexIwORJS73FuKKa8KNmsFRcBVg0/QQF2FeXC/T4aN
uk7ORUkwNL8XD3enWGT4WEeoI3FfEVi1H4zoICKjZzBlMDMGA1UdEQQsMCqCD2hv
b2tzLmxvY2FsaG9zdIIRaG9va3MuZXhhbXBsZS5jb22HBH8AAAEwDwYDVR0TAQH/
BAUwAwEB/zAdBgNVHQ4EFgQU6VLNRDrrRMJ3RG8CgjYCD7ms4kMwCgYIKoZIzj0E
AwIDSQAwRgIhALKmq4GoK7B2L3TlGFXlA/gYmM2KYuzBNuead8kBTpjDAiEAyTK9
/cbSRbKaWoWxOyvPnmEpqcKzYn0HLrwjV7o3nII=
-----END CERTIFICATE-----
`;

/** The key of `CERTIFICATE`: known to everybody, and good for nothing but tests. */
export const PRIVATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQglKvq/P3fVwxOjqku
nGYlwRkOMCawklowhxt+a5s8nJyhRANCAAREGbqLnsSMDkSUu9xbiimvCjZrBUXA
VYNP0EBdhXlwv0+GjbpOzkVJMDS/Fw93p1hk+FhHqCNxXxFYtR+M6CAi
-----END PRIVATE KEY-----
`;
