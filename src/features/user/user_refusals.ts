/** The refusals of what people send to prove who they are. */
import type { Fact } from "../../contract/records/record.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { refuseIssues } from "../../contract/values/page.ts";
import type { TextFault } from "../../contract/values/value_rules.ts";

const REJECTED =
  "not accepted: a password, code, token or proof of work is wrong, was used, or is too old; begin again";

/**
 * The one refusal of sign-up, login, reset and second factor, whatever was wrong: its message says nothing
 * of the reason. `facts`: what the attempt has used up.
 */
export function refuseCredentials(facts: readonly Fact[] = []): Refusal<"invalid_credentials"> {
  return refuse("invalid_credentials", REJECTED, {}, facts);
}

/** A new password that its owner may not have; the text is not repeated. */
export function refuseNewPassword({
  says,
  code = "format",
}: TextFault): Refusal<"invalid_request"> {
  return refuseIssues([{ code, message: `newPassword ${says}`, path: ["newPassword"] }]);
}
