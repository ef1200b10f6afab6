/** P05 and P06: the states of a noun lead from one beginning to an end, over actions with one transition each. */
import { at, type Findings, listed, quoted } from "../finding.ts";
import { isWhole, leadingTo, reachableFrom } from "../state_graph.ts";
import type { TypedNoun } from "../typed_noun.ts";

export function checkStates(noun: TypedNoun, findings: Findings): void {
  const { source, path, kind } = noun;
  const states = Object.entries(source.states);
  const initial = states.filter(([, state]) => state.initial === true).map(([name]) => name);
  const terminal = states.filter(([, state]) => state.terminal === true).map(([name]) => name);
  if (initial.length !== 1) {
    const message =
      initial.length === 0
        ? `${kind} has no initial state`
        : `${kind} has ${initial.length} initial states: ${listed(initial)}`;
    findings.add("P05", at(path, "states"), message, 'Give one state "initial": true.');
  }
  if (terminal.length === 0) {
    const message = `${kind} has no terminal state, so its objects never end`;
    findings.add("P05", at(path, "states"), message, 'Give the last state "terminal": true.');
  }
  // A state that a typing mistake names may be the one that nothing seems to lead to.
  if (isWhole(noun) && initial.length === 1 && terminal.length > 0) {
    checkPaths(noun, initial, terminal, findings);
  }
  checkFrom(noun, terminal, findings);
}

function checkPaths(
  noun: TypedNoun,
  initial: readonly string[],
  terminal: readonly string[],
  findings: Findings,
): void {
  const reached = reachableFrom(initial, noun);
  const ending = leadingTo(terminal, noun);
  // In the order of their names, so that it does not matter in which order the program has them.
  const states = Object.keys(noun.source.states).sort();
  const path = at(noun.path, "states");
  // One finding for all of them: where one link is missing, all states behind it are cut off.
  const lost = states.filter((state) => !reached.has(state));
  const [first = ""] = lost;
  if (lost.length > 0) {
    const message = `no actions lead from the initial state to ${listed(lost)}`;
    const hint = `Give an action "to": "${first}", or leave the state out.`;
    findings.add("P05", at(path, first), message, hint);
  }
  const stuck = states.filter((state) => reached.has(state) && !ending.has(state));
  const [one = ""] = stuck;
  if (stuck.length === 0) return;
  const message = `no actions lead from ${listed(stuck)} to a terminal state`;
  const hint = `Give an action "from": ["${one}"]. Terminal states: ${listed(terminal)}.`;
  findings.add("P05", at(path, one), message, hint);
}

function checkFrom({ actions }: TypedNoun, terminal: readonly string[], findings: Findings): void {
  /** By state the last action that was seen to begin in it. */
  const begins = new Map<string, string>();
  for (const { name, path, source } of actions.values()) {
    const { from } = source;
    if (from.length === 0) {
      const hint = "Name the states in which the action may be called.";
      findings.add("P06", at(path, "from"), `${quoted(name)} can be called in no state`, hint);
    }
    for (let index = 0; index < from.length; index++) {
      const state = from[index] as string;
      if (terminal.includes(state)) {
        const message = `${quoted(state)} is terminal, and nothing follows it`;
        const hint = "Leave the state out of from, or do not call it terminal.";
        findings.add("P05", at(path, "from", index), message, hint);
      }
      if (begins.get(state) !== name) {
        begins.set(state, name);
        continue;
      }
      const message = `${quoted(name)} has two transitions from ${quoted(state)}`;
      findings.add("P06", at(path, "from", index), message, "Name each state once.");
    }
  }
}
