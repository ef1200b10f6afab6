/**
 * Completions of an argument of a prompt or of a field of a template: values of a list that the agent may read, where the
 * value or its label begins with what was typed. The list is read in sandbox, as its tool reads it, so nothing that the
 * grant does not reach is proposed.
 */
import type { ServerContext } from "@modelcontextprotocol/server";
import type { GuideCompletion } from "../contract/declare/agent_guide.ts";
import { filled } from "./prompts.ts";
import type { SdkParts, ServedRequest } from "./sdk_parts.ts";
import type { ToolOutcome } from "./tool_call.ts";
import type { Tool } from "./tool_catalog.ts";
import type { ToolArguments } from "./tool_input.ts";
import { runTool } from "./tool_run.ts";

/** The most values of an answer ("must not exceed 100 items", 2025-11-25, Completion). */
const VALUES_MAX = 100;
/** The most pages of a list that are read for one answer. */
const PAGES_MAX = 5;
const ENVIRONMENTS = ["sandbox", "live"];

/** What is asked: the prompt or the template, the argument, and what is known of the others. */
export type AskedCompletion = {
  ref: { type: "ref/prompt"; name: string } | { type: "ref/resource"; uri: string };
  argument: { name: string; value: string };
  context?: { arguments?: Record<string, string> };
};

export type Completion = { values: string[]; total: number; hasMore: boolean };

/** The completion, or a sentence that says which prompt, template or argument does not exist. */
export async function completionOf(
  parts: SdkParts,
  served: ServedRequest,
  { ref, argument: { name, value }, context }: AskedCompletion,
  { mcpReq }: ServerContext,
): Promise<Completion | string> {
  const names = argumentsOf(parts, served, ref);
  if (names === undefined) return "there is no such prompt or template";
  if (!names.includes(name)) return `there is no argument ${name.slice(0, 64)}`;
  const typed = value.toLowerCase();
  const isMeant = (text: string) => text.toLowerCase().startsWith(typed);
  if (name === "environment" && ref.type === "ref/resource") {
    return answerOf(ENVIRONMENTS.filter(isMeant), false);
  }
  const source = parts.guide.completions.find((each) => each.arguments.includes(name));
  const tool = source && parts.catalog.getOperation(source.operation);
  if (source === undefined || tool === undefined) return answerOf([], false);
  const given = filled(source.input, context?.arguments ?? {});
  const { rows, hasMore } = await rowsOf(parts, served, tool, given, source.list, mcpReq.signal);
  return answerOf(valuesIn(rows, source, isMeant), hasMore);
}

function valuesIn(
  rows: readonly Record<string, unknown>[],
  { value, label = value }: GuideCompletion,
  isMeant: (text: string) => boolean,
): string[] {
  return rows
    .filter((row) => isMeant(String(row[value])) || isMeant(String(row[label])))
    .map((row) => String(row[value]));
}

function answerOf(values: readonly string[], hasMore: boolean): Completion {
  const shown = values.slice(0, VALUES_MAX);
  return { values: shown, total: values.length, hasMore: hasMore || values.length > shown.length };
}

/** The names of the arguments of a prompt, or of the fields of a template; undefined where there is none. */
function argumentsOf(
  { guide, resources }: SdkParts,
  { grant }: ServedRequest,
  ref: AskedCompletion["ref"],
): string[] | undefined {
  if (ref.type === "ref/prompt") {
    const prompt = guide.prompts.find(({ name }) => name === ref.name);
    return prompt?.arguments.map(({ name }) => name);
  }
  const templates = resources.templates(grant.allowed);
  const template = templates.find(({ uriTemplate }) => uriTemplate === ref.uri);
  if (template === undefined) return undefined;
  const fields = [...ref.uri.matchAll(/\{\??([\w,]+)\}/g)];
  return fields.flatMap(([, names = ""]) => names.split(","));
}

type Rows = { rows: Record<string, unknown>[]; hasMore: boolean };

/** The rows of a list; none where it may not be read. `hasMore`: whether the list has rows that were not read. */
async function rowsOf(
  parts: SdkParts,
  { request, gone }: ServedRequest,
  tool: Tool,
  given: ToolArguments,
  list: string,
  cancelled: AbortSignal,
): Promise<Rows> {
  const whenGone = (listener: () => void) => {
    gone.addEventListener("abort", listener);
    cancelled.addEventListener("abort", listener);
  };
  const rows: Record<string, unknown>[] = [];
  let cursor: unknown;
  for (let page = 0; page < PAGES_MAX; page++) {
    const asked = cursor === undefined ? given : { ...given, cursor };
    const { code, text } = await new Promise<ToolOutcome>((resolve) => {
      runTool(parts, { request, tool, given: asked, whenGone }, resolve);
    });
    if (code !== undefined) break;
    const document = JSON.parse(text) as Record<string, unknown>;
    rows.push(...(document[list] as typeof rows));
    cursor = document["nextCursor"];
    if (cursor === undefined) break;
  }
  return { rows, hasMore: cursor !== undefined };
}
