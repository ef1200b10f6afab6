/** Commands that no caller sent: of the clock, of the platform itself, of a provider. */
import type { RealmDocument } from "../contract/records/realm_document.ts";
import type { Command } from "./command.ts";

/**
 * The cause of a command that no caller sent; it is also the principal and the actor of its record.
 */
export type SystemCause = "clock" | "platform" | "provider";

/** A command without an idempotency key and without a caller. */
export function systemCommand(
  operation: string,
  input: Record<string, unknown>,
  realm: RealmDocument,
  cause: SystemCause,
  parentPlace: number,
): Command {
  return {
    operation,
    requestId: cause,
    realm,
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
