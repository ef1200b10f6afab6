/** P17 of payouts: the clock may call what follows the end of a payout, and nothing follows itself without a pause. */

import { callHint, notCallable } from "../clock_calls.ts";
import { at, type Findings, quoted } from "../finding.ts";
import { endCallsOf, payoutsOf } from "../payouts.ts";
import type { Ports } from "../ports.ts";
import { closure } from "../state_graph.ts";
import type { TypedAction } from "../typed_action.ts";
import type { TypedNoun } from "../typed_noun.ts";

export function checkPayouts(noun: TypedNoun, ports: Ports, findings: Findings): void {
  for (const action of noun.actions.values()) {
    checkPlaces(action, findings);
    for (const { end, action: called, path } of endCallsOf(action)) {
      const when = `when the payout is ${end}`;
      for (const { message, hint } of notCallable(noun, called, ports, when)) {
        findings.add("P17", path, message, hint);
      }
    }
    for (const { then, path, label } of payoutsOf(action)) {
      if (then.failed !== undefined) continue;
      const message = `nothing is called where the payout ${quoted(label)} has failed, and its money is on the account again`;
      findings.add("P17", path, message, callHint("failed"), "warning");
    }
  }
  checkCircles(noun, findings);
}

/** `then` stands where a beneficiary is paid, and there alone. */
function checkPlaces({ moves }: TypedAction, findings: Findings): void {
  for (const { source, to, splits, path } of moves) {
    if (splits !== undefined && source.then !== undefined) {
      const message = "the parts of the list are paid, each by itself";
      findings.add("P17", at(path, "then"), message, 'Give "then" to the part that is a payout.');
    }
    const parts = splits ?? [{ source, account: to, path }];
    for (const part of parts) {
      // An account with a fault has a finding of its own.
      const isOther = part.account !== undefined && part.account.kind !== "beneficiary";
      if (!isOther || part.source.then === undefined) continue;
      const message = "the money is there at once, so nothing follows later";
      const hint = 'Leave out "then", or pay a field of the type beneficiary.';
      findings.add("P17", at(part.path, "then"), message, hint);
    }
  }
}

/**
 * A payout may fail at once, and is over at once within the platform. An action that its own payouts lead back to would be
 * called without end and without a pause.
 */
function checkCircles({ actions }: TypedNoun, findings: Findings): void {
  const next = new Map<string, Set<string>>();
  for (const each of actions.values()) {
    next.set(each.name, new Set(endCallsOf(each).map(({ action }) => action)));
  }
  const told = new Set<string>();
  for (const each of actions.values()) {
    if (told.has(each.name)) continue;
    const tried = new Set<string>();
    for (const { action, path } of endCallsOf(each)) {
      if (tried.has(action)) continue;
      tried.add(action);
      const after = closure([action], next);
      if (!after.has(each.name)) continue;
      // The others of the same circle have no finding of their own.
      for (const one of after) told.add(one);
      const message = `${quoted(each.name)} leads back to itself without a pause`;
      const hint =
        'Lead to a state first, in which a schedule calls the action later: "at": "addDays(now(), 1)".';
      findings.add("P17", path, message, hint);
      break;
    }
  }
}
