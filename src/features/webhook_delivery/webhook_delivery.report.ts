/**
 * webhook_delivery.report: the outbox says what it has attempted. It acts in the platform's own realm of
 * the shard, because one report is about the endpoints of many Products.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import type { WebhookDeliveryState } from "./webhook_delivery_state.ts";
import { isNews, WEBHOOK_REPORTED, WebhookReport, type WebhookReported } from "./webhook_report.ts";

export const webhookDeliveryReport = declareWrite<WebhookDeliveryState>()({
  id: "webhook_delivery.report",
  summary: "Report attempts to deliver webhooks",
  http: { method: "POST", path: "/platform/webhook-deliveries/report" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  acts: { on: "platform" },
  body: WebhookReport,
  output: Type.Object({}, { additionalProperties: false }),
  refusals: ["ledger_unavailable"],
  events: [],
  decide(state, { lines }) {
    const news = lines.filter((line) => isNews(state, line));
    if (news.length === 0) return accept([], {});
    const reported: WebhookReported = { kind: WEBHOOK_REPORTED, lines: news };
    return accept([reported], {});
  },
});
