/** A financial address as the shard stores it: bank details by which money from outside reaches an account. */

import type { AddressDetails } from "../../contract/messages/provider_protocol.ts";
import type { AddressType } from "../../rails/address_types.ts";
import type { NounDocument } from "../noun.ts";

export const FINANCIAL_ADDRESS_STATUSES = [
  "pending",
  "active",
  "disabled",
  "retired",
  "failed",
] as const;
export type FinancialAddressStatus = (typeof FINANCIAL_ADDRESS_STATUSES)[number];

/** What a provider is asked about an address. */
export type AddressAction = "open" | "disable" | "enable" | "retire";
/** What it is asked about one that it has opened. */
export type LaterAction = Exclude<AddressAction, "open">;

export type FinancialAddressDocument = NounDocument & {
  /** Has the characters of the request to open it after its prefix: one record makes both. */
  financialAddressId: string;
  accountId: string;
  /** The customer who owns the account; absent where no customer does. */
  customerId?: string;
  type: AddressType;
  country: string;
  currency: string;
  provider: string;
  status: FinancialAddressStatus;
  /** What the provider gave, as it is written; stays when the address is disabled or retired. */
  details?: AddressDetails;
  /** Why it is `failed`: the provider's code, or one of `ADDRESS_FAULTS`. */
  failure?: { code: string };
  /** What the provider is asked now, and by which request; absent while it is asked nothing but to open it. */
  asked?: { action: LaterAction; providerRequestId: string };
  /** The status that the answer of the provider to the opening has led to, where it has led to one at once. */
  answered?: "active" | "failed";
  /** Real times, milliseconds UTC. */
  createdAtMs: number;
  /** When each status was last reached. */
  reachedAtMs: Partial<Record<FinancialAddressStatus, number>>;
  metadata?: Record<string, string>;
  externalId?: string;
};

/** Whether the address never changes again. */
export function isOver({ status }: Pick<FinancialAddressDocument, "status">): boolean {
  return status === "retired" || status === "failed";
}

/** Whether payers reach the account by the address, or may soon. */
export function takesMoney({
  status,
  asked,
}: Pick<FinancialAddressDocument, "status" | "asked">): boolean {
  return status === "pending" || status === "active" || asked?.action === "enable";
}

/** The address in a new status. */
export function inStatus(
  address: FinancialAddressDocument,
  status: FinancialAddressStatus,
  nowMs: number,
): FinancialAddressDocument {
  return { ...address, status, reachedAtMs: { ...address.reachedAtMs, [status]: nowMs } };
}
