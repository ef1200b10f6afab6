/** What the caller of the protocol is allowed, by a person's grant or by a Product key. */
import { operationsOfKey } from "../access/permission.ts";
import { type Caller, FULL_TOOLS_MAX, type ToolForm } from "../contract/declare/caller.ts";

/** The scopes of a grant, or the operations that a key was made for. */
export type Allowed = { readonly of: "scopes" | "operations"; readonly names: ReadonlySet<string> };

export type GrantView = { allowed: Allowed; form: ToolForm };

const NO_NAMES: ReadonlySet<string> = new Set();
export const NOTHING_ALLOWED: Allowed = { of: "scopes", names: NO_NAMES };

/**
 * The view of a caller. A person chooses the form of the tools for a grant. Nobody chooses one for a key: it has one
 * tool for each operation, or the compact form where these are more than hosts take.
 */
export function grantViewOf(caller: Caller): GrantView {
  switch (caller.kind) {
    case "agent":
      return { allowed: { of: "scopes", names: caller.scopes }, form: caller.toolForm };
    case "product_key": {
      const names = operationsOfKey(caller.key) ?? NO_NAMES;
      const form = names.size > FULL_TOOLS_MAX ? "compact" : "full";
      return { allowed: { of: "operations", names }, form };
    }
    default:
      return { allowed: NOTHING_ALLOWED, form: "compact" };
  }
}
