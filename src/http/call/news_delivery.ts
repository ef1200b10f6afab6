/**
 * The address of the news of providers, as an edge serves it: what comes goes as it is over main to the outbox,
 * which has the views of all shards and the secrets, and its answer goes back as a refusal or as 200.
 */
import { deliveryGate } from "../../access/gate.ts";
import type { NewsAnswer, NewsDelivery } from "../../contract/messages/provider_news.ts";
import { PROVIDER_BODY_BYTES_MAX } from "../../contract/messages/provider_protocol.ts";
import {
  type Refusal,
  refuse,
  refuseUnavailable,
  retriedAfter,
} from "../../contract/refusals/refusal.ts";
import { refuseIssues } from "../../contract/values/page.ts";
import type { HostDelivery } from "../delivery_route.ts";

/** How long an edge waits for the outbox, milliseconds: as long as a provider that keeps to the protocol. */
export const NEWS_MS = 10_000;
/** News of one edge that the outbox has not answered; more is answered with 503. */
export const NEWS_OF_EDGE_MAX = 64;
/** When somebody who is to come later may come, seconds: the protocol's first pause. */
const LATER_SECONDS = 5;

const LATER: NewsAnswer = { status: 503, message: "it cannot be taken now; tell it again later" };

/** `ask`: asks the outbox; rejects where it has ended. */
export function newsDelivery(
  ask: (delivery: NewsDelivery) => Promise<NewsAnswer>,
  newsMs = NEWS_MS,
): HostDelivery {
  let underWay = 0;
  const asked = async (delivery: NewsDelivery): Promise<NewsAnswer> => {
    if (underWay >= NEWS_OF_EDGE_MAX) return LATER;
    underWay++;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<NewsAnswer>((resolve) => {
      timer = setTimeout(() => resolve(LATER), newsMs);
    });
    // What was given up is with the outbox still, and counts until it is answered.
    const answer = ask(delivery)
      .catch(() => LATER)
      .finally(() => {
        underWay--;
        clearTimeout(timer);
      });
    return await Promise.race([answer, late]);
  };
  return {
    gate: deliveryGate("provider_news"),
    path: "/provider-news/:provider",
    bodyBytesMax: PROVIDER_BODY_BYTES_MAX,
    headers: ["webhook-id", "webhook-timestamp", "webhook-signature"],
    take: async ({ name: provider, headers, body }) =>
      refusalOf(
        await asked({
          provider,
          webhookId: headers["webhook-id"] ?? "",
          timestamp: headers["webhook-timestamp"] ?? "",
          signature: headers["webhook-signature"] ?? "",
          body,
        }),
      ),
  };
}

/** Undefined where the news was taken. */
function refusalOf(answer: NewsAnswer): Refusal | undefined {
  switch (answer.status) {
    case 200:
      return undefined;
    case 400:
      return refuseIssues([{ code: "news", message: answer.message, path: ["body"] }]);
    case 401:
      return refuse("invalid_credentials", answer.message);
    case 404:
      return refuse("resource_not_found", answer.message, { resourceType: answer.what });
    case 503:
      return retriedAfter(refuseUnavailable(answer.message), LATER_SECONDS);
  }
}
