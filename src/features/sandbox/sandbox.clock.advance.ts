/**
 * sandbox.clock.advance: tells a sandbox's clock where to go. The shard then runs everything that
 * is due on the way, and the answer waits until the clock has arrived.
 */
import { Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { refuseConstraint } from "../../contract/refusals/refusal.ts";
import { Id, Timestamp } from "../../contract/values/formats.ts";
import { parseTimestamp } from "../../contract/values/timestamp_text.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { sandboxClockOf } from "./product_clock.ts";
import { clockRunEnding, clockRunsOf } from "./sandbox_clock_run.ts";
import type { SandboxClockTold } from "./sandbox_facts.ts";
import type { SandboxState } from "./sandbox_state.ts";

/** Advances of one sandbox that may be under way: each waits for the one before. */
export const ADVANCES_MAX = 32;

const SandboxClockAdvance = Type.Object(
  {
    productId: Id("prod"),
    at: described(Timestamp, "Where the clock shall stand; not before where it stands now."),
  },
  {
    title: "SandboxClockAdvance",
    description: "Where a sandbox clock shall go.",
    additionalProperties: false,
  },
);

const SandboxClockRun = Type.Object(
  {
    productId: Id("prod"),
    effectiveAt: described(Timestamp, "Where the clock stands now."),
    ran: Type.Integer({ minimum: 0, description: "Operations that were due, and ran." }),
  },
  {
    title: "SandboxClockRun",
    description: "How an advance of a sandbox clock ended.",
    additionalProperties: false,
  },
);

export const sandboxClockAdvance = declareWrite<SandboxState>()({
  id: "sandbox.clock.advance",
  summary: "Advance the sandbox clock",
  description:
    "Forward only. What is due at or before `at` runs, each as an operation of its own, also what was only made on the way. The answer comes when the clock stands at `at`.",
  http: { method: "POST", path: "/sandbox/clock/advance" },
  principals: PRODUCT_CALLERS,
  scope: "sandbox:write",
  environment: "sandbox",
  body: SandboxClockAdvance,
  output: SandboxClockRun,
  refusals: ["resource_not_found", "state_constraint_failed", "ledger_unavailable"],
  events: ["sandbox.clock.advanced"],
  decide(state, { productId, at }, { realm, principal }) {
    const otherProduct = refuseOtherProduct(principal, productId);
    if (otherProduct !== undefined) return otherProduct;
    const clock = sandboxClockOf(state, realm);
    invariant(clock !== undefined, "a sandbox has a clock from its opening on");
    const { effectiveAtMs, revision, runs = [] } = clock;
    const toldMs = runs.at(-1)?.toMs ?? effectiveAtMs;
    const toMs = parseTimestamp(at) as number;
    if (toMs < toldMs) return backwards(toldMs, toMs);
    if (runs.length >= ADVANCES_MAX) return tooMany();
    const told: SandboxClockTold = { kind: "sandbox.clock_told.1", toMs, revision: revision + 1 };
    return accept([told]);
  },
  lasting: { endOf: clockRunEnding },
  replyState: clockRunsOf,
});

function tooMany() {
  const message = `${ADVANCES_MAX} advances of this clock are under way; wait for their answers`;
  return refuseConstraint("advances_under_way", message, { limit: ADVANCES_MAX });
}

function backwards(effectiveAtMs: number, atMs: number) {
  const effectiveAt = isoTime(effectiveAtMs);
  const at = isoTime(atMs);
  return refuseConstraint("clock_moves_forward", `at ${at} is before the clock's ${effectiveAt}`, {
    effectiveAt,
    at,
    issues: [
      {
        code: "clock_moves_forward",
        message: `at must not be before ${effectiveAt}`,
        path: ["at"],
      },
    ],
  });
}
