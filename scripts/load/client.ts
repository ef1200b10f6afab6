/**
 * A plain client for the work before and after the load: making accounts, reading balances. One
 * request a call; nothing here is measured.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

export type Document = Readonly<Record<string, unknown>>;
export type Answer = { status: number; code: string | undefined; body: Document };

export type Client = {
  get(path: string): Promise<Document>;
  post(path: string, body: unknown): Promise<Document>;
  /** Sends a request under an idempotency key; resolves with any answer, throws when none comes. */
  send(method: "GET" | "POST", path: string, body?: string, key?: string): Promise<Answer>;
};

/**
 * The server's answer is not what the load test needs. The message is for the person who runs it.
 */
export class LoadRefused extends Error {
  override readonly name = "LoadRefused";
}

export const RAISE_LIMITS =
  "start the server with --limit-credential 0 --limit-ip 0 (or RATE_LIMIT_CREDENTIAL=0 " +
  "RATE_LIMIT_IP=0), or ask its operator for higher limits";

/** Requests at once before and after the load. */
const PARALLEL = 16;
/** The longest wait for an answer, milliseconds: the server's own deadline is 30 s. */
export const ANSWER_WAIT_MS = 35_000;
/** How often the client waits for a fresh budget of requests before it gives up. */
const RATE_WAITS_MAX = 3;

/**
 * `waits`: wait and send again when the budget of requests is used up; otherwise that is an error.
 */
export function openClient(
  { baseUrl, apiKey }: { baseUrl: URL; apiKey: string },
  { waits }: { waits: boolean },
): Client {
  const send: Client["send"] = async (method, path, body, key = randomUUID()) => {
    for (let waited = 0; ; waited++) {
      const headers: Record<string, string> = { authorization: `Bearer ${apiKey}` };
      if (method === "POST") {
        headers["content-type"] = "application/json";
        headers["idempotency-key"] = key;
      }
      const signal = AbortSignal.timeout(ANSWER_WAIT_MS);
      const request = { method, headers, signal, ...(body === undefined ? {} : { body }) };
      // The body is awaited here too: a server may end between the head and the end of an answer.
      const [reply, text] = await fetch(baseUrl.href + path, request)
        .then(async (response) => [response, await response.text()] as const)
        .catch((cause: Error) => {
          const why = (cause.cause as Error | undefined)?.message ?? cause.message;
          throw new LoadRefused(`${baseUrl.origin} does not answer: ${why}`, { cause });
        });
      const answer = answerOf(reply.status, text);
      if (answer.status !== 429 || !waits || waited === RATE_WAITS_MAX) return answer;
      const seconds = Number(reply.headers.get("retry-after") ?? 1);
      process.stderr.write(`rate limit: waiting ${seconds} s before the checks go on\n`);
      await delay(seconds * 1_000);
    }
  };
  const call = async (method: "GET" | "POST", path: string, body?: string): Promise<Document> => {
    const answer = await send(method, path, body);
    if (answer.status >= 200 && answer.status < 300) return answer.body;
    const text = `${method} ${path} answered ${describe(answer)}`;
    throw new LoadRefused(answer.status === 429 ? `${text}\n${RAISE_LIMITS}` : text);
  };
  return {
    send,
    get: (path) => call("GET", path),
    post: (path, body) => call("POST", path, JSON.stringify(body)),
  };
}

/** Runs `work(0)` to `work(count - 1)`, several at a time; results in order. */
export async function each<T>(
  count: number,
  work: (index: number) => Promise<T>,
): Promise<readonly T[]> {
  const results = new Array<T>(count);
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next++;
      results[index] = await work(index);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return results;
}

export function textAt(document: Document, field: string): string {
  const value = document[field];
  if (typeof value !== "string") throw new LoadRefused(`an answer has no text in "${field}"`);
  return value;
}

/** The code of the error envelope in a body that may be anything. */
export function codeOf(body: string): string | undefined {
  return /"code":"([a-z_]+)"/.exec(body)?.[1];
}

function answerOf(status: number, text: string): Answer {
  let body: Document = {};
  try {
    body = JSON.parse(text) as Document;
  } catch {
    // The answer is not of this server; its status is enough.
  }
  return { status, body, code: status < 400 ? undefined : codeOf(text) };
}

function describe({ status, code, body }: Answer): string {
  const { message } = (body["error"] ?? {}) as { message?: string };
  return [status, code, message].filter((part) => part !== undefined).join(" ");
}
