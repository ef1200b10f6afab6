/**
 * The reference provider over HTTP: the routes of the protocol, signed; and the control routes, by which a
 * test or a person makes it decide and misbehave. Listens on loopback, so the control routes need no key.
 */
import { hash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isoTime } from "../../src/base/iso_time.ts";
import {
  CREDIT_NEWS_KIND,
  readProviderCredit,
} from "../../src/contract/messages/provider_credit.ts";
import { PROVIDER_KINDS, serves } from "../../src/contract/messages/provider_kinds.ts";
import {
  PROVIDER_PAGE_MAX,
  type ProviderEffect,
  providerFileKey,
  readProviderNews,
} from "../../src/contract/messages/provider_protocol.ts";
import { isSigned } from "../../src/contract/messages/webhook_signature.ts";
import { isUnderstood } from "./asked.ts";
import type { BookEffect, BookFile, ProviderBook } from "./book.ts";
import type { BankCredits } from "./credits.ts";
import { progressOf } from "./decisions.ts";
import type { Faults } from "./faults.ts";
import type { ReferenceProvider } from "./provider.ts";

/** Bytes of the body of a request. */
const BODY_BYTES_MAX = 1_048_576;
const EFFECTS = "/v1/effects";
const CREDITS = "/v1/credits";
const FILE_PATH = /^\/v1\/effects\/([^/]+)\/documents\/([^/]+)$/;

export type ProviderServerParts = {
  provider: ReferenceProvider;
  book: ProviderBook;
  faults: Faults;
  secret: string;
  credits: BankCredits;
};

type Request = { method: string; url: URL; headers: IncomingMessage["headers"]; body: Buffer };
type Answer = { status: number; body: unknown; headers?: Record<string, string> };
/** An answer that is none: the connection breaks, or nothing comes. */
type Silence = "broken" | "nothing" | "half";

/** Listens on a port of loopback; `port` 0 takes a free one. `make` is given the address. */
export async function openProviderServer(
  port: number,
  make: (origin: string) => ProviderServerParts,
): Promise<{ server: Server; origin: string; parts: ProviderServerParts }> {
  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const parts = make(origin);
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(incoming);
    const { method = "", headers } = incoming;
    const url = new URL(incoming.url ?? "/", origin);
    const answer =
      body === undefined
        ? { status: 413, body: { code: "too_large" } }
        : await answerTo({ method, url, headers, body }, parts);
    send(response, answer);
  };
  return { server, origin, parts };
}

async function answerTo(request: Request, parts: ProviderServerParts): Promise<Answer | Silence> {
  const { method, url } = request;
  const route = `${method} ${url.pathname}`;
  if (route.startsWith("POST /control/") || route.startsWith("GET /control/")) {
    return control(request, parts);
  }
  if (route === `POST ${EFFECTS}`) return await takeEffect(request, parts);
  const [, effectId, documentId] = FILE_PATH.exec(url.pathname) ?? [];
  if (method === "PUT" && effectId !== undefined && documentId !== undefined) {
    return takeFile(request, { effectId, documentId }, parts);
  }
  if (route === `GET ${EFFECTS}`) return page(request, parts);
  if (route === `GET ${CREDITS}` && serves(parts.provider.kind, "address")) {
    return creditPage(request, parts);
  }
  if (route.startsWith(`GET ${EFFECTS}/`)) return effect(request, parts);
  return { status: 404, body: { code: "no_such_route" } };
}

/** Takes a document file once. The book has its digest; the content is gone with the request. */
function takeFile(
  request: Request,
  { effectId, documentId }: { effectId: string; documentId: string },
  { book, faults, secret }: ProviderServerParts,
): Answer {
  const key = providerFileKey(effectId, documentId);
  const isOfKey = request.headers["idempotency-key"] === key;
  if (!isOfKey || !isAuthentic(request, key, secret)) return UNSIGNED;
  if (faults.take("file_fail")) return { status: 500, body: { code: "failed" } };
  const came = { bytes: request.body.length, sha256: hash("sha256", request.body, "hex") };
  const known = book.file(effectId, documentId);
  if (known === undefined) {
    book.addFile(effectId, documentId, came);
    return { status: 201, body: came };
  }
  return known.sha256 === came.sha256
    ? { status: 200, body: known }
    : { status: 409, body: { code: "another_content" } };
}

