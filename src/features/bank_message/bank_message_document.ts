/**
 * A message of orders to a bank that speaks files, as a shard stores it: which requests stand in it, and what of it must not change when its
 * file is written again. The account numbers of those who are paid or debited are not in it: they are opened when the file is written.
 */
import type { Owned } from "../../contract/tables/document_table.ts";
import type { BankAccount } from "../provider/provider_document.ts";

export const BANK_MESSAGE_PREFIX = "bmsg";
/** The most orders of one message, so that it and its requests fit into one record. */
export const ORDERS_MAX = 500;

export const ORDER_KINDS = ["payout", "collection"] as const;
/** Kinds of requests that stand in files. */
export type OrderKind = (typeof ORDER_KINDS)[number];

export type BankMessageDocument = Owned & {
  bankMessageId: string;
  provider: string;
  kind: OrderKind;
  /** `cancel`: it calls back payouts that stand in earlier messages. Absent: it orders. */
  action?: "cancel";
  rail: string;
  /** Of direct debits. */
  sequence?: "first" | "recurrent";
  /** `YYYY-MM-DD`: when the orders are to be carried out; of one that calls back when it was made. */
  day: string;
  /** The account of the platform as it was when the message was made; of one that calls back as it was when the first of its payouts was ordered. */
  account: BankAccount;
  /** The ids of the requests, in the order in which they stand in the file. */
  requestIds: readonly string[];
  /** What the orders, or the payouts that are called back, come to: minor units, digits. */
  totalMinor: string;
  /** The digest of the file as it was first written, 64 hexadecimal digits; absent until it was. */
  writtenSha256?: string;
  writtenAtMs?: number;
  /** Real time, milliseconds UTC. */
  createdAtMs: number;
  revision: number;
  /** Who asked for it. */
  operator: string;
};

/** The 26 characters that are the key of a message in its table. */
export function keyOfMessage(bankMessageId: string): string {
  return bankMessageId.slice(BANK_MESSAGE_PREFIX.length + 1);
}
