/** Step 2 of a call: whether a port lets this actor call the action. */
import { refuse } from "../../contract/refusals/refusal.ts";
import { callersOf } from "../ports.ts";
import type { CompiledNoun } from "./compiled_noun.ts";
import type { CompiledProgram } from "./compiled_program.ts";
import type { CallActor } from "./object_record.ts";
import { stop } from "./refused.ts";

/**
 * The customer that a field names; `unread`: the field is required, and the given value is not read yet.
 */
export type CustomerAt = (field: string) => string | undefined | typeof UNREAD;
export const UNREAD: unique symbol = Symbol("unread");

/**
 * Stops where no port lets the actor call. `action`: an action of the noun, or `create`. A port may let customers
 * call only for themselves, `as` the subject or another field. At a creation the field is what the caller gives;
 * where a required one is missing or is no id, step 6 refuses it.
 */
export function checkPort(
  { ports }: CompiledProgram,
  noun: CompiledNoun,
  { action, actor, customerAt }: { action: string; actor: CallActor; customerAt: CustomerAt },
): void {
  const callers = callersOf(ports, noun.kind, action);
  const isAllowed = callers.some((caller) => {
    if (caller.actor !== actor.type) return false;
    if (caller.as === undefined) return true;
    const field = fieldOf(noun, caller.as);
    const customer = field === undefined ? undefined : customerAt(field);
    return customer === UNREAD || customer === actor.id;
  });
  if (isAllowed) return;
  const names = [...new Set(callers.map(({ port }) => port))];
  const isKnown = callers.some((caller) => caller.actor === actor.type);
  const who = isKnown ? `${actor.type} ${actor.id}` : `the actor ${actor.type}`;
  const says =
    names.length === 0 ? "no port has it" : `the ports that have it: ${names.join(", ")}`;
  const message = `${who} may not call ${action} of ${noun.kind}; ${says}`;
  stop(refuse("port_actor_not_allowed", message, { action, actor: actor.type, ports: names }));
}

function fieldOf({ subject }: CompiledNoun, as: string): string | undefined {
  return as === "subject" ? subject?.field : as.slice("fields.".length);
}
