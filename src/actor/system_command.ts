/** Commands that nobody sent: what time asks for, what the platform does, what a provider tells. */
import type { ScopeDocument } from "../contract/scope_document.ts";
import type { Command } from "./command.ts";

/** What makes a command that no caller sent; it is the principal and the actor of its record too. */
export type SystemCause = "clock" | "platform" | "provider";

/** Something the platform does by itself: no key, no caller. */
export function systemCommand(
  operation: string,
  input: Record<string, unknown>,
  scope: ScopeDocument,
  cause: SystemCause,
  parentPlace: number,
): Command {
  return {
    operation,
    requestId: cause,
    scope,
    principalId: cause,
    actorType: cause,
    actorId: cause,
    cause,
    idempotencyKey: undefined,
    input,
    prepared: undefined,
    parentPlace,
  };
}
