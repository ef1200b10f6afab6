/**
 * Which calls of agents a person approves first: every one that acts in live, reads too, and every change in the
 * company of a Product that live is open to. One function decides, for all operations and transports.
 */
import type { Caller } from "../contract/declare/caller.ts";
import type { Operation } from "../contract/declare/operation.ts";
import type { Environment, ProductView } from "../contract/declare/principal.ts";
import { mayNeedApproval } from "../contract/refusals/shared_codes.ts";

/**
 * Which calls of an operation a person approves first. `never`: none, because the operation shows an agent's own
 * status, or what is public. `in_live`: each call in live. `of_live_product`: each call in live, and each change of a
 * Product that is activated for live, whatever environment the request names, because both environments share the
 * Product.
 */
export type ApprovalRule = "never" | "in_live" | "of_live_product";

type Ruled = Pick<Operation<never>, "principals" | "approval" | "environment" | "acts">;

/** The rule that the declaration names, or else the one that follows from where the operation acts. */
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
