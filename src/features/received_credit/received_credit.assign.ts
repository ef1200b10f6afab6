/** received_credit.assign: moves a credit from suspense to an account that the caller names. */
import { Type } from "@sinclair/typebox";
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { Id } from "../../contract/values/formats.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import type { AccountTable } from "../ledger/account_table.ts";
import { Plan } from "../ledger/ledger.ts";
import { type PartyOrdinals, refuseReserved, statusForbidden } from "../transfer/transfer_party.ts";
import { addOrFail } from "../transfer/transfer_plan.ts";
import { inStatus, type ReceivedCreditDocument } from "./received_credit_document.ts";
import {
  receivedCreditNotFound,
  receivedCredits,
  refuseCreditStatus,
} from "./received_credit_noun.ts";
import { ReceivedCredit } from "./received_credit_schema.ts";
import { ownerOf, type TakingState } from "./received_credit_taking.ts";

const CreditAssignment = Type.Object(
  {
    accountId: described(Id("acct"), "The account that gets the money; of the credit's currency."),
  },
  {
    title: "CreditAssignment",
    description: "Whose money it is.",
    additionalProperties: false,
  },
);

export const receivedCreditAssign = declareWrite<TakingState>()({
  id: "received_credit.assign",
  summary: "Assign a received credit from suspense",
  description:
    "The whole amount of a credit that is `suspended`, out of the account that has it. Where the Product has moved that money on " +
    "already, the answer is `insufficient_balance`. Any account that can be paid may be named, with or without an address.",
  http: { method: "POST", path: "/received-credits/{receivedCreditId}/assign" },
  principals: PRODUCT_CALLERS,
  scope: "financial_addresses:write",
  path: receivedCredits.path,
  body: CreditAssignment,
  output: ReceivedCredit,
  refusals: [
    "resource_not_found",
    "state_conflict",
    "account_not_found",
    "currency_mismatch",
    "source_account_status_forbidden",
    "destination_account_status_forbidden",
    "ledger_transfer_rejected",
    "exposure_cap_exceeded",
    "insufficient_balance",
    "ledger_unavailable",
  ],
  events: ["received_credit.assigned", "transfer.posted", "transfer.failed"],
  decide(state, { receivedCreditId, accountId }, context) {
    const { realm, place, nowMs } = context;
    const before = state.receivedCredits.byId(realm, receivedCreditId);
    if (before === undefined) return receivedCreditNotFound(receivedCreditId);
    const wrongStatus = refuseCreditStatus(before, ["suspended"]);
    if (wrongStatus !== undefined) return wrongStatus;
    const { accounts } = state;
    const parties = partiesOfAssignment(accounts, before, accountId);
    if ("refused" in parties) return parties;
    const plan = new Plan(accounts, place);
    const { remittance } = before;
    const refusal = addOrFail(accounts, plan, {
      ...parties,
      ...{ step: "posted", transferKind: "book", sub: 0 },
      amountMinor: BigInt(before.amountMinor),
      reservedMinor: 0n,
      extras: { receivedCreditId, ...(remittance !== undefined && { description: remittance }) },
    });
    if (refusal !== undefined) return { ...refusal, facts: plan.rows };
    const { customerId: _earlier, ...kept } = inStatus(before, "assigned", nowMs);
    const customerId = ownerOf(accounts, realm, accountId);
    const owner = customerId === undefined ? {} : { customerId };
    const after = { ...kept, ...owner, accountId, assignedTransferId: context.newId("tr") };
    return receivedCredits.acceptChange("assigned", before, after, context, plan.rows);
  },
});

/** The account in suspense and the one that is named, or why the money cannot be moved between them. */
function partiesOfAssignment(
  accounts: AccountTable,
  { realm, accountId: sourceAccountId, currency }: ReceivedCreditDocument,
  accountId: string,
):
  | PartyOrdinals
  | Refusal<
      | "account_not_found"
      | "currency_mismatch"
      | "source_account_status_forbidden"
      | "destination_account_status_forbidden"
      | "ledger_transfer_rejected"
    > {
  const sourceOrdinal = accounts.ordinalOf(realm, sourceAccountId);
  const destinationOrdinal = accounts.ordinalOf(realm, accountId);
  if (destinationOrdinal < 0) return accountNotFound(accountId, "accountId");
  if (!accounts.hasCurrency(destinationOrdinal, currency)) {
    return currencyMismatch(accountId, accounts.currency(destinationOrdinal), currency);
  }
  if (!accounts.isOpen(sourceOrdinal)) {
    return statusForbidden("source_account_status_forbidden", accounts, sourceOrdinal);
  }
  if (!accounts.isOpen(destinationOrdinal)) {
    return statusForbidden("destination_account_status_forbidden", accounts, destinationOrdinal);
  }
  if (sourceOrdinal === destinationOrdinal) return sameAccount(accountId);
  return (
    refuseReserved(accounts, destinationOrdinal, "accountId") ?? {
      sourceOrdinal,
      destinationOrdinal,
    }
  );
}

function currencyMismatch(accountId: string, expected: string, received: string) {
  return refuse("currency_mismatch", `account ${accountId} holds ${expected}, not ${received}`, {
    ...{ expected, received, accountId },
    issues: [
      {
        code: "currency_mismatch",
        message: `accountId must be an account in ${received}`,
        path: ["accountId"],
      },
    ],
  });
}

function sameAccount(accountId: string) {
  const message = `the money is on account ${accountId} already`;
  return refuse("ledger_transfer_rejected", message, {
    ledgerReason: "same_account",
    accountId,
    issues: [
      {
        code: "accounts_must_differ",
        message: "accountId is the account in suspense; name the one that the money is for",
        path: ["accountId"],
      },
    ],
  });
}
