/** What the protocol needs to know of the grant that a request comes with. */
import type { Caller, ToolForm } from "../contract/caller.ts";

export type GrantView = { scopes: ReadonlySet<string>; form: ToolForm };

const NO_SCOPES: ReadonlySet<string> = new Set();

export function grantViewOf(caller: Caller): GrantView {
  if (caller.kind !== "agent") return { scopes: NO_SCOPES, form: "compact" };
  return { scopes: caller.scopes, form: caller.toolForm };
}
