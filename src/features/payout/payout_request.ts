/** What a provider is asked of a payout, as it is recorded: nothing personal, which is put in when the provider is asked. */
import type { ProviderRequestDocument } from "../provider_request/provider_request_document.ts";
import { type PayoutDocument, sendingIdOf } from "./payout_document.ts";

export type PayoutRequest = {
  action: "send" | "cancel";
  payoutId: string;
  /** Of a cancellation: the request that asks to send. */
  effectId?: string;
  /** Minor units, decimal. */
  amount?: string;
  currency?: string;
  rail?: string;
  /** The id that was made for the beneficiary. */
  beneficiaryId?: string;
};

type Asked = Pick<ProviderRequestDocument, "kind" | "provider" | "subject" | "request">;

/** The request that the provider sends the payout. `madeId`: the id that was made for the beneficiary. */
export function sendingOf(
  { payoutId, amountMinor, currency, rail }: Omit<PayoutDocument, "realm">,
  { provider, madeId }: { provider: string; madeId: string },
): Asked {
  const request: PayoutRequest = {
    ...{ action: "send", payoutId, amount: amountMinor, currency, rail, beneficiaryId: madeId },
  };
  return { kind: "payout", provider, subject: { type: "payout", id: payoutId }, request };
}

/** The request that the provider gives the payout up. */
export function cancellationOf(payout: PayoutDocument, provider: string): Asked {
  const { payoutId } = payout;
  const request: PayoutRequest = { action: "cancel", payoutId, effectId: sendingIdOf(payout) };
  return { kind: "payout", provider, subject: { type: "payout", id: payoutId }, request };
}
