/** Commands that nobody sent: what time asks for, what the platform does. */
import type { ScopeDocument } from "../contract/scope_document.ts";
import type { Command } from "./command.ts";

/** Something the platform does by itself: no key, no caller. */
export function systemCommand(
  operation: string,
  input: Record<string, unknown>,
  scope: ScopeDocument,
  cause: "clock" | "platform",
  parentPlace: number,
): Command {
  return {
    operation,
    requestId: cause,
    scope,
    principalId: cause,
    cause,
    idempotencyKey: undefined,
    input,
    prepared: undefined,
    parentPlace,
  };
}
