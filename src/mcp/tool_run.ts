/**
 * Runs a tool as REST runs its operation: the same phases in the same order, the same budgets, the same
 * keys and records.
 */
import type { ProtocolCall } from "../calls/call.ts";
import type { Calls } from "../calls/calls.ts";
import { tenantOf } from "../calls/target.ts";
import { PUBLIC_CALLER } from "../contract/declare/caller.ts";
import { refuse } from "../contract/refusals/refusal.ts";
import type { RefusalWords } from "./refusal_words.ts";
import { ToolCall, type ToolOutcome } from "./tool_call.ts";
import type { Tool } from "./tool_catalog.ts";
import { inputOf, optionsOf, type ToolArguments } from "./tool_input.ts";

export type ToolRunParts = { calls: Calls; docsUrl: string; words: RefusalWords };

/** A call of a tool, within a request of the protocol. */
export type AskedTool = {
  request: ProtocolCall;
  tool: Tool;
  given: ToolArguments;
  /** Registers what is called when the client goes away before the answer. */
  whenGone(listener: () => void): void;
};

/** Calls `settle` with the outcome, at once or later; never when the client goes away before. */
export function runTool(
  { calls, docsUrl, words }: ToolRunParts,
  { request, tool, given, whenGone }: AskedTool,
  settle: (outcome: ToolOutcome) => void,
): void {
  const { callable } = tool;
  const options = optionsOf(tool, given);
  const caller = callable.gate.isPublic ? PUBLIC_CALLER : request.caller;
  const { nowMs } = calls.parts;
  const parts = { request, caller, tool, options, docsUrl, words, nowMs, whenGone, settle };
  const call = new ToolCall(parts);
  try {
    if (!calls.admitWithin(call, callable.gate)) return;
    if (isOfOtherTenant(request, options.tenant)) {
      const message = "tenantId is not the company of this credential; leave it out";
      call.refuse(refuse("tenant_mismatch", message, {}));
      return;
    }
    calls.run(call, callable, inputOf(tool, given));
  } catch (cause) {
    calls.fail(call, cause);
  }
}

/** Whether the arguments name another company than the caller's own (Authentication, rule 7). */
function isOfOtherTenant({ caller }: ProtocolCall, tenant: string): boolean {
  return tenant !== "" && tenantOf(caller) !== tenant;
}
