/** The refusal for an account id that is unknown, malformed or foreign. */
import { type Refusal, refuse } from "../../contract/refusal.ts";

/** `field` is the field of the request that has the id. */
export function accountNotFound(accountId: string, field: string): Refusal<"account_not_found"> {
  return refuse("account_not_found", `no account ${accountId} in this Product and environment`, {
    accountId,
    issues: [{ code: "not_found", message: "no such account", path: [field] }],
  });
}
