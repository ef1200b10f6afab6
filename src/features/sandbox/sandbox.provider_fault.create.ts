/** sandbox.provider_fault.create: arms faults of a provider, so that a test meets them; sandbox only. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { EnvironmentName, Id } from "../../contract/values/formats.ts";
import { refuseOtherProduct } from "../own_product.ts";
import {
  PROVIDER_FAULT_COUNT_MAX,
  PROVIDER_FAULT_MODES,
} from "../provider_request/provider_fault.ts";
import type { ProviderFaultArmed } from "../provider_request/provider_request_facts.ts";
import type { ProviderRequestState } from "../provider_request/provider_request_state.ts";
import { SIMULATOR } from "../provider_request/providers.ts";

const FAULT_FIELDS = {
  productId: Id("prod"),
  provider: Type.Literal(SIMULATOR, {
    description: "A provider that `catalog.provider.list` has in sandbox.",
  }),
  mode: Type.Union(
    PROVIDER_FAULT_MODES.map((mode) => Type.Literal(mode)),
    {
      title: "ProviderFaultMode",
      description:
        "`reject`: the provider refuses, the answer is `provider_egress_rejected`. `fail` and `timeout`: it gives no answer, yours is `provider_egress_failed`.",
    },
  ),
  count: Type.Integer({
    minimum: 0,
    maximum: PROVIDER_FAULT_COUNT_MAX,
    description: "Attempts that meet the fault, each takes one; 0 disarms.",
  }),
};

export const sandboxProviderFaultCreate = declareWrite<ProviderRequestState>()({
  id: "sandbox.provider_fault.create",
  summary: "Arm faults of a provider",
  description:
    "Takes the place of what is armed for the provider. Attempts that the platform makes by itself take faults too.",
  http: { method: "POST", path: "/sandbox/provider-faults", status: 201 },
  principals: PRODUCT_CALLERS,
  scope: "sandbox:write",
  environment: "sandbox",
  body: Type.Object(FAULT_FIELDS, {
    title: "ProviderFaultDraft",
    description: "The faults to arm.",
    additionalProperties: false,
  }),
  output: Type.Object(
    { ...FAULT_FIELDS, environment: EnvironmentName },
    {
      title: "ProviderFault",
      description: "What is armed for a provider now.",
      additionalProperties: false,
    },
  ),
  refusals: ["resource_not_found", "ledger_unavailable"],
  events: [],
  decide(_state, { productId, provider, mode, count }, { principal }) {
    const otherProduct = refuseOtherProduct(principal, productId);
    if (otherProduct !== undefined) return otherProduct;
    const fact: ProviderFaultArmed = { kind: "provider_fault.armed.1", provider, mode, count };
    const { environment } = principal;
    return accept([fact], { productId, provider, mode, count, environment });
  },
});
