/** Counts what a run has met, by name: a simulator that never meets a fault does not test for it. */
import { BANK_ENDS, BANK_RARE, BANK_READS, BANK_REFUSALS, MANDATE_ENDS } from "./bank_coverage.ts";
import { PROGRAM_RARE, PROGRAM_READS, PROGRAM_REFUSALS, PROGRAM_TIME } from "./program_coverage.ts";

import { TOLD_ENDS, TOLD_RARE } from "./told_coverage.ts";

export type Coverage = Map<string, number>;

export function count(coverage: Coverage, name: string): void {
  coverage.set(name, (coverage.get(name) ?? 0) + 1);
}

export function addAll(to: Coverage, from: Iterable<readonly [string, number]>): void {
  for (const [name, times] of from) to.set(name, (to.get(name) ?? 0) + times);
}

const PARTIES = [
  "account_not_found",
  "customer_status_forbidden",
  "currency_mismatch",
  "source_account_status_forbidden",
  "destination_account_status_forbidden",
];
const MOVEMENT = [
  ...PARTIES,
  "ledger_transfer_rejected",
  "state_conflict",
  "exposure_cap_exceeded",
  "insufficient_balance",
];
const SANDBOX_ONLY = ["operation_environment_invalid"];
const LIVE_ONLY = SANDBOX_ONLY;

const ACCESS = ["customer_access_not_found", "customer_access_lifecycle_status_forbidden"];
const ENDPOINT = ["resource_not_found"];
const BROWSER_ENDPOINT = [...ENDPOINT, "operation_not_allowed"];

/** Every simulated operation, with the refusals of its own that a run must meet. */
export const REFUSALS: Readonly<Record<string, readonly string[]>> = {
  "customer.create": [
    "resource_not_found",
    "operation_environment_invalid",
    "kyc_country_unsupported",
    "state_conflict",
  ],
  "customer.update": ["customer_not_found", "customer_status_forbidden", "state_conflict"],
  "customer.suspend": ["customer_not_found", "customer_status_forbidden"],
  "customer.reactivate": ["customer_not_found", "customer_status_forbidden"],
  "customer.close": [
    "customer_not_found",
    "customer_status_forbidden",
    "account_close_balance_nonzero",
    "state_conflict",
  ],
  "customer_access.create": [
    "resource_not_found",
    "customer_not_found",
    "customer_status_forbidden",
    "customer_access_compliance_forbidden",
    "kyc_tier_insufficient",
    "state_conflict",
  ],
  "customer_access.activate": [...ACCESS, "customer_access_compliance_forbidden"],
  "customer_access.suspend": ACCESS,
  "customer_access.resume": [...ACCESS, "customer_access_compliance_forbidden"],
  "customer_access.revoke": ACCESS,
  "sandbox.compliance_outcome.create": ["customer_access_not_found", ...SANDBOX_ONLY],
  "platform.compliance_outcome.create": ["customer_access_not_found", ...LIVE_ONLY],
  "entity.kyc.verification.start": ["entity_not_found", "state_constraint_failed"],
  "entity.kyc.verification.cancel": ["entity_not_found", "resource_not_found", "state_conflict"],
  "sandbox.kyc_outcome.create": [
    "entity_not_found",
    "resource_not_found",
    "provider_outcome_unsupported",
    "state_conflict",
    ...SANDBOX_ONLY,
  ],
  "sandbox.provider_outcome.create": [
    "resource_not_found",
    "provider_outcome_unsupported",
    "state_conflict",
    ...SANDBOX_ONLY,
  ],
  "sandbox.provider_fault.create": ["resource_not_found", ...SANDBOX_ONLY],
  "account.create": [
    "resource_not_found",
    "owner_unsupported",
    "account_role_owner_mismatch",
    "customer_not_found",
    "customer_status_forbidden",
    "customer_access_required",
    "customer_access_status_forbidden",
    "kyc_tier_insufficient",
    "state_conflict",
  ],
  "account.update": ["account_not_found", "account_status_forbidden", "state_conflict"],
  "account.freeze": ["account_not_found", "account_status_forbidden"],
  "account.unfreeze": [
    "account_not_found",
    "account_freeze_plane_forbidden",
    "account_status_forbidden",
  ],
  "account.close": [
    "account_not_found",
    "account_freeze_plane_forbidden",
    "account_status_forbidden",
    "account_close_balance_nonzero",
  ],
  "transfer.create": MOVEMENT,
  "transfer.batch.create": MOVEMENT,
  "transfer.reverse": [
    "transfer_not_found",
    "operation_not_finalized",
    "state_conflict",
    "currency_mismatch",
    "ledger_transfer_rejected",
    "account_frozen",
    "source_account_status_forbidden",
    "destination_account_status_forbidden",
    "exposure_cap_exceeded",
    "insufficient_balance",
  ],
  "transfer_hold.create": [...MOVEMENT, "state_constraint_failed"],
  "transfer_hold.clear": [
    "transfer_hold_not_found",
    "state_conflict",
    "currency_mismatch",
    "account_frozen",
    "ledger_transfer_rejected",
  ],
  "transfer_hold.cancel": ["transfer_hold_not_found", "state_conflict"],
  "transfer_hold.expire": ["operation_not_allowed"],
  "sandbox.account_funding.create": [
    "account_not_found",
    "currency_mismatch",
    "funding_destination_role_forbidden",
    "destination_account_status_forbidden",
    "state_conflict",
    "exposure_cap_exceeded",
    ...SANDBOX_ONLY,
  ],
  "platform.customer.activate": ["customer_not_found", "customer_status_forbidden", ...LIVE_ONLY],
  "platform.account_funding.create": [
    "account_not_found",
    "currency_mismatch",
    "funding_destination_role_forbidden",
    "destination_account_status_forbidden",
    "state_conflict",
    "exposure_cap_exceeded",
    ...LIVE_ONLY,
  ],
  "sandbox.platform_freeze.create": [
    "account_not_found",
    "account_status_forbidden",
    ...SANDBOX_ONLY,
  ],
  "sandbox.platform_freeze.lift": [
    "account_not_found",
    "account_status_forbidden",
    ...SANDBOX_ONLY,
  ],
  "sandbox.clock.advance": ["resource_not_found", "state_constraint_failed", ...SANDBOX_ONLY],
  "sandbox.reset": ["resource_not_found", "state_conflict", ...SANDBOX_ONLY],
  "webhook_endpoint.create": [...BROWSER_ENDPOINT, "state_constraint_failed"],
  "webhook_endpoint.update": [...BROWSER_ENDPOINT, "state_conflict", "state_constraint_failed"],
  "webhook_endpoint.enable": [...BROWSER_ENDPOINT, "state_conflict"],
  "webhook_endpoint.disable": [...ENDPOINT, "state_conflict"],
  "webhook_endpoint.delete": BROWSER_ENDPOINT,
  "webhook_endpoint.secret.rotate": [...BROWSER_ENDPOINT, "state_conflict"],
  "webhook_endpoint.ping": [...ENDPOINT, "state_conflict"],
  "webhook_endpoint.recover": [...ENDPOINT, "state_conflict"],
  "webhook_delivery.retry": [...ENDPOINT, "state_conflict"],
  "event.redeliver": [...ENDPOINT, "state_conflict"],
  "sandbox.event.trigger": [...ENDPOINT, ...SANDBOX_ONLY],
  ...BANK_REFUSALS,
  ...PROGRAM_REFUSALS,
};

