/** For tests: a receiver of webhooks in the process of the test, and endpoints that send to it. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { type Client, type Document, expect } from "./client.ts";
import { walk } from "./parties.ts";
import { PATIENCE_MS } from "./patience.ts";

/** An event as its webhook and `GET /events/{eventId}` show it. */
export type SentEvent = {
  id: string;
  type: string;
  /** A whole number, as text. */
  sequence: string;
  data: { object: Document };
};

export type Received = {
  /** Path of the endpoint's URL; each endpoint of a test has its own. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  event: SentEvent;
};

/** Answers one webhook; a receiver without one answers 200. */
export type Answer = (response: ServerResponse, received: Received) => void;

export type Receiver = {
  /** In the order in which they came whole. */
  readonly received: readonly Received[];
  /** What came at a path. */
  at(path: string): Received[];
  /** The URL of a path, which begins with a slash. */
  urlOf(path: string): string;
  /** From now on the webhooks of this path are answered so. */
  answer(path: string, answer: Answer): void;
  close(): void;
};

const POLL_MS = 20;

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answers = new Map<string, Answer>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const headers = request.headers as Record<string, string>;
      const one = { path: request.url ?? "", headers, body, event: JSON.parse(body) as SentEvent };
      received.push(one);
      const answer = answers.get(one.path);
      if (answer === undefined) response.end("thanks");
      else answer(response, one);
    });
  });
  // A connection that the receiver closes would be a second reason for a webhook to come twice.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    received,
    at: (path) => received.filter((one) => one.path === path),
    urlOf: (path) => `http://127.0.0.1:${port}${path}`,
    answer: (path, answer) => answers.set(path, answer),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export type Endpoint = { webhookEndpointId: string; secret: string };

/** Makes an endpoint, with a key that a browser made. */
export async function newEndpoint(
  client: Client,
  url: string,
  eventTypes: readonly string[] = ["*"],
): Promise<Endpoint> {
  const { productId } = client;
  const made = expect(await client.post("/webhook-endpoints", { productId, url, eventTypes }), 201);
  return { webhookEndpointId: made.id("webhookEndpointId"), secret: made.id("secret") };
}

/** Whether the webhook is signed with the secret, as the package of Standard Webhooks judges. */
export function isSignedWith(secret: string, { body, headers }: Received): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

/** Every event of the Product in the environment of the client's key, oldest first. */
export async function eventsOf(client: Client): Promise<SentEvent[]> {
  const events = await walk(client, `/events?productId=${client.productId}&afterSequence=0`);
  return events as unknown as SentEvent[];
}

/** The deliveries to an endpoint, newest first. */
export async function deliveriesTo(
  client: Client,
  { webhookEndpointId }: Endpoint,
): Promise<Document[]> {
  const own = `productId=${client.productId}&webhookEndpointId=${webhookEndpointId}`;
  return await walk(client, `/webhook-deliveries?${own}`);
}

/** Resolves when it is so; fails after a time that only something that never happens takes. */
export async function until(
  isSo: () => Promise<boolean> | boolean,
  what: string | (() => string),
): Promise<void> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    assert.ok(performance.now() < deadlineMs, typeof what === "string" ? what : what());
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
