/**
 * `npm run admin -- bank export`: puts what waits into messages, and writes the files of messages.
 * Guarantees: an order stands in one message, which is on record before its file is written; a file is written again, from what is on record, until that is
 * on record too, and always with the same bytes; so a crash at any moment loses no order and orders nothing twice. What waits, and of which the numbers were
 * erased, ends here: no file ever had it.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { isoTime } from "../base/iso_time.ts";
import type { NewsVerdict } from "../contract/messages/provider_news.ts";
import type { ProviderNews } from "../contract/messages/provider_protocol.ts";
import {
  type BankMessageDocument,
  ORDERS_MAX,
} from "../features/bank_message/bank_message_document.ts";
import { calledBackBy, type OrderedRequest } from "../features/bank_message/bank_message_orders.ts";
import { UNWRITTEN } from "../features/bank_message/bank_message_state.ts";
import type { ProviderDocument } from "../features/provider/provider_document.ts";
import { writeWhole } from "../files/whole_file.ts";
import { decimalOf } from "../iso20022/decimal_amount.ts";
import { SUM_MAX } from "../iso20022/order_file.ts";
import { faultOfBank, fileOf, orderOf, type Unwritable } from "./bank_order.ts";
import {
  type BankShard,
  groupAt,
  messagesOf,
  orderingAt,
  type PlacedMessage,
  type PlacedRequest,
  waitingOf,
} from "./bank_records.ts";
import { newsIdOf } from "./bank_tellings.ts";
import type { ToldRequest } from "./provider_news_views.ts";
import type { ProviderReport } from "./provider_shard.ts";

export type BankExportParts = {
  shards: readonly BankShard[];
  /** Resolves with the shard's answer. */
  report(report: ProviderReport): Promise<{ status: number; body: string | undefined }>;
  /** As of news over HTTP; undefined where it cannot be taken now. */
  record(
    request: ToldRequest,
    news: ProviderNews,
    provider: string,
  ): Promise<NewsVerdict | undefined>;
  /** Resolves when the views show all that was acknowledged when this was called. */
  shown(): Promise<void>;
  nowMs(): number;
};

/** `day`: `YYYY-MM-DD`, whose messages are written again; absent: today. */
export type BankExport = { folder: string; user: string; day?: string };

/** What the operator reads: the files, what can stand in none any more and has failed, and what stands in none, with why. */
export type BankExported = {
  made: number;
  files: readonly object[];
  ended: readonly string[];
  notWritten: readonly string[];
};

/** Makes messages of what waits, and writes those that were never written, and those of the day. Rejects with a sentence. */
export async function exportOrders(
  parts: BankExportParts,
  bank: ProviderDocument,
  { folder, user, day }: BankExport,
): Promise<BankExported> {
  await parts.shown();
  const said = { ended: [] as string[], notWritten: [] as string[] };
  let made = 0;
  for (const shard of parts.shards) {
    for (let from: string | undefined = ""; from !== undefined; ) {
      const read = waitingOf(shard, bank, from || undefined);
      made += await makeMessages(parts, bank, { requests: read.requests, user, ...said });
      from = read.next;
    }
  }
  await parts.shown();
  const today = day ?? isoTime(parts.nowMs()).slice(0, "YYYY-MM-DD".length);
  const files: object[] = [];
  for (const placed of messagesToWrite(parts.shards, bank, today)) {
    const written = await writeMessage(parts, placed, folder);
    if ("fault" in written) said.notWritten.push(written.fault);
    else files.push(written);
  }
  return { made, files, ...said };
}

/** How many messages were made of these requests. */
async function makeMessages(
  parts: BankExportParts,
  bank: ProviderDocument,
  {
    requests,
    user,
    ...said
  }: { requests: PlacedRequest[]; user: string; ended: string[]; notWritten: string[] },
): Promise<number> {
  type Group = { first: PlacedRequest; orders: PartedOrder[]; unwritable: PartedOrder[] };
  const groups = new Map<string, Group>();
  for (const placed of requests) {
    const { shard, request } = placed;
    const group = groupAt(placed);
    const key = JSON.stringify([shard.view.shard, request.realm, group]);
    const known = groups.get(key) ?? { first: placed, orders: [], unwritable: [] };
    groups.set(key, known);
    const unwritable = unwritableIn(bank, placed);
    if (unwritable === undefined) {
      known.orders.push({ id: request.providerRequestId, amountMinor: amountOf(placed) });
      continue;
    }
    known.unwritable.push({ id: request.providerRequestId, amountMinor: 0n });
    const isEnded = await end(parts, placed, unwritable);
    const says = `${request.subject.id} (${request.providerRequestId}): ${unwritable.fault}`;
    said[isEnded ? "ended" : "notWritten"].push(says);
  }
  let made = 0;
  for (const { first, orders, unwritable } of groups.values()) {
    for (const part of parted(orders)) made += await make(parts, first, { requestIds: part, user });
    // Of these none is taken; those that were given up meanwhile are not looked at again.
    for (const part of parted(unwritable)) await make(parts, first, { unwritable: part, user });
  }
  return made;
}

