/** A Product of live, made by the operator, and a client with a key of it. */
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { answerTo } from "./http_text.ts";
import { operate } from "./live_provider.ts";
import type { RunningServer } from "./server.ts";

/** More than are under way at once while the server keeps up: a later request waits, and its time counts. */
const CONNECTIONS = 512;

type Body = Record<string, unknown>;
export type LiveProduct = {
  productId: string;
  /** Resolves with the body of a 2xx answer, rejects at any other answer. */
  send(method: "GET" | "POST", path: string, body?: object): Promise<Body>;
  close(): void;
};

export async function openLiveProduct(server: RunningServer): Promise<LiveProduct> {
  const { tenantId } = await operate(server, "tenant create", { name: "Bench" });
  const draft = { tenant: String(tenantId), name: "Live", live: "true" };
  const productId = String((await operate(server, "product create", draft))["productId"]);
  const key = await operate(server, "key create", { product: productId, environment: "live" });
  return { productId, ...senderOf(server.port, String(key["apiKey"])) };
}

function senderOf(port: number, apiKey: string): Omit<LiveProduct, "productId"> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const usual = { authorization: `Bearer ${apiKey}`, "x-service-environment": "live" };
  const send: LiveProduct["send"] = async (method, path, body) => {
    const text = body === undefined ? "" : JSON.stringify(body);
    const written = {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(text)),
      "idempotency-key": randomUUID(),
    };
    const headers = { ...usual, ...(body !== undefined && written) };
    const outgoing = request({ agent, host: "127.0.0.1", port, method, path, headers });
    const answer = await answerTo(outgoing, text);
    if (answer.status < 300) return JSON.parse(answer.text) as Body;
    throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
  };
  return { send, close: () => agent.destroy() };
}
