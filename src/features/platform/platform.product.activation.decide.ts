/**
 * platform.product.activation.decide: the operator opens live to a Product that asked for it, rejects the request, or
 * suspends live. The owners of the company are told by mail.
 */
import { Type } from "@sinclair/typebox";
import type { ActivationStatus } from "../../contract/declare/activation.ts";
import type { Effect } from "../../contract/declare/effect.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import type { InputIssue } from "../../contract/refusals/issue_codes.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { noSuch } from "../../contract/refusals/unknown_id.ts";
import { Id, notBlank } from "../../contract/values/formats.ts";
import { audited } from "../audit/audit_note.ts";
import { mailTo } from "../mail/mail_effect.ts";
import { refuseActivationStatus } from "../product/product_activation.ts";
import type { ProductEventType } from "../product/product_told.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { mailsToOwners } from "../user/owner_mails.ts";
import type { UserDocument } from "../user/user_document.ts";
import type { UserState } from "../user/user_state.ts";
import type { ProductChanged } from "./platform_facts.ts";
import { BY_OPERATOR, PlatformProduct, productResource } from "./platform_operation.ts";
import { AT_SOCKET } from "./platform_people.ts";
import { tellProduct } from "./platform_telling.ts";
import {
  activationDecided,
  productAfter,
  refuseClosed,
  type StoredProduct,
} from "./product_making.ts";
import { productNote } from "./product_note.ts";

type Outcome = "active" | "rejected" | "suspended";

/** From where each outcome is reached, and how it is told. */
const OUTCOMES = {
  active: {
    from: ["requested", "suspended"],
    event: "product.activated",
    fact: "product.activated.1",
    template: "product_activated",
  },
  rejected: {
    from: ["requested"],
    event: "product.activation_rejected",
    fact: "product.activation_rejected.1",
    template: "product_activation_rejected",
  },
  suspended: {
    from: ["active"],
    event: "product.updated",
    fact: "product.changed.1",
    template: "product_suspended",
  },
} as const satisfies Record<
  Outcome,
  {
    from: readonly [ActivationStatus, ...ActivationStatus[]];
    event: ProductEventType;
    fact: ProductChanged["kind"];
    template: string;
  }
>;

const ActivationDecision = Type.Object(
  {
    outcome: Type.Union([
      Type.Literal("active"),
      Type.Literal("rejected"),
      Type.Literal("suspended"),
    ]),
    reason: Type.Optional(notBlank(Type.String({ minLength: 1, maxLength: 500 }))),
  },
  { title: "PlatformActivationDecision", additionalProperties: false },
);

export const platformProductActivationDecide = declareWrite<TenantState & UserState>()({
  ...BY_OPERATOR,
  id: "platform.product.activation.decide",
  summary: "Open live to a Product, reject its request, or suspend it",
  http: { method: "POST", path: "/platform/products/{productId}/activation/decide" },
  acts: { on: "tenant", by: "productId" },
  path: Type.Object({ productId: Id("prod") }, { additionalProperties: false }),
  body: ActivationDecision,
  output: PlatformProduct,
  refusals: ["resource_not_found", "state_conflict"],
  events: ["product.activated", "product.activation_rejected", "product.updated"],
  check: ({ outcome, reason }) => issuesOf(outcome, reason),
  decide(state, { productId, outcome, reason }, { realm, nowMs, place }) {
    const before = state.products.get(realm, productId);
    if (before === undefined) {
      return refuse("resource_not_found", noSuch("prod", productId, "on this server"), {
        resourceType: "product",
      });
    }
    const { from, event, fact: kind } = OUTCOMES[outcome];
    const refusal = refuseClosed(before) ?? refuseActivationStatus(before, from);
    if (refusal !== undefined) return refusal;
    const change = {
      liveActivated: outcome === "active",
      activation: activationDecided(before, outcome, { nowMs, reason }),
    };
    const product = productAfter(before, change, nowMs);
    const fact: ProductChanged = { kind, product };
    const effects = [
      ...tellProduct(event, product, place),
      ...mailsToOwners(state, product.tenantId, (owner) =>
        mailOf(owner, product, { outcome, reason }),
      ),
    ];
    const decision = { ...accept([fact], productResource(product)), effects };
    return audited(decision, productNote(before, product), AT_SOCKET);
  },
});

function issuesOf(outcome: Outcome, reason: string | undefined): InputIssue[] {
  if (outcome === "active" || reason !== undefined) return [];
  const message = "reason is required, because the company reads why";
  return [{ code: "required", message, path: ["reason"] }];
}

function mailOf(
  { email: to, displayName: name }: Pick<UserDocument, "email" | "displayName">,
  { name: product }: StoredProduct,
  { outcome, reason = "" }: { outcome: Outcome; reason: string | undefined },
): Effect {
  if (outcome === "active") {
    return mailTo({ to, template: "product_activated", values: { name, product } });
  }
  const { template } = OUTCOMES[outcome];
  return mailTo({ to, template, values: { name, product, reason } });
}
