/**
 * The annotations of a tool, by which hosts decide whether to ask a person first (MCP, ToolAnnotations).
 * Derived by rule from the declaration, so that no hint is forgotten.
 */
import type { AnyOperation } from "../calls/callable.ts";

export type ToolAnnotations = {
  title: string;
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
};

/** Events of money that moves, is reserved, or will move by itself. */
const OF_MONEY =
  /^(transfer|transfer_hold|collection)\.(posted|reserved|cleared|scheduled|collected)$/;
/** The verbs of operations that no other operation reverts, or that stop somebody at once. */
const OF_NO_RETURN: ReadonlySet<string> = new Set([
  ...["archive", "close", "revoke", "cancel", "reject", "retire", "deny", "resolve", "advance"],
  ...["suspend", "freeze", "disable", "apply"],
]);

/** All hints that the protocol has; a write that moves money or cannot be reverted is destructive. */
export function annotationsOf(operation: AnyOperation): ToolAnnotations {
  const isRead = operation.type === "read";
  return {
    title: titleOf(operation),
    readOnlyHint: isRead,
    destructiveHint: !isRead && isDestructive(operation),
    // A read changes nothing; a write with the same idempotency key happens once.
    idempotentHint: true,
    openWorldHint: reachesOutside(operation),
  };
}

/** The operation's summary without its full stop. */
export function titleOf({ summary }: AnyOperation): string {
  return summary.replace(/\.$/, "");
}

function isDestructive(operation: AnyOperation): boolean {
  if (operation.type === "read") return false;
  const { id, http, events } = operation;
  const verb = id.slice(id.lastIndexOf(".") + 1);
  return (
    http.method === "DELETE" || OF_NO_RETURN.has(verb) || events.some((type) => OF_MONEY.test(type))
  );
}

/** Whether somebody outside is asked or told: a provider, or whoever receives webhooks. */
function reachesOutside(operation: AnyOperation): boolean {
  if (operation.type === "read") return false;
  const asks = operation.refusals.some((code) => code.startsWith("provider_egress_"));
  return asks || operation.reachesOutside === true;
}
