/**
 * platform.webhook_trouble.tell: mails the owners of a company that webhooks do not reach one of its endpoints, or that
 * nothing is sent to the endpoint any more. The ledger shard bounds how often it tells.
 */
import { Type } from "@sinclair/typebox";
import type { Effect } from "../../contract/declare/effect.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { mailTo } from "../mail/mail_effect.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { mailsToOwners } from "../user/owner_mails.ts";
import type { UserDocument } from "../user/user_document.ts";
import type { UserState } from "../user/user_state.ts";
import { ToldTrouble } from "./webhook_trouble.ts";

/** Why an endpoint is disabled, in words that go on after "was disabled: ". */
const REASONS: Readonly<Record<NonNullable<ToldTrouble["reason"]>, string>> = {
  manual: "a member or a program of your company asked for it",
  gone: "it answered 410, which means that it is gone for good",
  exhausted: "nothing could be delivered to it for 5 days",
};

export const platformWebhookTroubleTell = declareWrite<TenantState & UserState>()({
  id: "platform.webhook_trouble.tell",
  summary: "Mail the owners of a company about one of its webhook endpoints",
  http: { method: "POST", path: "/platform/webhook-troubles/tell" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  acts: { on: "tenant" },
  body: ToldTrouble,
  output: Type.Object({}, { title: "PlatformWebhookTroubleTold", additionalProperties: false }),
  refusals: [],
  events: [],
  decide(state, told, { realm, principal }) {
    const { name } = state.products.get(realm, told.productId) ?? { name: told.productId };
    const product = `${name} (${told.environment})`;
    const mailOf = (owner: UserDocument) => mailOfTrouble(owner, product, told);
    const effects = mailsToOwners(state, principal.tenantId, mailOf);
    return { ...accept([], {}), effects };
  },
});

function mailOfTrouble(
  { email: to, displayName: name }: Pick<UserDocument, "email" | "displayName">,
  product: string,
  told: ToldTrouble,
): Effect {
  const { trouble, reason, exhausted, pending, environment, host, productId } = told;
  const { webhookEndpointId: endpoint } = told;
  const where = { name, product, productId, environment, endpoint, host };
  if (trouble === "exhausted" || reason === undefined) {
    const counts = { exhausted: String(exhausted), pending: String(pending) };
    return mailTo({
      to,
      template: "webhook_deliveries_exhausted",
      values: { ...where, ...counts },
    });
  }
  const values = { ...where, reason: REASONS[reason], exhausted: String(exhausted) };
  return mailTo({ to, template: "webhook_endpoint_disabled", values });
}