/** Undefined where a file can have the order. What no file ever can comes first: the operator can do nothing about it. */
function unwritableIn(bank: ProviderDocument, placed: PlacedRequest): Unwritable | undefined {
  // Nothing of what is called back can be unwritable: it was written before.
  if (calledBackBy(placed.request) !== undefined) return undefined;
  const read = orderOf(placed);
  const unwritable = "fault" in read ? read : undefined;
  if (unwritable?.withheld !== undefined) return unwritable;
  const fault = faultOfBank(bank, placed);
  return fault === undefined ? unwritable : { fault };
}

/** Ends an order that waits and that no file ever can have, as if its bank had told that it failed; whether that was done. */
async function end(
  { record, nowMs }: BankExportParts,
  { shard, request }: PlacedRequest,
  { withheld }: Unwritable,
): Promise<boolean> {
  if (withheld === undefined) return false;
  const { providerRequestId, realm, kind, provider } = request;
  const told = { shard: shard.view.shard, realm, providerRequestId, kind };
  const newsId = newsIdOf("withheld", providerRequestId, withheld);
  const news: ProviderNews = {
    ...{ newsId, effectId: providerRequestId, status: "failed", reason: withheld },
    occurredAtMs: nowMs(),
  };
  return (await record(told, news, provider)) === "applied";
}

/** 1 where a message was made. */
async function make(
  { report }: BankExportParts,
  placed: PlacedRequest,
  asked: { requestIds?: readonly string[]; unwritable?: readonly string[]; user: string },
): Promise<0 | 1> {
  const { shard, request } = placed;
  const input = { requestIds: [], ...groupAt(placed), ...asked };
  const to = { shard: shard.view.shard, realm: request.realm };
  const answer = await report({ ...to, operation: "bank_message.make", input });
  const { bankMessageId } = bodyOf(answer) as { bankMessageId?: string };
  return bankMessageId === undefined ? 0 : 1;
}

/** Those that were never written, and those of the day; each once. */
function messagesToWrite(
  shards: readonly BankShard[],
  bank: ProviderDocument,
  day: string,
): PlacedMessage[] {
  const found = shards.flatMap((shard) => [
    ...messagesOf(shard, bank, UNWRITTEN),
    ...messagesOf(shard, bank, day),
  ]);
  const byId = new Map(found.map((placed) => [placed.message.bankMessageId, placed]));
  return [...byId.values()].sort((a, b) =>
    a.message.bankMessageId < b.message.bankMessageId ? -1 : 1,
  );
}

async function writeMessage(
  { report }: BankExportParts,
  { shard, message }: PlacedMessage,
  folder: string,
): Promise<object | { fault: string }> {
  const { bankMessageId, writtenSha256, realm } = message;
  const file = fileOf(shard, message);
  if ("fault" in file) {
    return { fault: `the message ${bankMessageId} cannot be written: ${file.fault}` };
  }
  const sha256 = createHash("sha256").update(file.text).digest("hex");
  if (writtenSha256 !== undefined && writtenSha256 !== sha256) {
    const fault = `the message ${bankMessageId} would not be the same file: what it says was changed or erased since`;
    return { fault };
  }
  writeWhole(join(folder, file.name), file.text);
  if (writtenSha256 === undefined) {
    const input = { bankMessageId, sha256 };
    const to = { shard: shard.view.shard, realm };
    bodyOf(await report({ ...to, operation: "bank_message.written", input }));
  }
  return shownFile(message, { name: file.name, sha256 });
}

function shownFile(
  { kind, action, rail, day, requestIds, totalMinor, account }: BankMessageDocument,
  file: { name: string; sha256: string },
): object {
  const { currency } = account;
  const total = `${decimalOf(totalMinor, currency)} ${currency}`;
  const shown = { ...file, orders: requestIds.length, total, kind, rail, day };
  return action === undefined ? shown : { ...shown, action };
}

function bodyOf({ status, body = "{}" }: { status: number; body: string | undefined }): unknown {
  const read = JSON.parse(body) as { error?: { message?: string } };
  if (status >= 400) throw new Error(read.error?.message ?? `the shard answers ${status}`);
  return read;
}

/** An order on its way into a message. */
type PartedOrder = { id: string; amountMinor: bigint };

function amountOf(placed: PlacedRequest): bigint {
  const { amount = "0" } = (orderingAt(placed)?.request ?? {}) as Partial<OrderedRequest>;
  return BigInt(amount);
}

/** The ids in parts that one message can have: so many orders, and a sum of so many digits. */
function* parted(orders: readonly PartedOrder[]): Generator<readonly string[]> {
  let part: string[] = [];
  let sum = 0n;
  for (const { id, amountMinor } of orders) {
    if (part.length === ORDERS_MAX || sum + amountMinor > SUM_MAX) {
      yield part;
      part = [];
      sum = 0n;
    }
    part.push(id);
    sum += amountMinor;
  }
  if (part.length > 0) yield part;
}
