/**
 * Checks the two accounts of a movement that a caller names: both exist, the owner of the source may
 * pay, both have the currency, and are usable.
 */
import { invariant } from "../../base/invariant.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { AccountState } from "../account/account_state.ts";
import type { CustomerDocument } from "../customer/customer_document.ts";
import { refuseCustomerStatus } from "../customer/customer_lifecycle.ts";
import type { FreezeMode } from "../ledger/account_document.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import { namedFreeze, statusText } from "../ledger/freeze_wording.ts";
import { BALANCE_MAX, type LegRefusal } from "../ledger/ledger.ts";
import type { LedgerAccounts, OwnedAccounts } from "../ledger/ledger_accounts.ts";
import { EXTERNAL_ROLE, roleCodeOf } from "../ledger/roles.ts";

/** Codes of `partiesOf`, in order of precedence. */
export const PARTY_REFUSALS = [
  "account_not_found",
  "customer_status_forbidden",
  "currency_mismatch",
  "source_account_status_forbidden",
  "destination_account_status_forbidden",
  "ledger_transfer_rejected",
] as const;

/** What is asked about the customers who own accounts. */
export type OwnerSight = {
  customers: {
    get(realm: number, key: string): CustomerDocument | undefined;
    flagged: { has(key: string): boolean };
  };
};

type Named = { sourceAccountId: string; destinationAccountId: string; currency: string };
/** The accounts that a movement names; -1 for one that does not exist in the realm. */
export type PartyOrdinals = { sourceOrdinal: number; destinationOrdinal: number };
export type Parties = { refused: false } & PartyOrdinals;
export type PartyRefusal = Refusal<(typeof PARTY_REFUSALS)[number]>;

const EXTERNAL_CODE = roleCodeOf(EXTERNAL_ROLE);
const OBJECT_CODE = roleCodeOf("object_balance");
const OF_PLATFORM = { ledgerReason: "platform_account", isOf: "the platform" };
const OF_OBJECT = { ledgerReason: "object_account", isOf: "an object" };

export function partiesOf(
  state: AccountState,
  realm: number,
  named: Named,
): Parties | PartyRefusal {
  const { accounts } = state;
  return checkedParties(state, named, {
    sourceOrdinal: accounts.ordinalOf(realm, named.sourceAccountId),
    destinationOrdinal: accounts.ordinalOf(realm, named.destinationAccountId),
  });
}

/**
 * The two parties of a transfer, or why they cannot be, where their accounts were looked up already. `isOfProgram`: an action
 * of an object pays, so that the source may be an account of an object.
 */
export function checkedParties(
  { accounts, customers }: { accounts: OwnedAccounts } & OwnerSight,
  { sourceAccountId, destinationAccountId, currency }: Named,
  { sourceOrdinal, destinationOrdinal }: PartyOrdinals,
  isOfProgram = false,
): Parties | PartyRefusal {
  if (sourceOrdinal < 0) return accountNotFound(sourceAccountId, "sourceAccountId");
  if (destinationOrdinal < 0) return accountNotFound(destinationAccountId, "destinationAccountId");
  const barred = refuseInactiveOwner(accounts, customers, sourceOrdinal);
  if (barred !== undefined) return barred;
  if (!accounts.hasCurrency(sourceOrdinal, currency)) {
    return currencyMismatch(accounts, sourceOrdinal, currency);
  }
  if (!accounts.hasCurrency(destinationOrdinal, currency)) {
    return currencyMismatch(accounts, destinationOrdinal, currency);
  }
  if (!accounts.isOpen(sourceOrdinal)) {
    return statusForbidden("source_account_status_forbidden", accounts, sourceOrdinal);
  }
  if (!accounts.isOpen(destinationOrdinal)) {
    return statusForbidden("destination_account_status_forbidden", accounts, destinationOrdinal);
  }
  return (
    (isOfProgram ? undefined : refuseReserved(accounts, sourceOrdinal, "sourceAccountId")) ??
    refuseReserved(accounts, destinationOrdinal, "destinationAccountId") ?? {
      refused: false,
      sourceOrdinal,
      destinationOrdinal,
    }
  );
}

/**
 * `customer_status_forbidden` where the account belongs to a customer who is not active: such a
 * customer makes no new payment. An account of another owner is never refused. Customers stay in the `state`
 * database, so they are asked for only where memory alone does not say that one may pay: a customer with an
 * account is neither pending nor, while the account is open, closed.
 */
export function refuseInactiveOwner(
  accounts: OwnedAccounts,
  customers: OwnerSight["customers"],
  ordinal: number,
): Refusal<"customer_status_forbidden"> | undefined {
  const key = accounts.customerKeyOf(ordinal);
  if (key === undefined) return undefined;
  if (accounts.isOpen(ordinal) && !customers.flagged.has(key)) return undefined;
  const customer = customers.get(accounts.realm(ordinal), key);
  invariant(customer !== undefined, "the customer who owns an account exists");
  return customer.status === "active" ? undefined : refuseCustomerStatus(customer, ["active"]);
}

export function currencyMismatch(
  accounts: LedgerAccounts,
  ordinal: number,
  received: string,
): Refusal<"currency_mismatch"> {
  const accountId = accounts.accountId(ordinal);
  const expected = accounts.currency(ordinal);
  return refuse("currency_mismatch", `account ${accountId} holds ${expected}, not ${received}`, {
    expected,
    received,
    accountId,
    issues: [
      { code: "currency_mismatch", message: `currency must be ${expected}`, path: ["currency"] },
    ],
  });
}

/**
 * `currency_mismatch` unless the account has the currency, and what the money comes or goes by takes it. `expected`: what
 * that takes; undefined where it takes any. `taker`: what takes it, for people, with the verb: `SEPA carries`.
 */
