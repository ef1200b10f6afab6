/** How often each operation is asked for, in proportion to the others of its list. */

/** The operations that every seed has. */
export const WEIGHTS: readonly (readonly [number, string])[] = [
  [3, "customer.create"],
  [5, "account.create"],
  [22, "transfer.create"],
  [8, "transfer.batch.create"],
  [8, "transfer.reverse"],
  [12, "transfer_hold.create"],
  [9, "transfer_hold.clear"],
  [5, "transfer_hold.cancel"],
  [0.3, "transfer_hold.expire"],
  [6, "sandbox.account_funding.create"],
  [3.5, "sandbox.clock.advance"],
  [0.6, "sandbox.reset"],
  [3, "account.freeze"],
  [4, "account.unfreeze"],
  [3, "account.close"],
  [2, "account.update"],
  [2, "sandbox.platform_freeze.create"],
  [3, "sandbox.platform_freeze.lift"],
  [2, "customer.update"],
  [1.5, "customer.suspend"],
  [3, "customer.reactivate"],
  [2.5, "customer.close"],
  [1.5, "customer_access.create"],
  [0.5, "customer_access.suspend"],
  [0.5, "customer_access.revoke"],
];

/** Other weights where many holds are left to the clock. */
const MANY_HOLDS: Readonly<Record<string, number>> = {
  "transfer_hold.create": 60,
  "transfer_hold.clear": 6,
  "transfer_hold.cancel": 6,
  "sandbox.clock.advance": 30,
};
export const MANY_HOLDS_WEIGHTS = WEIGHTS.map(
  ([weight, operation]) => [MANY_HOLDS[operation] ?? weight, operation] as const,
);

/** The operations about webhooks, of the seeds that have any. */
export const WEBHOOK_WEIGHTS: readonly (readonly [number, string])[] = [
  [4, "webhook_endpoint.create"],
  [4, "webhook_endpoint.update"],
  [5, "webhook_endpoint.enable"],
  [4, "webhook_endpoint.disable"],
  [1.5, "webhook_endpoint.delete"],
  [2, "webhook_endpoint.secret.rotate"],
  [3, "webhook_endpoint.ping"],
  [2.5, "webhook_endpoint.recover"],
  [5, "webhook_delivery.retry"],
  [5, "event.redeliver"],
  [6, "sandbox.event.trigger"],
];

/** The operations about a program, of the seeds whose Products run one. */
export const PROGRAM_WEIGHTS: readonly (readonly [number, string])[] = [
  [8, "object.create"],
  [26, "object.action.call"],
  [6, "decision.resolve"],
  [4, "consent.create"],
  [2.5, "consent.confirm"],
  [3, "consent.reject"],
  [0.8, "consent.revoke"],
  [4, "collection.create"],
  [4, "collection.collect"],
  [5, "collection.confirm"],
  [4, "collection.retry"],
  [2, "collection.cancel"],
];

/** The operations about mandates, of the seeds with a program and banks. */
export const MANDATE_WEIGHTS: readonly (readonly [number, string])[] = [
  [7, "collection.create"],
  [6, "collection.collect"],
  [3, "collection.retry"],
  [1, "collection.cancel"],
  [1, "consent.create"],
  [0.3, "consent.revoke"],
  [6, "sandbox.provider_outcome.create"],
  [5, "sandbox.clock.advance"],
  [2, "account.freeze"],
  [1, "account.unfreeze"],
  [2, "transfer.create"],
  [0.4, "beneficiary.archive"],
];
/** In live, where the bank does as it likes. */
export const LIVE_MANDATE_WEIGHTS: typeof MANDATE_WEIGHTS = [
  [8, "collection.create"],
  [8, "collection.collect"],
  [4, "collection.retry"],
  [1, "collection.cancel"],
  [1, "consent.create"],
  [0.3, "consent.revoke"],
  [2, "account.freeze"],
  [0.5, "account.unfreeze"],
  [3, "transfer.create"],
  [0.3, "beneficiary.archive"],
];

/** The operations about what banks do, of the seeds that have any. */
export const BANK_WEIGHTS: readonly (readonly [number, string])[] = [
  [3, "beneficiary.create"],
  [1, "beneficiary.update"],
  [0.8, "beneficiary.archive"],
  [16, "payout.create"],
  [5, "payout.batch.create"],
  [4, "payout.cancel"],
  [2.5, "account.freeze"],
  [1.5, "account.unfreeze"],
  [1, "account.close"],
  [5, "sandbox.provider_outcome.create"],
  [1.5, "sandbox.provider_fault.create"],
  [7, "sandbox.clock.advance"],
  [5, "financial_address.create"],
  [1, "financial_address.disable"],
  [1.5, "financial_address.enable"],
  [2, "financial_address.retire"],
  [9, "sandbox.inbound_credit.create"],
  [3, "received_credit.assign"],
  [4, "received_credit.return"],
];
/** In live, where the bank does as it likes. */
export const LIVE_BANK_WEIGHTS: typeof BANK_WEIGHTS = [
  [2, "beneficiary.create"],
  [0.5, "beneficiary.archive"],
  [14, "payout.create"],
  [3, "payout.batch.create"],
  [5, "payout.cancel"],
  [2.5, "account.freeze"],
  [1, "account.unfreeze"],
  [1, "account.close"],
  [0.3, "sandbox.provider_outcome.create"],
  [5, "financial_address.create"],
  [1, "financial_address.disable"],
  [1.5, "financial_address.enable"],
  [2, "financial_address.retire"],
  [0.3, "sandbox.inbound_credit.create"],
  [3, "received_credit.assign"],
  [5, "received_credit.return"],
];
