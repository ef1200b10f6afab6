/** P19: an action makes a bounded number of ledger transfers, because they are one batch. */
import type { Findings } from "../finding.ts";
import { quoted } from "../finding.ts";
import { mayClockCall, type Ports } from "../ports.ts";
import { ACTION_TRANSFERS_MAX, CLOCK_TRANSFERS_MAX } from "../program_limits.ts";
import type { TypedAction } from "../typed_action.ts";
import type { TypedNoun } from "../typed_noun.ts";

/** The most transfers that one call of the action makes. */
export function transfersOf({ source: { moves = [] } }: TypedAction): number {
  return moves.reduce((count, { to }) => count + (typeof to === "string" ? 1 : to.length), 0);
}

export function checkTransfers(noun: TypedNoun, ports: Ports, findings: Findings): void {
  for (const action of noun.actions.values()) {
    const isOfClock = mayClockCall(ports, noun.kind, action.name);
    const most = isOfClock ? CLOCK_TRANSFERS_MAX : ACTION_TRANSFERS_MAX;
    const count = transfersOf(action);
    if (count <= most) continue;
    const by = isOfClock ? "the clock may call it, and " : "";
    const message = `${quoted(action.name)} makes up to ${count} transfers; ${by}at most ${most} are allowed`;
    findings.add("P19", action.path, message, "Divide the action into several.");
  }
}
