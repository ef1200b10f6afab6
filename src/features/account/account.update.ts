/**
 * account.update: changes an account's name, metadata or external id; never its money, role or
 * owner.
 */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { changed } from "../change.ts";
import { refuseRevision } from "../expected_revision.ts";
import { refuseTakenExternalId } from "../external_id.ts";
import type { AccountExtras } from "../ledger/account_document.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import { mergedMetadata, refuseMetadata } from "../metadata_change.ts";
import {
  acceptAsItIs,
  acceptChange,
  accountStatusForbidden,
  changeableOrdinal,
} from "./account_lifecycle.ts";
import { accounts as accountResources } from "./account_resource.ts";
import { Account, AccountChange, AccountPath } from "./account_schema.ts";
import type { AccountState } from "./account_state.ts";
import { withoutPrivateNotes } from "./private_note.ts";

export const accountUpdate = declareWrite<AccountState>()({
  id: "account.update",
  summary: "Change an account's name, metadata or external id",
  description:
    "A field that is absent stays as it is; `null` removes it, and another may then have the external id. A change that leaves everything as it is, such as `{}`, is answered with the account and a receipt: the revision stays, and there is no event.",
  http: { method: "PATCH", path: "/accounts/{accountId}" },
  principals: PRODUCT_CALLERS,
  scope: "accounts:write",
  path: AccountPath,
  body: AccountChange,
  output: Account,
  refusals: [
    "account_not_found",
    "account_status_forbidden",
    "state_conflict",
    "state_constraint_failed",
    "ledger_unavailable",
  ],
  events: ["account.updated"],
  decide(state, { accountId, expectedRevision, name, metadata, externalId }, context) {
    const { accounts } = state;
    const { realm } = context;
    const ordinal = changeableOrdinal(accounts, realm, accountId);
    if (ordinal < 0) return accountNotFound(accountId, "accountId");
    const status = accounts.status(ordinal);
    if (status === "closed") return accountStatusForbidden(accounts, ordinal, ["open", "frozen"]);
    const merged = mergedMetadata(accounts.extras(ordinal)?.metadata, metadata);
    const conflict =
      refuseRevision(accountId, expectedRevision, accounts.revision(ordinal)) ??
      refuseTakenExternalId(accountResources, accounts.externalIds, realm, {
        externalId,
        id: accountId,
      }) ??
      refuseMetadata(merged);
    if (conflict !== undefined) return conflict;
    const before: AccountExtras = accounts.extras(ordinal) ?? {};
    const extras = changed(before, { name, metadata: merged, externalId });
    if (extras === before) return acceptAsItIs(accounts, ordinal, context);
    const fact = { kind: "account.updated.1", accountId, status, extras } as const;
    return acceptChange(accounts, ordinal, fact, context);
  },
  recording: { shown: withoutPrivateNotes },
});