export function refuseCurrency(
  accounts: LedgerAccounts,
  ordinal: number,
  currency: string,
  { expected, taker }: { expected: string | undefined; taker: string },
): Refusal<"currency_mismatch"> | undefined {
  if (!accounts.hasCurrency(ordinal, currency))
    return currencyMismatch(accounts, ordinal, currency);
  if (expected === undefined || expected === currency) return undefined;
  const message = `${taker} ${expected}, not ${currency}`;
  return refuse("currency_mismatch", message, {
    expected,
    received: currency,
    accountId: accounts.accountId(ordinal),
    issues: [{ code: "currency_mismatch", message, path: ["currency"] }],
  });
}

export function statusForbidden<
  C extends "source_account_status_forbidden" | "destination_account_status_forbidden",
>(code: C, accounts: LedgerAccounts, ordinal: number): Refusal<C> {
  const accountId = accounts.accountId(ordinal);
  const status = accounts.status(ordinal);
  return refuse(code, statusText(accounts, ordinal), { accountId, status });
}

/**
 * The refusal of a movement between two accounts that the platform itself determined: the debited
 * account is frozen in any mode, the credited account is frozen in mode `all`, or one of them is
 * closed.
 */
export function refuseUnusable(
  accounts: LedgerAccounts,
  sourceOrdinal: number,
  destinationOrdinal: number,
):
  | Refusal<
      "account_frozen" | "source_account_status_forbidden" | "destination_account_status_forbidden"
    >
  | undefined {
  const frozen = refuseFrozen(accounts, sourceOrdinal, destinationOrdinal);
  if (frozen !== undefined) return frozen;
  if (accounts.status(sourceOrdinal) === "closed") {
    return statusForbidden("source_account_status_forbidden", accounts, sourceOrdinal);
  }
  if (accounts.status(destinationOrdinal) === "closed") {
    return statusForbidden("destination_account_status_forbidden", accounts, destinationOrdinal);
  }
  return undefined;
}

/**
 * `account_frozen` for a movement between two accounts that the platform itself determined: any
 * freeze of the debited account refuses the movement, and a freeze in mode `all` of the credited one.
 */
export function refuseFrozen(
  accounts: LedgerAccounts,
  sourceOrdinal: number,
  destinationOrdinal: number,
): Refusal<"account_frozen"> | undefined {
  const mode = namedFreeze(accounts.extras(sourceOrdinal))?.mode;
  if (mode !== undefined) return accountFrozen(accounts, sourceOrdinal, mode);
  if (namedFreeze(accounts.extras(destinationOrdinal))?.mode !== "all") return undefined;
  return accountFrozen(accounts, destinationOrdinal, "all");
}

/** The message has the freeze's wording: no other part of a refusal says why an account is frozen. */
function accountFrozen(
  accounts: LedgerAccounts,
  ordinal: number,
  mode: FreezeMode,
): Refusal<"account_frozen"> {
  const accountId = accounts.accountId(ordinal);
  return refuse("account_frozen", statusText(accounts, ordinal), { accountId, mode });
}

/**
 * `ledger_transfer_rejected` where a caller names an account that no caller moves money of: one of the platform, or
 * one of an object, whose program computes with what its own actions have moved.
 */
export function refuseReserved(
  accounts: LedgerAccounts,
  ordinal: number,
  field?: string,
): Refusal<"ledger_transfer_rejected"> | undefined {
  const roleCode = accounts.roleCode(ordinal);
  if (roleCode !== EXTERNAL_CODE && roleCode !== OBJECT_CODE) return undefined;
  const { ledgerReason, isOf } = roleCode === EXTERNAL_CODE ? OF_PLATFORM : OF_OBJECT;
  const accountId = accounts.accountId(ordinal);
  return refuse("ledger_transfer_rejected", `account ${accountId} belongs to ${isOf}`, {
    ledgerReason,
    accountId,
    ...(field !== undefined && {
      issues: [{ code: ledgerReason, message: `${field} is an account of ${isOf}`, path: [field] }],
    }),
  });
}

/** What stands against money that is credited to an account which the platform itself determined. */
export function refuseDestination(
  accounts: LedgerAccounts,
  ordinal: number,
): Refusal<"account_frozen" | "destination_account_status_forbidden"> | undefined {
  if (namedFreeze(accounts.extras(ordinal))?.mode === "all") {
    return accountFrozen(accounts, ordinal, "all");
  }
  if (accounts.status(ordinal) !== "closed") return undefined;
  return statusForbidden("destination_account_status_forbidden", accounts, ordinal);
}

/** The refusal for a leg that the ledger refused. */
export function moneyRefusal(
  refusal: LegRefusal,
  accounts: LedgerAccounts,
  sourceOrdinal: number,
  amountMinor: bigint,
): Refusal<"insufficient_balance" | "exposure_cap_exceeded"> {
  if (refusal.reason === "insufficient") {
    const available = String(refusal.availableMinor);
    return refuse("insufficient_balance", `amount ${amountMinor} exceeds available ${available}`, {
      accountId: accounts.accountId(sourceOrdinal),
      available,
      amount: String(amountMinor),
      currency: accounts.currency(sourceOrdinal),
    });
  }
  const { accountId, currentMinor } = refusal;
  const message = `account ${accountId} would have more than the largest balance, ${BALANCE_MAX}`;
  return refuse("exposure_cap_exceeded", message, {
    cap: "account_balance",
    accountId,
    limit: String(BALANCE_MAX),
    current: String(currentMinor),
    requested: String(amountMinor),
  });
}
