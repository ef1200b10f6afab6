/** P17 of payouts, and of collections by a mandate: the clock may call what follows their ends, and nothing follows itself without a pause. */

import { MANDATE_ENDS, PAYOUT_ENDS, type ThenSource } from "../action_schema.ts";
import { callHint, notCallable } from "../clock_calls.ts";
import { at, type Findings, listed, quoted } from "../finding.ts";
import { type Ended, endCallsOf, payoutsOf } from "../payouts.ts";
import type { Ports } from "../ports.ts";
import { closure } from "../state_graph.ts";
import type { TypedAction } from "../typed_action.ts";
import type { TypedNoun } from "../typed_noun.ts";

export function checkPayouts(noun: TypedNoun, ports: Ports, findings: Findings): void {
  for (const action of noun.actions.values()) {
    checkPlaces(action, findings);
    for (const { of, end, action: called, path } of endCallsOf(action)) {
      const when = `when the ${of} is ${end}`;
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

/** `then` stands where a beneficiary is paid or a bank collects, with the ends that there are, and there alone. */
function checkPlaces({ moves }: TypedAction, findings: Findings): void {
  for (const { source, from, to, splits, path } of moves) {
    if (from?.kind === "mandate") {
      checkEnds("collection", MANDATE_ENDS, source.then, path, findings);
      continue;
    }
    if (splits !== undefined && source.then !== undefined) {
      const message = "the parts of the list are paid, each by itself";
      findings.add("P17", at(path, "then"), message, 'Give "then" to the part that is a payout.');
    }
    const parts = splits ?? [{ source, account: to, path }];
    for (const part of parts) {
      // An account with a fault has a finding of its own.
      if (part.account === undefined || part.source.then === undefined) continue;
      if (part.account.kind === "beneficiary") {
        checkEnds("payout", PAYOUT_ENDS, part.source.then, part.path, findings);
        continue;
      }
      const message = "the money is there at once, so nothing follows later";
      const hint = 'Leave out "then", or pay a field of the type beneficiary.';
      findings.add("P17", at(part.path, "then"), message, hint);
    }
  }
}

function checkEnds(
  what: Ended,
  ends: readonly string[],
  then: ThenSource | undefined,
  path: string,
  findings: Findings,
): void {
  for (const end of Object.keys(then ?? {})) {
    if (ends.includes(end)) continue;
    const message = `no ${what} is ever ${end}`;
    findings.add("P17", at(path, "then", end), message, `It ends as ${listed(ends)}.`);
  }
}

/**
 * A payout may fail at once, and is over at once within the platform; a bank may refuse a collection at once. An action that its own
 * payouts and collections lead back to would be called without end and without a pause.
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
