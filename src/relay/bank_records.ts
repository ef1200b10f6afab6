/** Where the requests and the messages to a bank that speaks files stand: the views of all ledger shards. Nothing is searched. */
import { originOf } from "../base/id.ts";
import type { NewsVerdict } from "../contract/messages/provider_news.ts";
import type { ProviderNews } from "../contract/messages/provider_protocol.ts";
import type { FoundRow } from "../contract/tables/document_index.ts";
import { decodeDocument } from "../contract/tables/table.ts";
import {
  BANK_MESSAGE_PREFIX,
  type BankMessageDocument,
  keyOfMessage,
} from "../features/bank_message/bank_message_document.ts";
import {
  calledBackBy,
  groupOf,
  type OrderGroup,
} from "../features/bank_message/bank_message_orders.ts";
import { messagesText } from "../features/bank_message/bank_message_state.ts";
import type { ProviderDocument } from "../features/provider/provider_document.ts";
import {
  keyOfRequest,
  type ProviderRequestDocument,
} from "../features/provider_request/provider_request_document.ts";
import { waitingText } from "../features/provider_request/provider_request_state.ts";
import { LEDGER_TABLE } from "../features/table_codes.ts";
import type { ShardView } from "../views/shard_view.ts";
import type { Submitted } from "./asked_parts.ts";
import type { ToldRequest } from "./provider_news_views.ts";

/** A ledger shard, and what opens what was submitted there. */
export type BankShard = { view: ShardView; submitted: Submitted };
/** How what a bank says of its requests is taken: as it is taken of news over HTTP. */
export type TakesNews = {
  shards: readonly BankShard[];
  requestOf(provider: string, named: { effectId: string }): ToldRequest | undefined;
  /** Undefined where it cannot be taken now. */
  record(
    request: ToldRequest,
    news: ProviderNews,
    provider: string,
  ): Promise<NewsVerdict | undefined>;
  /** Resolves when the views show all that was committed. */
  shown(): Promise<void>;
};
export type PlacedRequest = { shard: BankShard; request: ProviderRequestDocument };
export type PlacedMessage = { shard: BankShard; message: BankMessageDocument };

/** Requests that wait for a file, read at once. */
export const WAITING_READ_MAX = 2_000;
/** The character behind the space that ends what entries begin with. */
const BEHIND_SPACE = "!";
const BEHIND = "\0";

/** The requests of a shard that wait for a file to the bank, from an entry on; `next` is absent after the last part. */
export function waitingOf(shard: BankShard, { provider }: ProviderDocument, from?: string) {
  const { view } = shard;
  view.refreshed();
  const first = waitingText(provider);
  const range = { from: from ?? first, below: first.slice(0, -1) + BEHIND_SPACE };
  const requests: PlacedRequest[] = [];
  let next: string | undefined;
  for (const row of view.ascend(LEDGER_TABLE.providerRequestForFile, 0, range)) {
    const { key, realm } = decodeDocument<FoundRow>(row.value);
    const request = requestAt(view, realm, key);
    if (request !== undefined) requests.push({ shard, request });
    if (requests.length < WAITING_READ_MAX) continue;
    next = row.key + BEHIND;
    break;
  }
  return { requests, ...(next !== undefined && { next }) };
}

/** The messages of a shard to the bank that were made on a day, or of which no file was written. */
export function messagesOf(
  shard: BankShard,
  { provider }: ProviderDocument,
  day: string,
): PlacedMessage[] {
  const { view } = shard;
  view.refreshed();
  const from = messagesText(provider, day);
  const range = { from, below: from.slice(0, -1) + BEHIND_SPACE };
  return [...view.ascend(LEDGER_TABLE.bankMessageByDay, 0, range)].flatMap(({ value }) => {
    const { key, realm } = decodeDocument<FoundRow>(value);
    const message = messageAt(view, realm, key);
    return message === undefined ? [] : [{ shard, message }];
  });
}

/** The message with this id to the bank; undefined where there is none. */
export function messageWithId(
  shards: readonly BankShard[],
  { provider }: ProviderDocument,
  bankMessageId: string,
): PlacedMessage | undefined {
  const origin = originOf(BANK_MESSAGE_PREFIX, bankMessageId);
  const shard = origin && shards.find(({ view }) => view.shard === origin.shard);
  if (origin === undefined || shard === undefined) return undefined;
  shard.view.refreshed();
  const realm = shard.view.record(origin.place)?.realm;
  if (realm === undefined) return undefined;
  const message = messageAt(shard.view, realm, keyOfMessage(bankMessageId));
  return message?.provider === provider ? { shard, message } : undefined;
}

/** The request with this id in a realm. */
export function requestIn(
  view: Pick<ShardView, "get">,
  realm: number,
  providerRequestId: string,
): ProviderRequestDocument | undefined {
  return requestAt(view, realm, keyOfRequest(providerRequestId));
}

/** The request that ordered what a request is about: of one that calls a payout back that by which it was ordered, of every other itself. */
export function orderingAt({ shard, request }: PlacedRequest): ProviderRequestDocument | undefined {
  const orderedId = calledBackBy(request);
  return orderedId === undefined ? request : requestIn(shard.view, request.realm, orderedId);
}

/** The group that a request belongs to; undefined where nothing is known of what it calls back. */
export function groupAt(placed: PlacedRequest): OrderGroup | undefined {
  const ordering = orderingAt(placed);
  return ordering && groupOf(placed.request, ordering);
}

/** The message with this id in a realm. */
export function messageIn(
  view: Pick<ShardView, "get">,
  realm: number,
  bankMessageId: string,
): BankMessageDocument | undefined {
  return messageAt(view, realm, keyOfMessage(bankMessageId));
}

function requestAt(view: Pick<ShardView, "get">, realm: number, key: string) {
  const value = view.get(LEDGER_TABLE.providerRequest, realm, key);
  return value && decodeDocument<ProviderRequestDocument>(value);
}

function messageAt(
  view: Pick<ShardView, "get">,
  realm: number,
  key: string,
): BankMessageDocument | undefined {
  const value = view.get(LEDGER_TABLE.bankMessage, realm, key);
  return value && decodeDocument<BankMessageDocument>(value);
}
