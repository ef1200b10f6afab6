/** A request to a bank as an order of a file, with the numbers opened; and the file of a message of such orders. */
import type { BankMessageDocument } from "../features/bank_message/bank_message_document.ts";
import type { OrderedRequest } from "../features/bank_message/bank_message_orders.ts";
import type { ProviderDocument } from "../features/provider/provider_document.ts";
import {
  type CalledBackOrder,
  cancellationRequest,
  type OriginalMessage,
} from "../iso20022/cancellation_file.ts";
import {
  creditTransfers,
  directDebits,
  type FileOrder,
  faultOfOrder,
  faultOfOwnAccount,
} from "../iso20022/order_file.ts";
import {
  type BankShard,
  groupAt,
  messageIn,
  orderingAt,
  type PlacedRequest,
  requestIn,
} from "./bank_records.ts";
import { askedOf } from "./provider_asked.ts";

/** What is asked of a bank, as far as a file says it. */
type Asked = {
  amount: string;
  description?: string;
  creditor?: FileOrder["party"];
  debtor?: FileOrder["party"];
  mandate?: { reference: string; acceptedAt: string };
};

/** An order that no file can have, with why: a sentence without anything personal. `withheld`: no file ever can, by this code of the platform's own. */
export type Unwritable = { fault: string; withheld?: string };

/** The order, or why no file can have it. */
export function orderOf({ shard, request }: PlacedRequest): { order: FileOrder } | Unwritable {
  const { view, submitted } = shard;
  const { request: asked, withheld } = askedOf(view, request, submitted);
  if (withheld !== undefined) return { fault: "its account numbers were erased", withheld };
  const { amount, description, creditor, debtor, mandate } = asked as Asked;
  const party = creditor ?? debtor;
  if (party === undefined) return { fault: "it names nobody" };
  const order: FileOrder = {
    ...{ requestId: request.providerRequestId, amount, party },
    ...(description !== undefined && { description }),
    ...(mandate !== undefined && { mandate }),
  };
  const fault = faultOfOrder(groupAt({ shard, request })?.rail ?? "", order);
  return fault === undefined ? { order } : { fault };
}

/** Why nothing can be ordered of the bank that belongs into the group of this request. */
export function faultOfBank(
  { accounts = [] }: ProviderDocument,
  placed: PlacedRequest,
): string | undefined {
  const group = groupAt(placed);
  if (group === undefined) return "what it calls back is gone";
  const { currency, rail, kind } = group;
  const account = accounts.find((one) => one.currency === currency);
  if (account === undefined) return `the bank has no account in ${currency}: see \`bank account\``;
  const fault = faultOfOwnAccount(rail, account);
  if (fault !== undefined) return `the bank's account in ${currency}: ${fault}`;
  if (kind !== "collection" || account.creditorId !== undefined) return undefined;
  return `the bank's account in ${currency} has no creditor identifier`;
}

/** The name and the text of the file of a message; or why it cannot be written now. */
export function fileOf(
  shard: BankShard,
  message: BankMessageDocument,
): { name: string; text: string } | { fault: string } {
  return message.action === "cancel" ? cancellationOf(shard, message) : ordersOf(shard, message);
}

function ordersOf(
  shard: BankShard,
  message: BankMessageDocument,
): { name: string; text: string } | { fault: string } {
  const { bankMessageId, realm, requestIds, kind } = message;
  const orders: FileOrder[] = [];
  for (const requestId of requestIds) {
    const request = requestIn(shard.view, realm, requestId);
    const read = request === undefined ? { fault: "is gone" } : orderOf({ shard, request });
    if ("fault" in read) return { fault: `${requestId}: ${read.fault}` };
    orders.push(read.order);
  }
  const { rail, account, day, sequence, createdAtMs } = message;
  const head = {
    ...{ messageId: bankMessageId, rail, account, day, createdAtMs },
    ...(sequence !== undefined && { sequence }),
  };
  const isDebit = kind === "collection";
  const text = isDebit ? directDebits(head, orders) : creditTransfers(head, orders);
  const form = isDebit ? "pain.008" : "pain.001";
  return { name: `${form}-${bankMessageId}.xml`, text };
}

/** The file that calls payouts back; all that it says is on record, and nothing of it is ever erased. */
function cancellationOf(
  shard: BankShard,
  { bankMessageId, realm, requestIds, account, createdAtMs }: BankMessageDocument,
): { name: string; text: string } | { fault: string } {
  const originals = new Map<string, OriginalMessage & { orders: CalledBackOrder[] }>();
  for (const requestId of requestIds) {
    const request = requestIn(shard.view, realm, requestId);
    const ordering = request && orderingAt({ shard, request });
    const original = ordering && messageIn(shard.view, realm, ordering.file ?? "");
    if (ordering === undefined || original === undefined) {
      return { fault: `${requestId}: what it calls back is gone` };
    }
    const { bankMessageId: messageId, createdAtMs: orderedAtMs, day } = original;
    const known = originals.get(messageId) ?? {
      ...{ messageId, createdAtMs: orderedAtMs, day, orders: [] },
    };
    originals.set(messageId, known);
    const { providerRequestId: orderId, request: asked } = ordering;
    const { amount } = asked as OrderedRequest;
    known.orders.push({ requestId, orderId, amount });
  }
  const head = { messageId: bankMessageId, account, createdAtMs };
  const text = cancellationRequest(head, [...originals.values()]);
  return { name: `camt.055-${bankMessageId}.xml`, text };
}
