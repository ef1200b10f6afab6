/**
 * Funding: money enters an account from the platform's external account of the currency. Shared by
 * the sandbox, where it is test money, and the operator, who books what has arrived outside.
 */
import { type Static, Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import type { Acceptance, DecisionContext } from "../../contract/declare/operation.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import {
  Amount,
  Currency,
  Description,
  ExternalId,
  Id,
  Metadata,
} from "../../contract/values/formats.ts";
import { refuseTakenExternalId } from "../external_id.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import type { AccountTable } from "../ledger/account_table.ts";
import { Plan } from "../ledger/ledger.ts";
import type { LedgerState } from "../ledger/ledger_state.ts";
import { ACCOUNT_ROLES, roleOf } from "../ledger/roles.ts";
import { planExternalAccount } from "../sandbox/external_account.ts";
import { currencyMismatch, statusForbidden } from "./transfer_party.ts";
import { addOrFail, extrasOf } from "./transfer_plan.ts";
import { transfers } from "./transfer_resource.ts";

/** The fields of a funding. */
export const FUNDING_FIELDS = {
  destinationAccountId: described(Id("acct"), "The account that receives the money."),
  amount: described(Amount, "Minor units to credit: `100000` is 1,000.00 EUR."),
  currency: described(Currency, "Currency of the account and of all its amounts: ISO 4217."),
  description: Type.Optional(Description),
  metadata: Type.Optional(Metadata),
  externalId: Type.Optional(ExternalId),
};
const Funding = Type.Object(FUNDING_FIELDS);
type Funding = Static<typeof Funding>;

/** The codes of a funding, in order of precedence. */
export const FUNDING_REFUSALS = [
  "account_not_found",
  "currency_mismatch",
  "funding_destination_role_forbidden",
  "destination_account_status_forbidden",
  "state_conflict",
  "exposure_cap_exceeded",
] as const;
type FundingRefusal = (typeof FUNDING_REFUSALS)[number];

/** Decides a funding: the transfer, and the external account where this is the first of its currency. */
export function decideFunding(
  state: LedgerState,
  draft: Funding,
  context: DecisionContext,
): Acceptance | Refusal<FundingRefusal> {
  const { realm, place } = context;
  const destination = destinationOf(state.accounts, realm, draft);
  if (destination.refused) return destination;
  const taken = refuseTakenExternalId(transfers, state.transferExternalIds, realm, {
    externalId: draft.externalId,
  });
  if (taken !== undefined) return taken;
  const plan = new Plan(state.accounts, place);
  const external = planExternalAccount(state.accounts, plan, { currency: draft.currency }, context);
  const refusal = addOrFail(state.accounts, plan, {
    step: "posted",
    transferKind: "funding",
    sub: 0,
    sourceOrdinal: external.ordinal,
    destinationOrdinal: destination.ordinal,
    amountMinor: BigInt(draft.amount),
    reservedMinor: 0n,
    extras: extrasOf(draft),
  });
  const facts = [...external.facts, ...plan.rows];
  if (refusal === undefined) return { refused: false, facts };
  const { code } = refusal;
  invariant(code === "exposure_cap_exceeded", "the platform's own accounts may go negative");
  return { ...refusal, code, facts };
}

function destinationOf(
  accounts: AccountTable,
  realm: number,
  { destinationAccountId, currency }: Funding,
):
  | { refused: false; ordinal: number }
  | Refusal<
      | "account_not_found"
      | "currency_mismatch"
      | "funding_destination_role_forbidden"
      | "destination_account_status_forbidden"
    > {
  const ordinal = accounts.ordinalOf(realm, destinationAccountId);
  if (ordinal < 0) return accountNotFound(destinationAccountId, "destinationAccountId");
  if (!accounts.hasCurrency(ordinal, currency)) {
    return currencyMismatch(accounts, ordinal, currency);
  }
  const { role, fundable } = roleOf(accounts.roleCode(ordinal));
  if (!fundable) return roleForbidden(destinationAccountId, role);
  if (accounts.isOpen(ordinal)) return { refused: false, ordinal };
  return statusForbidden("destination_account_status_forbidden", accounts, ordinal);
}

function roleForbidden(accountId: string, role: string) {
  const allowedRoles = ACCOUNT_ROLES.filter(({ fundable }) => fundable).map((entry) => entry.role);
  const message = `account ${accountId} is a ${role} account, which cannot be funded`;
  return refuse("funding_destination_role_forbidden", message, {
    accountId,
    role,
    allowedRoles,
    issues: [
      {
        code: "role_forbidden",
        message: "destinationAccountId cannot be funded",
        path: ["destinationAccountId"],
      },
    ],
  });
}
