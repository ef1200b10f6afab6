/** The one answer for an account that is unknown, malformed or somebody else's. */
import { type Refusal, refuse } from "../../contract/refusal.ts";

/** `field` names where the request has the id. */
export function accountNotFound(accountId: string, field: string): Refusal<"account_not_found"> {
  return refuse("account_not_found", `no account ${accountId} in this Product and environment`, {
    accountId,
    issues: [{ code: "not_found", message: "no such account", path: [field] }],
  });
}
