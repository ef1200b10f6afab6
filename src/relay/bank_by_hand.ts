/**
 * What the operator does for a bank that speaks files: sees what no file asks it for, and says what the bank has answered (`bank pending`,
 * `bank tell`).
 */

import { isoTime } from "../base/iso_time.ts";
import {
  ADDRESS_DETAILS,
  type ProviderNews,
  readProviderNews,
} from "../contract/messages/provider_protocol.ts";
import type { ProviderDocument } from "../features/provider/provider_document.ts";
import type { ProviderRequestDocument } from "../features/provider_request/provider_request_document.ts";
import { type BankShard, requestIn, type TakesNews, waitingOf } from "./bank_records.ts";
import { newsIdOf, reasonOf } from "./bank_tellings.ts";
import { stateOf } from "./own_states.ts";
import { askedOf } from "./provider_asked.ts";
import { requestsTo } from "./provider_book.ts";
import type { ToldRequest } from "./provider_news_views.ts";

/** Requests that one list shows. */
export const PENDING_SHOWN_MAX = 1_000;

type Text = string | undefined;
export type BankTelling = { effect: string; outcome: string; reason?: Text } & Partial<
  Record<(typeof ADDRESS_DETAILS)[number], Text>
>;

export type BankByHandParts = TakesNews & { nowMs(): number };

/** What the bank has not answered that the operator asks it for, and how many orders wait for a file. */
export async function pendingAt(
  { shards, shown, requestOf }: BankByHandParts,
  bank: ProviderDocument,
) {
  await shown();
  const { provider } = bank;
  const views = shards.map(({ view }) => view);
  const byHand: object[] = [];
  for await (const { effectId, kind, state } of requestsTo(provider, views, () => {})) {
    if (state !== "processing" || (kind !== "address" && kind !== "credit_return")) continue;
    const told = requestOf(provider, { effectId });
    const shard = told && shards.find(({ view }) => view.shard === told.shard);
    const request = told && shard && requestIn(shard.view, told.realm, effectId);
    if (shard === undefined || request === undefined) continue;
    byHand.push(shownRequest(shard, request));
    if (byHand.length === PENDING_SHOWN_MAX) break;
  }
  const orders = shards.reduce((sum, shard) => sum + ordersWaiting(shard, bank), 0);
  return { provider, ordersForFiles: orders, byHand };
}

function ordersWaiting(shard: BankShard, bank: ProviderDocument): number {
  let count = 0;
  for (let from: string | undefined = ""; from !== undefined; ) {
    const read = waitingOf(shard, bank, from || undefined);
    count += read.requests.length;
    from = read.next;
  }
  return count;
}

function shownRequest({ view, submitted }: BankShard, request: ProviderRequestDocument): object {
  const { providerRequestId, kind, createdAtMs } = request;
  const asked = askedOf(view, request, submitted).request;
  return { effect: providerRequestId, kind, createdAt: isoTime(createdAtMs), request: asked };
}

/** Takes what the bank has answered to the operator, as its news. Rejects with a sentence. */
export async function tellByHand(
  { shards, shown, requestOf, record, nowMs }: BankByHandParts,
  { provider }: ProviderDocument,
  { effect, outcome, reason, ...numbers }: BankTelling,
) {
  await shown();
  const told = requestOf(provider, { effectId: effect });
  const shard = told && shards.find(({ view }) => view.shard === told.shard);
  const request = told && shard && requestIn(shard.view, told.realm, effect);
  if (told === undefined || request === undefined) {
    throw new Error(`--effect: the bank ${provider} was asked nothing by ${effect}`);
  }
  const news = newsOf(told, { effect, outcome, reason, ...numbers }, nowMs());
  if (news === undefined) {
    throw new Error(`--outcome: "${outcome}" is no outcome of a request of kind ${told.kind}`);
  }
  const verdict = await record(told, news, provider);
  if (verdict === undefined) throw new Error("it cannot be taken now: run the command again");
  const state = shard === undefined ? undefined : stateOf(shard.view.refreshed(), request);
  return { effect, kind: told.kind, subject: request.subject.id, verdict, before: state };
}

function newsOf(
  { kind }: ToldRequest,
  { effect, outcome, reason, ...numbers }: BankTelling,
  nowMs: number,
): ProviderNews | undefined {
  const details = Object.fromEntries(
    ADDRESS_DETAILS.flatMap((name) => (numbers[name] === undefined ? [] : [[name, numbers[name]]])),
  );
  const hasDetails = Object.keys(details).length > 0;
  const newsId = newsIdOf("by hand", effect, outcome, JSON.stringify(details));
  const code = reasonOf(reason);
  const said = {
    ...{ newsId, effectId: effect, outcome, occurredAt: isoTime(nowMs) },
    ...(code !== undefined && { reason: code }),
    ...(hasDetails && { details }),
  };
  return readProviderNews(Buffer.from(JSON.stringify(said)), [kind]);
}
