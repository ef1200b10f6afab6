/** sandbox.account_funding.create: test money for an account, out of the platform's own. */
import { type Static, Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import {
  Amount,
  Currency,
  Description,
  described,
  ExternalId,
  Id,
  Metadata,
} from "../../contract/formats.ts";
import { declareWrite } from "../../contract/operation.ts";
import { type Refusal, refuse } from "../../contract/refusal.ts";
import { refuseTakenExternalId } from "../external_id.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import type { AccountTable } from "../ledger/account_table.ts";
import { Plan } from "../ledger/ledger.ts";
import { ACCOUNT_ROLES, roleOf } from "../ledger/roles.ts";
import { transferReply } from "../transfer/transfer_json.ts";
import { currencyMismatch, statusForbidden } from "../transfer/transfer_party.ts";
import { addOrFail, extrasOf } from "../transfer/transfer_plan.ts";
import { transferReplyState } from "../transfer/transfer_reply_state.ts";
import { transfers } from "../transfer/transfer_resource.ts";
import { Transfer } from "../transfer/transfer_schema.ts";
import { planExternalAccount } from "./external_account.ts";
import type { SandboxState } from "./sandbox_state.ts";

const AccountFundingDraft = Type.Object(
  {
    destinationAccountId: described(Id("acct"), "The account that receives the test money."),
    amount: described(Amount, "Minor units to credit: `100000` is 1,000.00 EUR."),
    currency: described(Currency, "Currency of the account and of all its amounts: ISO 4217."),
    description: Type.Optional(Description),
    metadata: Type.Optional(Metadata),
    externalId: Type.Optional(ExternalId),
  },
  {
    title: "AccountFundingDraft",
    description: "Test money for an account.",
    additionalProperties: false,
  },
);
type AccountFundingDraft = Static<typeof AccountFundingDraft>;

export const sandboxAccountFundingCreate = declareWrite<SandboxState>()({
  id: "sandbox.account_funding.create",
  summary: "Fund an account with test money",
  description:
    "The account must be open: a freeze of either mode is refused with `destination_account_status_forbidden`. " +
    "The customer who owns it may be suspended.",
  tag: "Sandbox",
  http: { method: "POST", path: "/sandbox/account-funding", status: 201 },
  principals: ["product_key"],
  scope: "sandbox:write",
  acts: { on: "product", by: "destinationAccountId" },
  environment: "sandbox",
  body: AccountFundingDraft,
  output: Transfer,
  refusals: [
    "account_not_found",
    "currency_mismatch",
    "funding_destination_role_forbidden",
    "destination_account_status_forbidden",
    "state_conflict",
    "exposure_cap_exceeded",
    "ledger_unavailable",
  ],
  events: ["transfer.posted", "transfer.failed"],
  decide(state, draft, context) {
    const { scope, place } = context;
    const destination = destinationOf(state.accounts, scope, draft);
    if (destination.refused) return destination;
    const taken = refuseTakenExternalId(transfers, state.transferExternalIds, scope, {
      externalId: draft.externalId,
    });
    if (taken !== undefined) return taken;
    const plan = new Plan(state.accounts, place);
    const external = planExternalAccount(state.accounts, plan, draft.currency, context);
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
  },
  respond: transferReply,
  replyState: transferReplyState,
});

function destinationOf(
  accounts: AccountTable,
  scope: number,
  { destinationAccountId, currency }: AccountFundingDraft,
):
  | { refused: false; ordinal: number }
  | Refusal<
      | "account_not_found"
      | "currency_mismatch"
      | "funding_destination_role_forbidden"
      | "destination_account_status_forbidden"
    > {
  const ordinal = accounts.ordinalOf(scope, destinationAccountId);
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
