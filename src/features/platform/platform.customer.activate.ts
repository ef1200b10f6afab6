/**
 * platform.customer.activate: the operator makes a pending customer of a live Product active, and
 * says which KYC tier its entity has attained. It replaces what the customer would do: verification and customer
 * access. An access that the customer has becomes active too, whatever compliance has said of it; a customer without
 * an access gets one by the fact of the activation.
 */
import { Type } from "@sinclair/typebox";
import {
  type Decision,
  type DecisionContext,
  declareWrite,
} from "../../contract/declare/operation.ts";
import type { CustomerDocument } from "../customer/customer_document.ts";
import { inStatus, refuseCustomerStatus } from "../customer/customer_lifecycle.ts";
import type { CustomerState } from "../customer/customer_noun.ts";
import { customerNotFound, customers } from "../customer/customer_noun.ts";
import { Customer } from "../customer/customer_schema.ts";
import {
  accessInStatus,
  type CustomerAccessDocument,
} from "../customer_access/customer_access_document.ts";
import { customerAccesses } from "../customer_access/customer_access_noun.ts";
import { accessOf } from "../customer_access/used_access.ts";
import type { EntityDocument } from "../entity/entity_document.ts";
import type { EntityFact } from "../entity/entity_facts.ts";
import { entityOf } from "../entity/entity_lifecycle.ts";
import { changeOfKyc, profileOrEmpty } from "../entity/kyc_change.ts";
import { endOfTierMs } from "../entity/kyc_expiry.ts";
import { KYC_TIERS, type KycTier } from "../ledger/roles.ts";
import { notedInFeed, OperatorReason, operatorOf } from "./operator_note.ts";
import { BY_OPERATOR } from "./platform_operation.ts";

/** The lowest tier with which a customer may have an account in live. */
const TIER_OF_LIVE = "tier_1";

export const platformCustomerActivate = declareWrite<CustomerState>()({
  ...BY_OPERATOR,
  id: "platform.customer.activate",
  summary: "Activate a customer, as the platform",
  http: { method: "POST", path: "/platform/customers/{customerId}/activate" },
  acts: { on: "product", by: "customerId" },
  environment: "live",
  path: customers.path,
  body: Type.Object(
    {
      reason: OperatorReason,
      kycTier: Type.Optional(
        Type.Union(
          KYC_TIERS.map(({ tier }) => Type.Literal(tier)),
          { default: TIER_OF_LIVE, description: "What the operator has verified of the entity." },
        ),
      ),
    },
    { title: "PlatformCustomerActivation", additionalProperties: false },
  ),
  output: Customer,
  refusals: ["customer_not_found", "customer_status_forbidden", "ledger_unavailable"],
  events: ["entity.kyc.verified", "customer_access.activated", "customer.activated"],
  prepare: operatorOf,
  decide(state, { customerId, reason, kycTier = TIER_OF_LIVE }, context) {
    const act = {
      operation: "platform.customer.activate",
      resource: { type: "customer", id: customerId },
      after: { status: "active", verifiedKycTier: kycTier },
    };
    const decision = activated(state, { customerId, kycTier }, context);
    return notedInFeed(decision, { act, reason }, context);
  },
});

function activated(
  state: CustomerState,
  { customerId, kycTier }: { customerId: string; kycTier: KycTier },
  context: DecisionContext,
): Decision<"customer_not_found" | "customer_status_forbidden"> {
  const customer = state.customers.byId(context.realm, customerId);
  if (customer === undefined) return customerNotFound(customerId);
  const refusal = refuseCustomerStatus(customer, ["pending"]);
  if (refusal !== undefined) return refusal;
  const active = inStatus(customer, "active", context.nowMs);
  const verified = verifiedFacts(state, customer, kycTier, context);
  const access = accessOf(state, customer);
  if (access === undefined || access.status === "revoked") {
    const made = { customerAccessId: context.newId("cacc"), status: "active" } as const;
    const after: CustomerDocument = { ...active, access: made };
    return customers.acceptChange("activated", customer, after, context, verified);
  }
  const usable = activeAccess(access, context.nowMs);
  const { customerAccessId, status } = usable;
  const after: CustomerDocument = { ...active, access: { customerAccessId, status } };
  const facts = [...verified, customerAccesses.changeFact("activated", access, usable, context)];
  return customers.acceptChange("activated", customer, after, context, facts);
}

/** The facts by which the entity attains the tier now; none where it has the tier already. */
function verifiedFacts(
  state: CustomerState,
  customer: CustomerDocument,
  kycTier: KycTier,
  context: DecisionContext,
): EntityFact[] {
  const before = entityOf(state, customer.realm, customer);
  if (kycTier <= before.kycTier) return [];
  const profile = profileOrEmpty(state, before);
  const kycExpiresAtMs = endOfTierMs(kycTier, before, profile, context.nowMs);
  // A verification that is under way goes on, so nothing is submitted or archived under it.
  const kycStatus = before.kycStatus === "in_review" ? "in_review" : "verified";
  const after: EntityDocument = { ...before, kycStatus, kycTier, kycExpiresAtMs };
  return [changeOfKyc(state, "kyc.verified", before, after, {}, context).fact];
}

/** The access with the status active and cleared by compliance. A pending customer has no active access. */
function activeAccess(access: CustomerAccessDocument, nowMs: number): CustomerAccessDocument {
  const active = accessInStatus(access, "active", nowMs);
  return { ...active, compliance: { outcome: "clear", checkedAtMs: nowMs } };
}
