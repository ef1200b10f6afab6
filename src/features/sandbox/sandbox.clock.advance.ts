/** sandbox.clock.advance: moves a sandbox's clock, and runs everything due on the way. */
import { Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import { Id, parseTimestamp, Timestamp } from "../../contract/formats.ts";
import { declareWrite } from "../../contract/operation.ts";
import { refuse } from "../../contract/refusal.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { dueFollowUps } from "../transfer_hold/expiries.ts";
import type { TransferHoldState } from "../transfer_hold/transfer_hold_state.ts";
import { sandboxClockOf } from "./product_clock.ts";
import type { SandboxClockAdvanced } from "./sandbox_facts.ts";

const SandboxClockAdvance = Type.Object(
  { productId: Id("prod"), at: Timestamp },
  { title: "SandboxClockAdvance", additionalProperties: false },
);

const SandboxClockRun = Type.Object(
  {
    productId: Id("prod"),
    effectiveAt: Timestamp,
    ran: Type.Integer({ minimum: 0, description: "Operations that were due, and ran." }),
  },
  { title: "SandboxClockRun", additionalProperties: false },
);

export const sandboxClockAdvance = declareWrite<TransferHoldState>()({
  id: "sandbox.clock.advance",
  summary: "Advance the sandbox clock",
  description: "Forward only. What is due at or before `at` runs, each as an operation of its own.",
  tag: "Sandbox",
  http: { method: "POST", path: "/sandbox/clock/advance", status: 200 },
  principals: ["product_key"],
  scope: "sandbox:write",
  environment: "sandbox",
  body: SandboxClockAdvance,
  output: SandboxClockRun,
  refusals: ["resource_not_found", "state_constraint_failed", "ledger_unavailable"],
  events: ["sandbox.clock.advanced"],
  decide(state, { productId, at }, { scope, principal }) {
    const otherProduct = refuseOtherProduct(principal, productId);
    if (otherProduct !== undefined) return otherProduct;
    const clock = sandboxClockOf(state, scope);
    invariant(clock !== undefined, "a sandbox has a clock from its opening on");
    const effectiveAtMs = parseTimestamp(at) as number;
    if (effectiveAtMs < clock.effectiveAtMs) return backwards(clock.effectiveAtMs, effectiveAtMs);
    const advanced: SandboxClockAdvanced = {
      kind: "sandbox.clock_advanced.1",
      effectiveAtMs,
      revision: clock.revision + 1,
    };
    const followUps = dueFollowUps(state, scope, effectiveAtMs);
    const reply = { productId, effectiveAt: isoTime(effectiveAtMs), ran: followUps.length };
    return { refused: false, facts: [advanced], reply, followUps };
  },
});

function backwards(effectiveAtMs: number, atMs: number) {
  const effectiveAt = isoTime(effectiveAtMs);
  const at = isoTime(atMs);
  return refuse("state_constraint_failed", `at ${at} is before the clock's ${effectiveAt}`, {
    constraint: "clock_moves_forward",
    effectiveAt,
    at,
    issues: [
      { code: "clock_moves_forward", message: `must not be before ${effectiveAt}`, path: ["at"] },
    ],
  });
}
