/** Finds one account in a snapshot. */
import { suffixOf } from "../../base/id.ts";
import type { ReadContext } from "../../contract/declare/operation.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { LEDGER_TABLE } from "../table_codes.ts";

/** An account's key and its stored bytes (account_document.ts). */
export type StoredAccount = { suffix: string; value: Uint8Array };

/** The account in the request's realm; unknown, malformed and foreign ids give undefined. */
export function storedAccountOf(
  snapshot: Snapshot,
  { realm }: ReadContext,
  accountId: string,
): StoredAccount | undefined {
  if (realm === undefined) return undefined;
  const suffix = suffixOf("acct", accountId);
  if (suffix === undefined) return undefined;
  const value = snapshot.get(LEDGER_TABLE.account, realm, suffix);
  return value === undefined ? undefined : { suffix, value };
}

/** The refusal for an account id of the path that the realm does not have. */
export function unknownAccount(accountId: string): Refusal<"account_not_found"> {
  return refuse("account_not_found", noSuchHere("acct", accountId), {
    accountId,
  });
}
