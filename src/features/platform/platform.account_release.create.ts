/**
 * platform.account_release.create: the operator books money that has left a closed Product of live outside of the platform. What banks
 * tell of a Product after it was closed is booked all the same, and nobody of the company can move it; the operator settles it with the
 * company, has the bank that has the money pay it out, and books that here, so that the account of the bank says what the bank says.
 */
import { type Static, Type } from "@sinclair/typebox";
import {
  type Decision,
  type DecisionContext,
  declareWrite,
} from "../../contract/declare/operation.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { type Refusal, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { Amount, Currency, Description, Id } from "../../contract/values/formats.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import type { AccountTable } from "../ledger/account_table.ts";
import { Plan } from "../ledger/ledger.ts";
import { EXTERNAL_ROLE, roleCodeOf } from "../ledger/roles.ts";
import { refuseClosedRealm } from "../product/product_closure.ts";
import type { ProductState } from "../product/product_state.ts";
import { transferReply } from "../transfer/transfer_json.ts";
import { currencyMismatch } from "../transfer/transfer_party.ts";
import { addOrFail, extrasOf } from "../transfer/transfer_plan.ts";
import { transferReplyState } from "../transfer/transfer_reply_state.ts";
import { Transfer } from "../transfer/transfer_schema.ts";
import { notedInFeed, OperatorReason, operatorOf } from "./operator_note.ts";
import { BY_OPERATOR } from "./platform_operation.ts";

const EXTERNAL_CODE = roleCodeOf(EXTERNAL_ROLE);

const Release = Type.Object(
  {
    sourceAccountId: described(Id("acct"), "The account of the closed Product that has the money."),
    amount: described(Amount, "Minor units that have left."),
    currency: Currency,
    provider: Type.Optional(
      described(
        Type.String({ minLength: 1, maxLength: 32 }),
        "The bank that has paid it out; absent of money that the operator has funded.",
      ),
    ),
    description: Type.Optional(Description),
    reason: OperatorReason,
  },
  { title: "PlatformAccountRelease", additionalProperties: false },
);
type Release = Static<typeof Release>;
type Code =
  | "account_not_found"
  | "currency_mismatch"
  | "state_constraint_failed"
  | "insufficient_balance";

export const platformAccountReleaseCreate = declareWrite<ProductState>()({
  ...BY_OPERATOR,
  id: "platform.account_release.create",
  summary: "Book money that has left a closed Product outside, as the platform",
  http: { method: "POST", path: "/platform/account-release", status: 201 },
  // No `environment`: such an operation works in Products of every status, and the command asks for live.
  acts: { on: "product", by: "sourceAccountId" },
  body: Release,
  output: Transfer,
  refusals: [
    "account_not_found",
    "currency_mismatch",
    "state_constraint_failed",
    "insufficient_balance",
    "ledger_unavailable",
  ],
  events: ["transfer.posted", "transfer.failed"],
  prepare: operatorOf,
  decide(state, { reason, ...release }, context) {
    const { sourceAccountId: id, amount, currency } = release;
    const act = {
      operation: "platform.account_release.create",
      resource: { type: "account", id },
      after: { amount, currency },
    };
    return notedInFeed(released(state, release, context), { act, reason }, context);
  },
  respond: transferReply,
  replyState: transferReplyState,
});

/** A freeze does not matter: nobody can lift it any more, and the money has left. */
function released(
  state: ProductState,
  release: Omit<Release, "reason">,
  context: DecisionContext,
): Decision<Code> {
  const { accounts } = state;
  const { realm, place } = context;
  const { sourceAccountId, currency, provider } = release;
  const sourceOrdinal = accounts.ordinalOf(realm, sourceAccountId);
  if (sourceOrdinal < 0 || accounts.roleCode(sourceOrdinal) === EXTERNAL_CODE) {
    return accountNotFound(sourceAccountId, "sourceAccountId");
  }
  if (!accounts.hasCurrency(sourceOrdinal, currency)) {
    return currencyMismatch(accounts, sourceOrdinal, currency);
  }
  if (refuseClosedRealm(state, realm) === undefined) return refuseOpen(context);
  const destinationOrdinal = externalOf(accounts, { currency, provider }, context);
  if (destinationOrdinal === undefined) return refuseUnknownBank(release);
  const plan = new Plan(accounts, place);
  const refusal = addOrFail(accounts, plan, {
    ...({ step: "posted", transferKind: "funding", sub: 0 } as const),
    ...{ sourceOrdinal, destinationOrdinal, amountMinor: BigInt(release.amount) },
    reservedMinor: 0n,
    extras: extrasOf(release),
  });
  if (refusal === undefined) return { refused: false, facts: plan.rows };
  return { ...(refusal as Refusal<"insufficient_balance">), facts: plan.rows };
}

function externalOf(
  accounts: AccountTable,
  { currency, provider }: { currency: string; provider: string | undefined },
  { realm, principal }: DecisionContext,
): number | undefined {
  for (const ordinal of accounts.ofOwner("platform", principal.productId)) {
    if (accounts.realm(ordinal) !== realm || !accounts.hasCurrency(ordinal, currency)) continue;
    if (accounts.extras(ordinal)?.name === provider) return ordinal;
  }
  return undefined;
}

function refuseOpen({ principal: { productId } }: DecisionContext) {
  const message = `Product ${productId} is not closed: its company moves the money itself`;
  return refuseConstraint("product_closed", message);
}

function refuseUnknownBank({ currency, provider }: Omit<Release, "reason">) {
  const whose =
    provider === undefined ? "the operator has funded none" : `the bank ${provider} has none`;
  return refuseConstraint("external_account", `of the Product's money in ${currency} ${whose}`);
}
