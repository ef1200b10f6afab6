/** A Product of live, made by the operator, and a client with a key of it. */
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
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
  const send: LiveProduct["send"] = (method, path, body) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? "" : JSON.stringify(body);
      const written = {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(text)),
        "idempotency-key": randomUUID(),
      };
      const headers = { ...usual, ...(body !== undefined && written) };
      const outgoing = request({ agent, host: "127.0.0.1", port, method, path, headers });
      outgoing.on("error", reject);
      outgoing.on("response", (incoming) => {
        const parts: Buffer[] = [];
        incoming.on("data", (part: Buffer) => parts.push(part));
        incoming.on("error", reject);
        incoming.on("end", () => {
          const answer = Buffer.concat(parts).toString("utf8");
          if ((incoming.statusCode ?? 0) < 300) resolve(JSON.parse(answer) as Body);
          else reject(new Error(`${method} ${path} answered ${incoming.statusCode}: ${answer}`));
        });
      });
      outgoing.end(text);
    });
  return { send, close: () => agent.destroy() };
}