/** An operation that only the clock may run: every caller is refused. */
const EXPIRE = "transfer_hold.expire";

/** Every simulated read. */
export const READS = [
  "account.balance.retrieve",
  "account.retrieve",
  "account.list",
  "account.entry.list",
  "customer.retrieve",
  "customer_access.retrieve",
  "entity.kyc.verification.retrieve",
  "transfer.retrieve",
  "transfer_hold.retrieve",
  "sandbox.clock.retrieve",
  "idempotency_key.retrieve",
  "event.list",
  "webhook_endpoint.retrieve",
  "webhook_delivery.retrieve",
  ...BANK_READS,
  ...PROGRAM_READS,
];

/** What becomes of webhooks. */
const WEBHOOKS = [
  "webhook delivered at once",
  "webhook delivered later",
  "webhook failed: 500",
  "webhook failed: 429",
  "webhook failed: timeout",
  "webhook failed: closed_early",
  "webhook exhausted",
  "webhook attempted again",
  "webhook sent again after a crash",
  "outbox died alone",
  "answer to a report lost",
  "report that is no news",
  "endpoint given up: gone",
  "endpoint given up: exhausted",
];

/** What providers do, and what becomes of it. */
const PROVIDERS = [
  "provider_request.simulate by time",
  "entity.kyc.verification.simulate by time",
  "provider_egress_failed",
  "resumed by its key",
  "effect lost before its provider",
  "answer of a provider lost",
  "provider asked first",
  "report about a provider repeated",
  ...["applied", "twice", "same", "early", "out_of_order", "contradictory"].map(
    (verdict) => `news of a provider: ${verdict}`,
  ),
];

/** Faults of the network, the disks and the server, and special cases of keys and clocks. */
const FAULTS = [
  "append failed",
  "append unknown_lost",
  "append unknown_kept",
  "append silent_lost",
  "append silent_kept",
  "state write failed",
  "crash while nothing was under way",
  "crash during an append: it is there",
  "crash during an append: it is lost",
  "crash during a state write",
  "crash during recovery",
  "orderly stop",
  "state deleted",
  "damage: a bit flipped",
  "damage: a frame sealed anew",
  "damage: another frame in its place",
  "damage: cut short",
  "request lost",
  "request sent twice",
  "reply lost",
  "reply late",
  "answered again by its key",
  "answered again by its key, after a restart",
  "key of another request",
  "key that another realm of the shard has used",
  "deadline passed in live",
  "deadline passed by the sandbox clock",
  "hold asked for after its deadline",
  "request between two steps of a clock",
  "clock told again on its way",
  "crash while a clock was on its way",
  "orderly stop while a clock was on its way",
  "crash after a reset",
  "outcome unknown: it had happened",
  "outcome unknown: it had not",
  "state and tail replayed",
  "log alone replayed",
];

/** The names that some hundred seeds must meet: every operation, every read and every fault. */
export function usualNames(): string[] {
  const names = [
    "idempotency_conflict",
    "idempotency_required",
    ...FAULTS,
    ...WEBHOOKS,
    ...PROVIDERS,
    ...BANK_ENDS,
    ...MANDATE_ENDS,
    ...PROGRAM_TIME,
    ...TOLD_ENDS,
  ];
  for (const operation of Object.keys(REFUSALS)) {
    names.push(`${operation} ${operation === EXPIRE ? "operation_not_allowed" : "accepted"}`);
  }
  for (const operation of READS) names.push(`${operation} found`);
  return names;
}

/** The names that a long run must meet: the usual ones, and every refusal of every operation. */
export function allNames(): string[] {
  const names = [
    ...usualNames(),
    "entity.kyc.verification.expire by time",
    "key of before a reset",
    "news of a provider: late",
    ...BANK_RARE,
    ...PROGRAM_RARE,
    ...TOLD_RARE,
  ];
  for (const [operation, codes] of Object.entries(REFUSALS)) {
    names.push(`${operation} invalid_request`);
    for (const code of codes) if (operation !== EXPIRE) names.push(`${operation} ${code}`);
  }
  return names;
}
