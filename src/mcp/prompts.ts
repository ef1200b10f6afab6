/** The prompts that a person can start an agent with: a text, and links to the resources that belong to it. */
import type { AgentGuide, GuidePrompt, PromptField } from "../contract/declare/agent_guide.ts";
import type { Json } from "../contract/document/openapi_components.ts";
import { resourceUriOf } from "./operation_resources.ts";
import type { ToolCatalog } from "./tool_catalog.ts";

/** The longest text of an argument, characters. */
const ARGUMENT_CHARS_MAX = 20_000;

export type PromptAnswer = { description: string; messages: Json[] };

/** The prompts as `prompts/list` shows them. */
export function listedPrompts({ prompts }: AgentGuide): Json[] {
  return prompts.map(({ name, title, description, arguments: taken }) => ({
    name,
    title,
    description,
    arguments: taken,
  }));
}

/** The result of `prompts/get`; or a sentence that says which prompt does not exist or which argument is wrong. */
export function promptOf(
  guide: AgentGuide,
  catalog: ToolCatalog,
  name: string,
  given: Readonly<Record<string, string>>,
): PromptAnswer | string {
  const prompt = guide.prompts.find((each) => each.name === name);
  if (prompt === undefined) return `Unknown prompt: ${name.slice(0, 64)}`;
  const fault = faultOf(prompt, given);
  if (fault !== undefined) return fault;
  const text = { type: "text", text: prompt.text(given) };
  const links = prompt.reads.flatMap(({ operation, input }) => {
    const tool = catalog.getOperation(operation);
    const uri = tool && resourceUriOf(tool, filled(input, given));
    if (uri === undefined) return [];
    return [{ type: "resource_link", uri, name: operation, mimeType: "application/json" }];
  });
  const messages = [text, ...links].map((content) => ({ role: "user", content }));
  return { description: prompt.description, messages };
}

function faultOf(
  { arguments: taken }: GuidePrompt,
  given: Readonly<Record<string, string>>,
): string | undefined {
  const missing = taken.find(({ name, required }) => required && (given[name] ?? "") === "");
  if (missing !== undefined) return `the argument ${missing.name} is required`;
  const long = taken.find(({ name }) => (given[name] ?? "").length > ARGUMENT_CHARS_MAX);
  if (long === undefined) return undefined;
  return `the argument ${long.name} has at most ${ARGUMENT_CHARS_MAX} characters`;
}

/** The input of a read, in which the names of arguments are replaced by the arguments that were given. */
export function filled(
  input: Readonly<Record<string, PromptField>>,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const fields = Object.entries(input).map(([name, field]) => [
    name,
    "value" in field ? field.value : (given[field.argument] ?? ""),
  ]);
  return Object.fromEntries(fields);
}
