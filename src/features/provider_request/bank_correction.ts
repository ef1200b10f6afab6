/**
 * What a bank has done with a payout or a collection against what was heard of it first. The first end holds by itself; the operator, who has
 * asked the bank, says what it has done, so that the account of the bank here says what the bank says.
 */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";

/** Why the money of what was posted or collected is at the bank no more, or never was. */
export const NOT_TAKEN = {
  code: "corrected",
  reason: "the bank has the money no longer, or never took it",
};

/**
 * `state_conflict`: what the bank has done can follow none but the statuses `from`, and this one is in another. `standing`: how it is, in words;
 * `what`: what it is, with its id.
 */
export function notCorrectable(
  what: string,
  {
    status,
    standing = status,
    from,
    outcome,
  }: { status: string; standing?: string; from: readonly string[]; outcome: string },
): Refusal<"state_conflict"> {
  const expected = from.join(" or ");
  const message = `${what} is ${standing}: only one that is ${expected} at a bank can turn out to be ${outcome}`;
  return refuse("state_conflict", message, { expected, actual: status, status });
}
