/**
 * Which calls of agents a person approves first: every one that acts in live, reads too, and every change in the
 * company of a Product that live is open to. One function decides, for all operations and transports.
 */
import type { Caller } from "../contract/declare/caller.ts";
import type { Operation } from "../contract/declare/operation.ts";
import type { Environment, ProductView } from "../contract/declare/principal.ts";
import { mayNeedApproval } from "../contract/refusals/shared_codes.ts";

/**
 * `never`: an agent's own status, and what is the same for everybody. `in_live`: a call that is made in live.
 * `of_live_product`: so is a call on the company; and a change of a Product that live is open to counts as one
 * whatever the environment that the request names, because the Product is the same in both.
 */
export type ApprovalRule = "never" | "in_live" | "of_live_product";

type Ruled = Pick<Operation<never>, "principals" | "approval" | "environment" | "acts">;

export function approvalRuleOf(operation: Ruled): ApprovalRule {
  if (!mayNeedApproval(operation)) return "never";
  return (operation.acts?.on ?? "product") === "product" ? "in_live" : "of_live_product";
}

/**
 * Whether a person has to approve the call. `environment`: what the request names. `about`: the Product that
 * the input of a call on the company names.
 */
export function needsApproval(
  caller: Caller,
  environment: Environment,
  { approval, isMutation }: { approval: ApprovalRule; isMutation: boolean },
  about: Pick<ProductView, "liveActivated"> | undefined,
): boolean {
  if (caller.kind !== "agent" || approval === "never") return false;
  if (environment === "live") return true;
  return approval === "of_live_product" && isMutation && about?.liveActivated === true;
}
