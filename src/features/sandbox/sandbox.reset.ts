/** sandbox.reset: empties a Product's sandbox, by giving the sandbox a fresh realm. */
import { type Static, Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { type Issue, refuse } from "../../contract/refusals/refusal.ts";
import { Id } from "../../contract/values/formats.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { reinstallationOf } from "../product/build_installation.ts";
import type { ProductState } from "../product/product_state.ts";
import { repricingOf } from "../product/told_pricing.ts";
import { sandboxClockOf } from "./product_clock.ts";
import { SandboxReset } from "./sandbox_schema.ts";
import type { SandboxState } from "./sandbox_state.ts";

const SandboxResetDraft = Type.Object(
  {
    productId: Id("prod"),
    confirm: Type.String({ description: "The `productId` again: what is reset cannot come back." }),
  },
  {
    title: "SandboxResetDraft",
    description: "Which sandbox to empty.",
    additionalProperties: false,
  },
);
/** What a reset looks at: the fresh realm runs the program of the one before. */
export type ResettingState = SandboxState & ProductState;

type SandboxResetDraft = Static<typeof SandboxResetDraft>;

export const sandboxReset = declareWrite<ResettingState>()({
  id: "sandbox.reset",
  summary: "Reset a sandbox",
  description:
    "The Product's sandbox is as when the Product was made: without customers, objects, operations or receipts, its clock at the beginning, and with no accounts but new ones that the program of its Build names. Idempotency keys that were used stay used. What was submitted of entities and beneficiaries becomes unreadable for ever, soon after the answer. Live is not touched.",
  http: { method: "POST", path: "/sandbox/reset" },
  principals: ["founder"],
  scope: "sandbox:write",
  environment: "sandbox",
  body: SandboxResetDraft,
  output: SandboxReset,
  refusals: ["resource_not_found", "state_conflict", "ledger_unavailable"],
  events: ["sandbox.reset", "account.created"],
  check: checkConfirmation,
  decide(state, { productId }, context) {
    const { realm, principal, nowMs } = context;
    const otherProduct = refuseOtherProduct(principal, productId);
    if (otherProduct !== undefined) return otherProduct;
    if (sandboxClockOf(state, realm)?.runs !== undefined) return clockOnItsWay(productId);
    const { environment } = principal;
    invariant(environment === "sandbox", "nothing but a sandbox is reset");
    const reply = { productId, environment, resetAt: isoTime(nowMs) };
    const facts = [...reinstallationOf(state, context), ...repricingOf(state, realm)];
    return { ...accept(facts, reply), renewsRealm: true };
  },
});

function checkConfirmation({ productId, confirm }: SandboxResetDraft): Issue[] {
  if (confirm === productId) return [];
  return [
    {
      code: "not_confirmed",
      message: "confirm must be the same as productId; it says which sandbox is emptied",
      path: ["confirm"],
    },
  ];
}

function clockOnItsWay(productId: string) {
  const message =
    "an advance of the sandbox clock is under way; reset the sandbox after its answer";
  return refuse("state_conflict", message, {
    productId,
    underWay: "sandbox.clock.advance",
    expected: "standing",
    actual: "advancing",
  });
}
