/**
 * The way of a Product to live: what answers show of it, and what it may still lack. The requirements are computed
 * when they are read; nothing of them is stored.
 */
import { type Static, Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { type ActivationStatus, activationStatusOf } from "../../contract/declare/activation.ts";
import type { ProductView } from "../../contract/declare/principal.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import type { RequestKind } from "../../contract/messages/provider_kinds.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { Id, Timestamp } from "../../contract/values/formats.ts";
import {
  CAPABILITIES,
  type CapabilityName,
  type LiveRequirement,
  PLAIN_CAPABILITIES,
} from "./capabilities.ts";
import { Fee, UsageRate } from "./price_list.ts";
import { ActivationStatusName } from "./product_document.ts";
import { pricesOf } from "./product_pricing.ts";

const closed = { additionalProperties: false } as const;

const ActivationRequirement = Type.Object(
  {
    code: Type.String({
      description:
        "What live asks for: `product_active`, `second_factor`, `platform_review` or one of a capability.",
    }),
    status: described(
      Type.Union([Type.Literal("met"), Type.Literal("pending"), Type.Literal("failed")]),
      "`met`; `pending` while something is to be done; `failed` where it stands against the Product.",
    ),
    action: Type.String({ description: "What is to be done, and by whom." }),
  },
  { title: "ActivationRequirement", description: "One thing that live asks for.", ...closed },
);
type Requirement = Static<typeof ActivationRequirement>;

export const Activation = Type.Object(
  {
    productId: Id("prod"),
    status: described(
      ActivationStatusName,
      "Live is open while it is `active`. A `rejected` one may be requested again; a `suspended` one waits for the platform.",
    ),
    requirements: described(
      Type.Array(ActivationRequirement),
      "What live asks for, and how it stands now.",
    ),
    capabilities: described(
      Type.Array(Type.String()),
      "What live is for: the capabilities that the newest request named; before it, those of the Product.",
    ),
    fees: described(Type.Array(Fee), "What is charged each time in live."),
    usageRates: described(Type.Array(UsageRate), "What is charged in live by a month's count."),
    requestedAt: Type.Optional(
      described(Timestamp, "When the newest request was made; absent before the first."),
    ),
    decidedAt: Type.Optional(
      described(Timestamp, "When the platform last decided; absent while it has not."),
    ),
    reason: Type.Optional(
      Type.String({ description: "Why the platform rejected or suspended it." }),
    ),
  },
  {
    title: "Activation",
    description: "How far a Product is on its way to live.",
    ...closed,
  },
);
type Activation = Static<typeof Activation>;

/** The capabilities of a Product: of its Build, or the plain ones. */
export function capabilitiesOf({ build }: Pick<ProductView, "build">): readonly CapabilityName[] {
  return (build?.capabilities ?? PLAIN_CAPABILITIES) as readonly CapabilityName[];
}

/** What capabilities ask of live: what a provider is to serve there, and who it is. */
const PROVIDER_REQUIREMENTS: Readonly<
  Record<LiveRequirement, { serves: RequestKind; provider: string }>
> = {
  verification_provider: { serves: "verification", provider: "a provider of verifications" },
  payout_provider: { serves: "payout", provider: "a bank that pays out" },
};

/** `served`: whether a provider serves requests of a kind in live. */
export function activationDocument(
  product: ProductView,
  { served }: { served: (kind: RequestKind) => boolean },
): Activation {
  const { activation } = product;
  const { requestedAtMs, decidedAtMs, reason } = activation ?? {};
  return {
    productId: product.productId,
    status: activationStatusOf(product),
    requirements: requirementsOf(product, served),
    capabilities: [...(activation?.capabilities ?? capabilitiesOf(product))],
    ...pricesOf(product),
    ...(requestedAtMs !== undefined && { requestedAt: isoTime(requestedAtMs) }),
    ...(decidedAtMs !== undefined && { decidedAt: isoTime(decidedAtMs) }),
    ...(reason !== undefined && { reason }),
  };
}

/** `state_conflict` unless the activation stands at one of these. */
export function refuseActivationStatus(
  product: ProductView,
  expected: readonly [ActivationStatus, ...ActivationStatus[]],
): Refusal<"state_conflict"> | undefined {
  const actual = activationStatusOf(product);
  if (expected.includes(actual)) return undefined;
  const wanted = expected.join(" or ");
  const message = `the activation of ${product.productId} is ${actual}, and would have to be ${wanted}`;
  return refuse("state_conflict", message, { status: actual, expected: wanted, actual });
}

function requirementsOf(
  product: ProductView,
  served: (kind: RequestKind) => boolean,
): Requirement[] {
  const needed = new Set(
    CAPABILITIES.filter(({ capability }) => capabilitiesOf(product).includes(capability)).flatMap(
      ({ liveRequirements }): readonly LiveRequirement[] => liveRequirements,
    ),
  );
  const status = activationStatusOf(product);
  const isAsked = status !== "not_requested" && status !== "rejected";
  return [
    requirement("product_active", product.status === "active" ? "met" : "failed", {
      action: "Enable the Product with product.enable.",
    }),
    requirement("second_factor", isAsked ? "met" : "pending", {
      action:
        "Log in with a second factor in a browser, and send product.activation.request from there.",
    }),
    ...[...needed].map((code) => {
      const { serves, provider } = PROVIDER_REQUIREMENTS[code];
      const action = `The platform connects ${provider} in live.`;
      return requirement(code, served(serves) ? "met" : "pending", { action });
    }),
    review(status),
  ];
}

function review(status: ActivationStatus): Requirement {
  const code = "platform_review";
  switch (status) {
    case "not_requested":
      return requirement(code, "pending", { action: "Send product.activation.request." });
    case "requested":
      return requirement(code, "pending", { action: "The platform reviews the request." });
    case "active":
      return requirement(code, "met", { action: "" });
    case "rejected":
      return requirement(code, "failed", {
        action: "Mend what the reason says, and send product.activation.request again.",
      });
    case "suspended":
      return requirement(code, "failed", { action: "Ask the platform to open live again." });
  }
}

function requirement(
  code: string,
  status: Requirement["status"],
  { action }: { action: string },
): Requirement {
  return { code, status, action: status === "met" ? "Nothing is left to do." : action };
}
