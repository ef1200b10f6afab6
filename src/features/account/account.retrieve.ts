/** account.retrieve: one account as it stands. */
import { found } from "../../contract/found.ts";
import { declareRead } from "../../contract/operation.ts";
import { decodeAccountDocument } from "../ledger/account_document.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import { storedAccountOf } from "./account_reads.ts";
import { accountResource } from "./account_resource.ts";
import { Account, AccountPath } from "./account_schema.ts";

export const accountRetrieve = declareRead({
  id: "account.retrieve",
  summary: "Read an account",
  tag: "Accounts",
  http: { method: "GET", path: "/accounts/{accountId}", status: 200 },
  principals: ["product_key"],
  scope: "accounts:read",
  path: AccountPath,
  output: Account,
  refusals: ["account_not_found"],
  read(snapshot, { accountId }, context) {
    const stored = storedAccountOf(snapshot, context, accountId);
    if (stored === undefined) return accountNotFound(accountId, "accountId");
    const account = decodeAccountDocument(stored.value);
    return found(accountResource(stored.suffix, account, context.principal));
  },
});
