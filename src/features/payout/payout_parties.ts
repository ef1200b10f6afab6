/** Who pays and who is paid: the checks of a payout before its money is looked at, in their order. */
import { invariant } from "../../base/invariant.ts";
import type { Environment } from "../../contract/declare/principal.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { railOf } from "../../rails/rails.ts";
import { type BeneficiaryDocument, RESERVED_ID } from "../beneficiary/beneficiary_document.ts";
import { beneficiaryNotFound, findBeneficiary } from "../beneficiary/beneficiary_noun.ts";
import { entityOf, refuseTier } from "../entity/entity_lifecycle.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import type { OwnedAccounts } from "../ledger/ledger_accounts.ts";
import { type KycTier, NO_TIER } from "../ledger/roles.ts";
import {
  checkedParties,
  type PartyRefusal,
  refuseCurrency,
  refuseInactiveOwner,
  refuseReserved,
  statusForbidden,
} from "../transfer/transfer_party.ts";
import type { PayoutDraft } from "./payout_schema.ts";
import type { PayoutPartySight } from "./payout_sight.ts";

/** The tier that the entity of a customer must have attained whose money is paid out. */
export const PAYOUT_TIER: Readonly<Record<Environment, KycTier>> = {
  sandbox: NO_TIER,
  live: "tier_1",
};

/** The codes of `payerAndPayee`, in order of precedence. */
export const PAYOUT_PARTY_REFUSALS = [
  "account_not_found",
  "payout_beneficiary_reserved",
  "resource_not_found",
  "customer_status_forbidden",
  "kyc_tier_insufficient",
  "currency_mismatch",
  "source_account_status_forbidden",
  "destination_account_status_forbidden",
  "ledger_transfer_rejected",
  "state_conflict",
] as const;
type PayoutPartyRefusal = Refusal<(typeof PAYOUT_PARTY_REFUSALS)[number]>;

export type PayoutParties = {
  refused: false;
  sourceOrdinal: number;
  /** The customer who owns the account. */
  customerId?: string;
  beneficiary: BeneficiaryDocument;
};

/** Where a payout is decided. `isOfProgram`: an action of an object pays, which alone may pay from the object's accounts. */
type Place = { realm: number; environment: Environment; isOfProgram: boolean };

/** The account that pays and the beneficiary, or why they cannot be. */
export function payerAndPayee(
  state: PayoutPartySight,
  place: Place,
  draft: PayoutDraft,
): PayoutParties | PayoutPartyRefusal {
  const { accounts } = state;
  const { realm, environment } = place;
  const sourceOrdinal = accounts.ordinalOf(realm, draft.sourceAccountId);
  if (sourceOrdinal < 0) return accountNotFound(draft.sourceAccountId, "sourceAccountId");
  const { beneficiaryId } = draft;
  if (beneficiaryId === RESERVED_ID) return reserved();
  const beneficiary = findBeneficiary(state, realm, beneficiaryId);
  if (beneficiary === undefined) return beneficiaryNotFound(beneficiaryId);
  const customerKey = accounts.customerKeyOf(sourceOrdinal);
  const refusal =
    refuseInactiveOwner(accounts, state.customers, sourceOrdinal) ??
    refuseTierOfOwner(state, { realm, environment }, customerKey) ??
    refuseMovement(state, place, draft, { sourceOrdinal, beneficiary }) ??
    refuseUnpayable(beneficiary, beneficiaryId);
  if (refusal !== undefined) return refusal;
  const parties: PayoutParties = { refused: false, sourceOrdinal, beneficiary };
  if (customerKey !== undefined) parties.customerId = `cust_${customerKey}`;
  return parties;
}

/** What stands against the movement between the accounts: of the rail `book` also what stands against the one that is paid. */
function refuseMovement(
  state: PayoutPartySight,
  { realm, isOfProgram }: Place,
  { sourceAccountId, currency }: PayoutDraft,
  { sourceOrdinal, beneficiary }: { sourceOrdinal: number; beneficiary: BeneficiaryDocument },
): PartyRefusal | undefined {
  const { accounts } = state;
  const { rail, destination } = beneficiary;
  if (rail !== "book") {
    return (
      refuseCurrencyOfRail(accounts, sourceOrdinal, rail, currency) ??
      refuseNotOpen(accounts, sourceOrdinal) ??
      (isOfProgram ? undefined : refuseReserved(accounts, sourceOrdinal, "sourceAccountId"))
    );
  }
  const destinationAccountId = destination.accountId ?? "";
  const named = { sourceAccountId, destinationAccountId, currency };
  const destinationOrdinal = accounts.ordinalOf(realm, destinationAccountId);
  const parties = checkedParties(state, named, { sourceOrdinal, destinationOrdinal }, isOfProgram);
  if (parties.refused) return parties;
  return sourceOrdinal === destinationOrdinal ? sameAccount(sourceAccountId) : undefined;
}

function refuseCurrencyOfRail(
  accounts: OwnedAccounts,
  ordinal: number,
  rail: BeneficiaryDocument["rail"],
  currency: string,
): Refusal<"currency_mismatch"> | undefined {
  const { name, currency: expected } = railOf(rail);
  return refuseCurrency(accounts, ordinal, currency, { expected, taker: `${name} carries` });
}

function refuseNotOpen(
  accounts: OwnedAccounts,
  ordinal: number,
): Refusal<"source_account_status_forbidden"> | undefined {
  if (accounts.isOpen(ordinal)) return undefined;
  return statusForbidden("source_account_status_forbidden", accounts, ordinal);
}

/** `kyc_tier_insufficient` where a customer owns the account whose entity has not attained the tier. */
function refuseTierOfOwner(
  state: PayoutPartySight,
  { realm, environment }: { realm: number; environment: Environment },
  customerKey: string | undefined,
): Refusal<"kyc_tier_insufficient"> | undefined {
  const requiredTier = PAYOUT_TIER[environment];
  if (customerKey === undefined || requiredTier === NO_TIER) return undefined;
  const customer = state.customers.get(realm, customerKey);
  invariant(customer !== undefined, "the customer who owns an account exists");
  return refuseTier(entityOf(state, realm, customer), requiredTier, "a payout");
}

/**
 * `state_conflict` where the beneficiary is not active, or its bank knows the account under another name and nobody has accepted that.
 */
function refuseUnpayable(
  { status, verification }: BeneficiaryDocument,
  beneficiaryId: string,
): Refusal<"state_conflict"> | undefined {
  if (status !== "active") {
    const message = `beneficiary ${beneficiaryId} is ${status}, and cannot be paid`;
    return refuse("state_conflict", message, { expected: "active", actual: status });
  }
  if (verification.status !== "mismatch" || verification.acceptedAtMs !== undefined) {
    return undefined;
  }
  const message = `the bank knows the account of beneficiary ${beneficiaryId} under another name; it is paid once beneficiary.update has accepted that (acceptMismatch)`;
  return refuse("state_conflict", message, {
    ...{ expected: "mismatch_accepted", actual: "mismatch" },
    issues: [{ code: "payee_mismatch", message, path: ["beneficiaryId"] }],
  });
}

function sameAccount(accountId: string): Refusal<"ledger_transfer_rejected"> {
  const message = `the beneficiary's account is the account that pays, ${accountId}`;
  return refuse("ledger_transfer_rejected", message, { ledgerReason: "same_account", accountId });
}

function reserved(): Refusal<"payout_beneficiary_reserved"> {
  const message = `the beneficiary ${RESERVED_ID} is the platform's, and cannot be paid`;
  return refuse("payout_beneficiary_reserved", message, { beneficiaryId: RESERVED_ID });
}
