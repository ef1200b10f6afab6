/** customer.create: adds a person or an organization as a customer of the Product. */
import { declareWrite } from "../../contract/declare/operation.ts";
import type { Environment } from "../../contract/declare/principal.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { actorText } from "../../contract/records/actor.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { refuseKycCountry } from "../entity/kyc_country.ts";
import { refuseTakenExternalId } from "../external_id.ts";
import { refuseOtherProduct } from "../own_product.ts";
import type { CustomerFact } from "./customer_facts.ts";
import type { CustomerState } from "./customer_noun.ts";
import { customers } from "./customer_noun.ts";
import { Customer, CustomerDraft } from "./customer_schema.ts";

export const customerCreate = declareWrite<CustomerState>()({
  id: "customer.create",
  summary: "Create a customer",
  description:
    "A test customer (sandbox) is active at once; any other is pending until it has access.",
  http: { method: "POST", path: "/customers", status: 201 },
  principals: PRODUCT_CALLERS,
  scope: "customers:write",
  body: CustomerDraft,
  output: Customer,
  refusals: [
    "resource_not_found",
    "operation_environment_invalid",
    "kyc_country_unsupported",
    "state_conflict",
    "ledger_unavailable",
  ],
  events: ["customer.created"],
  decide(state, { productId, test, entity, metadata, externalId }, context) {
    const { realm, principal, nowMs } = context;
    const isTest = test ?? principal.environment === "sandbox";
    const refusal =
      refuseOtherProduct(principal, productId) ??
      refuseTest(isTest, principal.environment) ??
      refuseKycCountry(entity.country, ["entity", "country"]) ??
      refuseTakenExternalId(customers, state.customers.externalIds, realm, { externalId });
    if (refusal !== undefined) return refusal;
    const status = isTest ? "active" : "pending";
    const customer: CustomerFact["customer"] = {
      customerId: context.newId("cust"),
      test: isTest,
      entity: { entityId: context.newId("ent"), ...entity },
      status,
      ...(isTest && { access: { customerAccessId: context.newId("cacc"), status: "active" } }),
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      reachedAtMs: { [status]: nowMs },
      revision: 1,
      changedBy: actorText(context.actor),
      ...(metadata !== undefined && { metadata }),
      ...(externalId !== undefined && { externalId }),
    };
    return customers.accept(customers.fact("created", customer), context);
  },
});

function refuseTest(
  isTest: boolean,
  environment: Environment,
): Refusal<"operation_environment_invalid"> | undefined {
  if (!isTest || environment === "sandbox") return undefined;
  return refuse("operation_environment_invalid", "a test customer exists in sandbox only", {
    environment,
    allowedEnvironments: ["sandbox"],
    issues: [
      { code: "environment_invalid", message: "test must be false in live", path: ["test"] },
    ],
  });
}
