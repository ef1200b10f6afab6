/** The refusal for an account id that is unknown, malformed or foreign. */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";

/** `field` is the field of the request that has the id. */
export function accountNotFound(accountId: string, field: string): Refusal<"account_not_found"> {
  return refuse("account_not_found", noSuchHere("acct", accountId), {
    accountId,
    issues: [{ code: "not_found", message: `${field} names no account`, path: [field] }],
  });
}
