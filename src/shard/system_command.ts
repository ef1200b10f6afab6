/** Commands that no caller sent: of the clock, of the platform itself, of a provider. */
import type { ScopeDocument } from "../contract/scope_document.ts";
import type { Command } from "./command.ts";

/**
 * The cause of a command that no caller sent; it is also the principal and the actor of its record.
 */
export type SystemCause = "clock" | "platform" | "provider";

/** A command without an idempotency key and without a caller. */
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
