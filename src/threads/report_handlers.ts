/**
 * A shard's side of the reports of the outbox, whose thread has a port of its own to the shard. Main brings the port, a new
 * one for each thread that it starts, and asks whether the reports of the thread before have ended.
 */
import { once } from "node:events";
import type { MessagePort } from "node:worker_threads";
import type { WebhookReports } from "../relay/outbox_webhooks.ts";
import type { ProviderReport } from "../relay/provider_shard.ts";
import { type Handlers, openRpc } from "./rpc.ts";

/** What the outbox reports to one shard. */
export type Report = Omit<WebhookReports, "shard"> | Omit<ProviderReport, "shard">;

/** `record` resolves when the report is durable, and rejects where that is not known. */
export function reportHandlers(record: (report: Report) => Promise<unknown>): Handlers {
  const underWay = new Set<Promise<unknown>>();
  let closed: Promise<unknown> = Promise.resolve();
  const take = async (report: Report) => {
    const recorded = record(report);
    underWay.add(recorded);
    try {
      return await recorded;
    } finally {
      underWay.delete(recorded);
    }
  };
  return {
    takeReports(port: MessagePort) {
      closed = once(port, "close");
      openRpc(port, { report: take });
    },
    /** Resolves when the thread that has the port has ended, and so has each of its reports. */
    async reportsEnded() {
      // A port tells that it is closed behind all messages that it has.
      await closed;
      await Promise.allSettled(underWay);
    },
  };
}
