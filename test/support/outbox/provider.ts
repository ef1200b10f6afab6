/** Providers on loopback that answer as a test says, and what the tests of the exchange ask of them. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { TestContext } from "node:test";
import type { ProviderEffect } from "../../../src/contract/messages/provider_protocol.ts";
import type { GuardedClientOptions } from "../../../src/outbox/guarded_client.ts";
import { ProviderExchange, type ProviderSending } from "../../../src/outbox/provider_exchange.ts";
import { receiverOf, SECRET } from "./receiver.ts";

export const EFFECT: ProviderEffect = {
  effectId: "preq_01",
  kind: "verification",
  subject: { type: "verification", id: "ver_01" },
  request: { tier: "tier_1", legalName: "Zoë ✓" },
};

export const ACCEPTED = {
  effectId: EFFECT.effectId,
  result: "accepted",
  providerReference: "chk-7",
  status: "processing",
};
export const REFUSED = {
  effectId: EFFECT.effectId,
  result: "refused",
  providerCode: "document_missing",
  message: "A document is missing.",
};
export const NEVER_SEEN = { effectId: EFFECT.effectId, result: "never_seen" };

/** What a provider answers: a status and a body; or the end of the connection. */
export type Scripted =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | "no answer";

export type Asked = {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
  bytes: Buffer;
};

/** A provider that gives the answers in their order, and a list of what it was asked. */
export async function providerOf(t: TestContext, answers: readonly Scripted[]) {
  const asked: Asked[] = [];
  const { port } = await receiverOf(t, async (request, response) => {
    const { method = "", url: path = "", headers } = request;
    const number = asked.push({ method, path, headers, body: "", bytes: Buffer.alloc(0) }) - 1;
    const bytes = await buffer(request);
    asked[number] = { method, path, headers, body: bytes.toString("utf8"), bytes };
    give(response, answers[number] ?? { status: 500 });
  });
  return { asked, baseUrl: `http://127.0.0.1:${port}/base` };
}

function give(response: ServerResponse, answer: Scripted): void {
  if (answer === "no answer") {
    response.socket?.destroy();
    return;
  }
  const { status, body, headers } = answer;
  const isText = typeof body === "string";
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(body === undefined ? "" : isText ? body : JSON.stringify(body));
}

/** An exchange that may ask providers on loopback. */
export function exchangeOf(t: TestContext, options: GuardedClientOptions = {}): ProviderExchange {
  const exchange = new ProviderExchange({ allowsLoopback: true, ...options });
  t.after(() => exchange.close());
  return exchange;
}

export function sendingTo(baseUrl: string, more: Partial<ProviderSending> = {}): ProviderSending {
  return { baseUrl, secrets: [SECRET], effect: EFFECT, asksFirst: false, ...more };
}
