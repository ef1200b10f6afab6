/** account.create: opens an account of one role and currency for a customer or the Product. */
import { accept, type DecisionContext, declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { actorText } from "../../contract/records/actor.ts";
import { refuseTakenExternalId } from "../external_id.ts";
import { type OwnerType, roleCodeOf } from "../ledger/roles.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { accountCreatedFact, extrasOfNew, type NewAccountFact } from "./account_facts.ts";
import { ownerTypeOf, ownerUnsupported, refuseOwner, refuseRole } from "./account_owner.ts";
import { type AccountResourceFields, accountResource, accounts } from "./account_resource.ts";
import { Account, AccountDraft } from "./account_schema.ts";
import type { AccountState } from "./account_state.ts";

export const accountCreate = declareWrite<AccountState>()({
  id: "account.create",
  summary: "Open an account",
  description:
    "Opens an account of one owner, role and currency, which can move money at once. The owner is a customer who is active and has active access, the Product or the tenant.",
  http: { method: "POST", path: "/accounts", status: 201 },
  principals: PRODUCT_CALLERS,
  scope: "accounts:write",
  body: AccountDraft,
  output: Account,
  refusals: [
    "resource_not_found",
    "owner_unsupported",
    "account_role_owner_mismatch",
    "customer_not_found",
    "customer_status_forbidden",
    "entity_status_forbidden",
    "customer_access_required",
    "customer_access_status_forbidden",
    "kyc_tier_insufficient",
    "state_conflict",
    "ledger_unavailable",
  ],
  events: ["account.created"],
  decide(state, draft, context) {
    const { principal, realm } = context;
    const otherProduct = refuseOtherProduct(principal, draft.productId);
    if (otherProduct !== undefined) return otherProduct;
    const ownerType = ownerTypeOf(draft.owner.type);
    if (ownerType === undefined) return ownerUnsupported(draft.owner.type);
    const refusal =
      refuseRole(draft.role, ownerType) ??
      refuseOwner(state, realm, principal, { ...draft.owner, type: ownerType }, draft.role) ??
      refuseTakenExternalId(accounts, state.accounts.externalIds, realm, {
        externalId: draft.externalId,
      });
    if (refusal !== undefined) return refusal;
    const created = newAccountOf(draft, ownerType, context.newId("acct"));
    return accept([accountCreatedFact(created)], resourceOfNew(created, context));
  },
});

function newAccountOf(
  { role, currency, owner, name, metadata, externalId }: AccountDraft,
  ownerType: OwnerType,
  accountId: string,
): NewAccountFact {
  return {
    accountId,
    role,
    currency,
    owner: { type: ownerType, id: owner.id },
    ...(name !== undefined && { name }),
    ...(metadata !== undefined && { metadata }),
    ...(externalId !== undefined && { externalId }),
  };
}

function resourceOfNew(
  created: NewAccountFact,
  { nowMs, principal, actor }: DecisionContext,
): Account {
  const account: AccountResourceFields = {
    status: "open",
    roleCode: roleCodeOf(created.role),
    currency: created.currency,
    revision: 1,
    updatedAtMs: nowMs,
    ownerType: created.owner.type,
    ownerId: created.owner.id,
    changedBy: actorText(actor),
    extras: extrasOfNew(created),
  };
  return accountResource(created.accountId.slice("acct_".length), account, principal);
}
