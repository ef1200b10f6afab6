/**
 * Verifications of live at a constant rate, however slow the server is: start n is due at n / rate, and its
 * time counts from then until its answer, which comes when the provider has accepted it and the server has that
 * on its disk. Entities are made and their fields submitted before they are needed.
 */
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { operate } from "./live_provider.ts";
import { each } from "./seed.ts";
import type { RunningServer } from "./server.ts";
import { PATIENCE_MS } from "./patience.ts";

/** More than are under way at once while the server keeps up: a later one waits, and its time counts. */
const CONNECTIONS = 512;
/** Between two looks at whether an entity is verified, milliseconds. */
const LOOK_MS = 200;
/** What `tier_1` asks of a person. */
const FIELDS = {
  legalName: "Augusta Ada King",
  dateOfBirth: "1985-12-10",
  address: { line1: "12 St James's Square", city: "London", postalCode: "SW1Y", country: "GB" },
  email: "ada@example.com",
  phone: "+442079460000",
};

export type VerificationFigures = { perSecond: number; p50Ms: number; p99Ms: number };

export type Verifying = {
  /** Entities that have submitted what the first tier asks for. */
  entities(count: number): Promise<string[]>;
  /** Starts a verification of each entity, by the rate. Rejects unless each start is answered 201. */
  startAll(entityIds: readonly string[], rate: number): Promise<VerificationFigures>;
  /** Resolves when all of them are verified; rejects where one is not in time. */
  verified(entityIds: readonly string[]): Promise<void>;
  close(): void;
};

/** Makes a Product of live, with a key, at the server. */
export async function openVerifying(server: RunningServer): Promise<Verifying> {
  const { tenantId } = await operate(server, "tenant create", { name: "Bench" });
  const draft = { tenant: String(tenantId), name: "Live", live: "true" };
  const productId = String((await operate(server, "product create", draft))["productId"]);
  const key = await operate(server, "key create", { product: productId, environment: "live" });
  const { send, close } = senderOf(server.port, String(key["apiKey"]));
  const entity = { kind: "person", displayName: "Ada", country: "GB" };
  return {
    entities: (count) =>
      each(count, async () => {
        const customer = await send("POST", "/v1/customers", { productId, entity });
        const { entityId } = customer["entity"] as { entityId: string };
        const submission = { tier: "tier_1", fields: FIELDS };
        await send("POST", `/v1/entities/${entityId}/kyc`, submission);
        return entityId;
      }),
    async startAll(entityIds, rate) {
      const startMs = performance.now();
      const starts: Promise<number>[] = [];
      for (const [number, entityId] of entityIds.entries()) {
        const dueMs = startMs + (number * 1_000) / rate;
        const earlyMs = dueMs - performance.now();
        if (earlyMs > 0) await delay(earlyMs);
        const path = `/v1/entities/${entityId}/kyc/verifications`;
        const start = send("POST", path, { tier: "tier_1" }).then(() => performance.now() - dueMs);
        start.catch(() => {});
        starts.push(start);
      }
      const times = Float64Array.from(await Promise.all(starts)).sort();
      const at = (share: number) => times[Math.max(0, Math.ceil(times.length * share) - 1)] ?? 0;
      const perSecond = (times.length * 1_000) / (performance.now() - startMs);
      return { perSecond, p50Ms: at(0.5), p99Ms: at(0.99) };
    },
    async verified(entityIds) {
      const endMs = performance.now() + PATIENCE_MS;
      await each(entityIds.length, async (index) => {
        const path = `/v1/entities/${entityIds[index]}/kyc`;
        while ((await send("GET", path))["status"] !== "verified") {
          if (performance.now() > endMs) throw new Error(`no outcome in ${PATIENCE_MS} ms`);
          await delay(LOOK_MS);
        }
      });
    },
    close,
  };
}

/** Sends requests with one key; resolves with the body of a 2xx answer, rejects at any other answer. */
function senderOf(port: number, apiKey: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const usual = { authorization: `Bearer ${apiKey}`, "x-service-environment": "live" };
  type Body = Record<string, unknown>;
  const send = (method: "GET" | "POST", path: string, body?: object): Promise<Body> =>
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