/** Whether every document file that the effect lists has come as it is listed. */
function hasFiles({ effectId, request }: ProviderEffect, book: ProviderBook): boolean {
  const listed = (request["documents"] ?? []) as ({ documentId: string } & BookFile)[];
  return listed.every(({ documentId, bytes, sha256 }) => {
    const came = book.file(effectId, documentId);
    return came?.sha256 === sha256 && came.bytes === bytes;
  });
}

async function takeEffect(
  request: Request,
  { provider, book, faults, secret }: ProviderServerParts,
): Promise<Answer | Silence> {
  const key = request.headers["idempotency-key"];
  if (typeof key !== "string" || !isAuthentic(request, key, secret)) return UNSIGNED;
  const sent = jsonOf(request.body) as ProviderEffect | undefined;
  const isServed = sent?.effectId === key && serves(provider.kind, sent.kind);
  if (!isServed || !isUnderstood(sent)) return { status: 400, body: { code: "no_effect" } };
  if (faults.take("redirect")) {
    return { status: 307, body: {}, headers: { location: request.url.href } };
  }
  if (faults.take("fail")) return { status: 500, body: { code: "failed" } };
  if (faults.take("hang")) return "nothing";
  const isKnown = book.accepted(key) !== undefined;
  if (isKnown || book.refused(key) !== undefined) book.addRepeated(key);
  // No refusal, which would be for ever: the platform sends the files again with the effect.
  else if (!hasFiles(sent, book)) return { status: 400, body: { code: "document_missing" } };
  const taken = await provider.take(sent);
  if (taken !== "refused") {
    if (faults.take("lose")) return "broken";
    if (faults.take("garble")) return "half";
    return { status: isKnown ? 200 : 201, body: acceptedBody(taken) };
  }
  return { status: 422, body: refusedBody(key, book) };
}

function effect(request: Request, { book, secret }: ProviderServerParts): Answer {
  const effectId = decodeURIComponent(request.url.pathname.slice(EFFECTS.length + 1));
  if (!isAuthentic(request, effectId, secret)) return UNSIGNED;
  const entry = book.accepted(effectId);
  if (entry !== undefined) return { status: 200, body: acceptedBody(entry) };
  if (book.refused(effectId) !== undefined)
    return { status: 200, body: refusedBody(effectId, book) };
  return { status: 404, body: { effectId, result: "never_seen" } };
}

function page(request: Request, { book, secret }: ProviderServerParts): Answer {
  const after = request.url.searchParams.get("after") ?? "";
  if (!isAuthentic(request, `after_${after}`, secret)) return UNSIGNED;
  const passed = /^\d{1,15}$/.test(after) ? Number(after) : 0;
  const effects = book.page(passed, PROVIDER_PAGE_MAX).map(acceptedBody);
  const end = passed + effects.length;
  return { status: 200, body: { effects, ...(end < book.size && { next: String(end) }) } };
}

function creditPage(request: Request, { book, secret }: ProviderServerParts): Answer {
  const after = request.url.searchParams.get("after") ?? "";
  if (!isAuthentic(request, `credits_after_${after}`, secret)) return UNSIGNED;
  const passed = /^\d{1,15}$/.test(after) ? Number(after) : 0;
  const credits = book
    .creditPage(passed, PROVIDER_PAGE_MAX)
    .map(({ occurredAtMs, ...credit }) => ({ ...credit, occurredAt: isoTime(occurredAtMs) }));
  const end = passed + credits.length;
  const { balances } = book;
  return {
    status: 200,
    body: { credits, balances, ...(end < book.credits && { next: String(end) }) },
  };
}

