/** Trouble with a webhook endpoint, which a ledger shard tells to the company's realm: its owners are mailed of it. */
import { type Static, Type } from "@sinclair/typebox";
import type { Effect } from "../../contract/declare/effect.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import { EnvironmentName, Id } from "../../contract/values/formats.ts";
import { companyTelling } from "./company_telling.ts";

/** `exhausted`: deliveries have failed for good. `disabled`: nothing is sent to the endpoint any more. */
export const WEBHOOK_TROUBLES = ["exhausted", "disabled"] as const;
export type WebhookTrouble = (typeof WEBHOOK_TROUBLES)[number];

export const ToldTrouble = Type.Object(
  {
    trouble: Type.Union(WEBHOOK_TROUBLES.map((trouble) => Type.Literal(trouble))),
    /** Why the endpoint is disabled; absent while it is not. */
    reason: Type.Optional(
      Type.Union([Type.Literal("manual"), Type.Literal("gone"), Type.Literal("exhausted")]),
    ),
    productId: Id("prod"),
    environment: EnvironmentName,
    webhookEndpointId: Id("whe"),
    /** The name in the address of the endpoint: nothing else of an address, which may have a secret in it. */
    host: Type.String(),
    /** Deliveries that have failed for good and were not sent again; that wait for an attempt. */
    exhausted: Type.Integer({ minimum: 0 }),
    pending: Type.Integer({ minimum: 0 }),
  },
  { title: "PlatformToldTrouble", additionalProperties: false },
);
export type ToldTrouble = Static<typeof ToldTrouble>;

/** The effect that tells of the trouble. No request waits for it, because the trouble was found without a caller. */
export function tellOfTrouble(
  told: Omit<ToldTrouble, "productId" | "environment">,
  { tenantId, productId, environment }: RealmNames,
): Effect {
  const input: ToldTrouble = { ...told, productId, environment };
  const operation = "platform.webhook_trouble.tell";
  return companyTelling(tenantId, { operation, input }, { isAwaited: false });
}
