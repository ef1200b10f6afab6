/** What an action must be that the clock calls by itself, for schedules and for payouts. */
import { quoted } from "./finding.ts";
import { mayClockCall, type Ports } from "./ports.ts";
import type { TypedNoun } from "./typed_noun.ts";

type Fault = { message: string; hint: string };

export function closedFault(kind: string, action: string): Fault {
  return {
    message: `no port lets the clock call ${quoted(action)}`,
    hint: `Add "${kind}.${action}" to a port with the actor "clock".`,
  };
}

/** The input that nothing gives the action which the clock calls without any; undefined where it needs none. */
export function neededInput({ source }: TypedNoun, action: string): string | undefined {
  const { [action]: called } = source.actions;
  const needed = Object.entries(called?.input ?? {}).find(([, { required }]) => required === true);
  return needed?.[0];
}

export function inputFault(action: string, input: string): Fault {
  return {
    message: `${quoted(action)} needs the input ${quoted(input)}, which nothing gives`,
    hint: "Name an action without required input.",
  };
}

/** What stands against an action of the noun that the clock calls without input. `when`: when it calls it. */
export function notCallable(noun: TypedNoun, action: string, ports: Ports, when: string): Fault[] {
  const { kind, source } = noun;
  // An action that is not there has a finding of its own.
  if (!Object.hasOwn(source.actions, action)) return [];
  const faults: Fault[] = [];
  if (!mayClockCall(ports, kind, action)) faults.push(closedFault(kind, action));
  if (source.actions[action]?.gate !== undefined) {
    const message = `${quoted(action)} waits for a decision, and is called once, ${when}`;
    faults.push({ message, hint: "Name an action without a gate, which leads to a state." });
  }
  const input = neededInput(noun, action);
  if (input !== undefined) faults.push(inputFault(action, input));
  return faults;
}

/** How an action is named that is called after an end of a payout. */
export function callHint(end: string): string {
  return `Name the action that is called then: "then": { "${end}": … }.`;
}
