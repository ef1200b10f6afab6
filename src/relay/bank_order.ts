/** A request to a bank as an order of a file, with the numbers opened; and the file of a message of such orders. */
import type { BankMessageDocument } from "../features/bank_message/bank_message_document.ts";
import { groupOf } from "../features/bank_message/bank_message_orders.ts";
import type { ProviderDocument } from "../features/provider/provider_document.ts";
import {
  creditTransfers,
  directDebits,
  type FileOrder,
  faultOfAccount,
  faultOfOrder,
} from "../iso20022/order_file.ts";
import { type BankShard, type PlacedRequest, requestIn } from "./bank_records.ts";
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
  const fault = faultOfOrder(groupOf(request).rail, order);
  return fault === undefined ? { order } : { fault };
}

/** Why nothing can be ordered of the bank that belongs into the group of this request. */
export function faultOfBank(
  { accounts = [] }: ProviderDocument,
  { request }: PlacedRequest,
): string | undefined {
  const { currency, rail, kind } = groupOf(request);
  const account = accounts.find((one) => one.currency === currency);
  if (account === undefined) return `the bank has no account in ${currency}: see \`bank account\``;
  const fault = faultOfAccount(rail, account);
  if (fault !== undefined) return `the bank's account in ${currency}: ${fault}`;
  if (kind !== "collection" || account.creditorId !== undefined) return undefined;
  return `the bank's account in ${currency} has no creditor identifier`;
}

/** The name and the text of the file of a message; or why it cannot be written now. */
export function fileOf(
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