/** Money arrives; what the platform would not understand of it is not taken. What is absent the bank makes up. */
function arrival(asked: Record<string, unknown>, { credits, book }: ProviderServerParts): Answer {
  const number = book.credits + 1;
  const usual = { creditReference: `cr-${number}`, amount: String(number), currency: "EUR" };
  const dated = { occurredAt: isoTime(Date.now()), newsId: "-", kind: CREDIT_NEWS_KIND };
  const told = readProviderCredit({ ...usual, ...dated, ...asked });
  if (told === undefined) return MEANINGLESS;
  const { newsId: _, ...credit } = told;
  const { creditReference } = credits.arrive(credit);
  return { status: 200, body: { creditReference } };
}

/** What a test or a person asks. */
function control({ method, url, body }: Request, parts: ProviderServerParts): Answer {
  const { provider, book, faults } = parts;
  const done = { status: 200, body: {} };
  if (method === "GET" && url.pathname === "/control/book") {
    const { size: effects, files, sentTwice, undecided, untold, credits, balances } = book;
    const counted = { effects, files, sentTwice, undecided, untold, credits, balances };
    return { status: 200, body: counted };
  }
  const asked = jsonOf(body) as Record<string, unknown> | undefined;
  if (method === "POST" && url.pathname === "/control/faults") {
    return faults.arm(asked?.["mode"], asked?.["count"]) ? done : MEANINGLESS;
  }
  if (method === "POST" && url.pathname === "/control/credits") return arrival(asked ?? {}, parts);
  const [, effectId] = /^\/control\/effects\/([^/]+)\/outcome$/.exec(url.pathname) ?? [];
  if (method !== "POST" || effectId === undefined) return MEANINGLESS;
  // What is decided is read as the platform will read the news of it.
  const entry = book.accepted(effectId);
  const kinds = entry === undefined ? PROVIDER_KINDS[provider.kind] : [entry.effect.kind];
  const dated = { occurredAt: isoTime(Date.now()), ...asked, newsId: "-", effectId };
  const news = readProviderNews(Buffer.from(JSON.stringify(dated)), kinds);
  if (news === undefined) return MEANINGLESS;
  const { newsId: _, effectId: _of, ...progress } = { effectId: "", ...news };
  const { status } = progress;
  const { details } = entry === undefined ? {} : progressOf(entry.effect, { status, ...entry });
  provider.decide(effectId, { ...(details !== undefined && { details }), ...progress });
  return done;
}

const UNSIGNED: Answer = { status: 401, body: { code: "not_signed" } };
const MEANINGLESS: Answer = { status: 400, body: { code: "not_understood" } };

/** Whether the request is signed, as the one that it says it is. */
function isAuthentic({ headers, body }: Request, webhookId: string, secret: string): boolean {
  const { "webhook-timestamp": timestamp, "webhook-signature": signature } = headers;
  const message = { webhookId, timestamp: textOf(timestamp), signature: textOf(signature), body };
  return headers["webhook-id"] === webhookId && isSigned(message, [secret], Date.now());
}

function acceptedBody({ effect, providerReference, url, progress }: BookEffect) {
  const { occurredAtMs, ...known } = progress;
  const { effectId } = effect;
  const occurredAt = isoTime(occurredAtMs);
  return { effectId, result: "accepted", providerReference, url, ...known, occurredAt };
}

function refusedBody(effectId: string, book: ProviderBook) {
  return { effectId, ...book.refused(effectId) };
}

function send(response: ServerResponse, answer: Answer | Silence): void {
  if (answer === "nothing") return;
  if (answer === "broken") {
    response.socket?.destroy();
    return;
  }
  if (answer === "half") {
    response.writeHead(201, { "content-type": "application/json" });
    response.end('{"result":"acc');
    return;
  }
  response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers });
  response.end(JSON.stringify(answer.body));
}

/** The body; undefined where it is too long. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

function textOf(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
