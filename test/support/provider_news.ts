/** For tests of live providers: entities that wait for a verification, and news as a provider signs and tells it. */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { signedHeaders } from "../../src/contract/messages/webhook_signature.ts";
import { type Client, expect } from "./client.ts";
import { firstTierFields } from "./features/entity/kyc.ts";
import { bookLines } from "./provider.ts";
import type { Server } from "./server.ts";

/** An entity that has submitted fields: all that the first tier asks for, or those given. */
export async function submittedEntity(
  client: Client,
  fields: object = firstTierFields(),
): Promise<string> {
  const { productId } = client;
  const entity = { kind: "person", displayName: "Ada", country: "DE" };
  const customer = expect(await client.post("/customers", { productId, entity }), 201);
  const entityId = customer.id("entity.entityId");
  const submission = { tier: "tier_1", fields };
  expect(await client.post(`/entities/${entityId}/kyc`, submission), 200);
  return entityId;
}

/** The address of the news of a provider. */
export function newsUrl({ baseUrl }: Pick<Server, "baseUrl">, provider: string): string {
  return new URL(`/provider-news/${provider}`, baseUrl).href;
}

export type ToldAnswer = { status: number; headers: Headers; text: string; code: string };

export type Telling = {
  provider: string;
  secret: string;
  /** Absent: a new one. */
  newsId?: string;
  /** Members of the body, in place of those of news that an effect is verified now. */
  news: object;
  /** When it is signed, milliseconds UTC; now where it is absent. */
  atMs?: number;
};

/** Tells news once. */
export async function tellNews(
  server: Pick<Server, "baseUrl">,
  telling: Telling,
): Promise<ToldAnswer> {
  const { provider, secret, newsId = randomUUID(), news, atMs = Date.now() } = telling;
  const occurredAt = new Date().toISOString();
  const body = Buffer.from(JSON.stringify({ newsId, outcome: "verified", occurredAt, ...news }));
  const signed = signedHeaders({ webhookId: newsId, atMs, body }, [secret]);
  const headers: Record<string, string> = { "content-type": "application/json" };
  for (let at = 0; at < signed.length; at += 2) headers[signed[at] ?? ""] = signed[at + 1] ?? "";
  return await answerOf(await fetch(newsUrl(server, provider), { method: "POST", headers, body }));
}

export async function answerOf(response: Response): Promise<ToldAnswer> {
  const { status, headers } = response;
  const text = await response.text();
  const { error } = (text === "" ? {} : JSON.parse(text)) as { error?: { code: string } };
  return { status, headers, text, code: error?.code ?? "" };
}

/** What a provider's book has of the effects about a verification: its name for each, and the platform's. */
export function acceptedIn(
  bookPath: string,
  verificationId: string,
): { effectId: string; providerReference: string }[] {
  return bookLines(bookPath, "accepted").flatMap(({ effect }, at) => {
    const { effectId, subject } = effect as { effectId: string; subject: { id: string } };
    return subject.id === verificationId ? [{ effectId, providerReference: `chk-${at + 1}` }] : [];
  });
}

/** A provider that has verified each effect at once, for the tier that it tells; it is closed after the test. */
export async function tierTeller(
  t: TestContext,
  tier: string | undefined,
): Promise<{ port: number; tier: string | undefined }> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      const [, asked = ""] = /effects\/(preq_\w+)/.exec(request.url ?? "") ?? [];
      const effectId = String(request.headers["idempotency-key"] ?? asked);
      const accepted = { effectId, result: "accepted", providerReference: "chk-tier" };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ ...accepted, status: "verified", tier: provider.tier }));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const provider = { port: (server.address() as AddressInfo).port, tier };
  return provider;
}
