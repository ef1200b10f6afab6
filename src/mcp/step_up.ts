/**
 * The refusal of a call for which the agent's token lacks a scope. It is an answer of HTTP, 403 with the scopes that the
 * host is to ask the person for (Model Context Protocol 2025-11-25, Authorization, Scope Challenge Handling), so it
 * comes before anything of the message runs, whatever form the message has.
 */
import { checkScope } from "../access/permission.ts";
import type { Caller } from "../contract/declare/caller.ts";
import type { Refusal } from "../contract/refusals/refusal.ts";
import { isMap } from "./client_view.ts";
import { CALL_TOOL, calledStep } from "./compact_tools.ts";
import { grantViewOf } from "./grant_view.ts";
import type { Resources } from "./operation_resources.ts";
import type { RefusalWords } from "./refusal_words.ts";
import type { Tool, ToolCatalog } from "./tool_catalog.ts";
import type { ToolArguments } from "./tool_input.ts";

export type StepUpParts = { catalog: ToolCatalog; resources: Resources; words: RefusalWords };

type AskedOf = { tool: Tool; given: ToolArguments };

/** The refusal of messages that come together, where one of them lacks a scope; undefined where none is lacking. */
export function refusalOfScope(
  parts: StepUpParts,
  caller: Caller,
  messages: readonly unknown[],
): Refusal<"missing_required_scope"> | undefined {
  // A key cannot get further scopes, so a scope that it lacks is refused in the tool's result, as other refusals are.
  if (caller.kind !== "agent") return undefined;
  for (const message of messages) {
    const asked = askedOf(parts, message);
    const gate = asked?.tool.callable.gate;
    if (asked === undefined || gate === undefined || gate.isPublic) continue;
    const refusal = checkScope(caller, gate, asked.given);
    if (refusal !== undefined) return withNextStep(parts, caller, refusal, asked.tool);
  }
  return undefined;
}

/** The body of the answer is what a host may show its model, so it says what to do as results of tools do. */
function withNextStep(
  { words }: StepUpParts,
  caller: Caller,
  refusal: Refusal<"missing_required_scope">,
  tool: Tool,
): Refusal<"missing_required_scope"> {
  const nextStep = words.nextStep(refusal, tool, grantViewOf(caller).allowed);
  return { ...refusal, details: { ...refusal.details, nextStep } };
}

/** The tool that a request runs; undefined of every other message. */
function askedOf({ catalog, resources }: StepUpParts, message: unknown): AskedOf | undefined {
  if (!isMap(message) || !("id" in message) || !isMap(message["params"])) return undefined;
  const { method, params } = message;
  const { name, arguments: given = {}, uri } = params;
  if (method === "tools/call" && typeof name === "string" && isMap(given)) {
    return toolNamed(catalog, name, given);
  }
  if (method !== "resources/read" || typeof uri !== "string") return undefined;
  const found = resources.find(uri);
  return found?.kind === "read" ? found : undefined;
}

function toolNamed(catalog: ToolCatalog, name: string, given: ToolArguments): AskedOf | undefined {
  const tool = catalog.get(name);
  if (tool !== undefined) return { tool, given };
  if (name !== CALL_TOOL) return undefined;
  const step = calledStep(catalog, given);
  return step?.kind === "call" ? step : undefined;
}
