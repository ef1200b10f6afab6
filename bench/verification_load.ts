/**
 * Verifications of live at a constant rate, however slow the server is: start n is due at n / rate, and its
 * time counts from then until its answer, which comes when the provider has accepted it and the server has that
 * on its disk. Entities are made and their fields submitted before they are needed.
 */
import { setTimeout as delay } from "node:timers/promises";
import { openLiveProduct } from "./live_product.ts";
import { PATIENCE_MS } from "./patience.ts";
import { each } from "./seed.ts";
import type { RunningServer } from "./server.ts";

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

/** Verifications in a Product of live, which it makes at the server. */
export async function openVerifying(server: RunningServer): Promise<Verifying> {
  const { productId, send, close } = await openLiveProduct(server);
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
