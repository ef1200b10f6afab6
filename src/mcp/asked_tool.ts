/**
 * Runs what `tools/call` asks for, by the name of a tool of the full or of the compact form. The outcome does not depend
 * on whether the SDK or `direct_answer.ts` answers.
 */
import { randomUUID } from "node:crypto";
import type { ProtocolCall } from "../calls/call.ts";
import { type ErrorBody, errorJson } from "../contract/refusals/error_envelope.ts";
import { refuseIssues } from "../contract/values/page.ts";
import { compactStep } from "./compact_tools.ts";
import type { GrantView } from "./grant_view.ts";
import { resourceUriOf } from "./operation_resources.ts";
import type { ToolOutcome } from "./tool_call.ts";
import type { Tool, ToolCatalog } from "./tool_catalog.ts";
import type { ToolArguments } from "./tool_input.ts";
import type { ResultLink } from "./tool_result.ts";
import { runTool, type ToolRunParts } from "./tool_run.ts";
import type { ToolSearch } from "./tool_search.ts";

export type AskedParts = ToolRunParts & { catalog: ToolCatalog; search: ToolSearch };

/** One `tools/call`. `whenGone` registers what is called when the client goes away. */
export type Asked = {
  request: ProtocolCall;
  grant: GrantView;
  name: string;
  given: ToolArguments;
  whenGone(listener: () => void): void;
};

/** The outcome of one `tools/call`. `link`: where a large document can be read again. */
export type Ended = { outcome: ToolOutcome; link: () => ResultLink };

/**
 * Calls `settle` once, at once or later, or never when the client goes away before. Returns false where
 * no tool has the name; nothing was done then, and nothing was charged.
 */
export function callNamed(
  parts: AskedParts,
  asked: Asked,
  settle: (ended: Ended) => void,
): boolean {
  const { catalog } = parts;
  const { name, given, grant } = asked;
  const tool = catalog.get(name);
  if (tool !== undefined) {
    run(parts, asked, tool, given, settle);
    return true;
  }
  const step = compactStep(parts, grant.allowed, name, given);
  if (step === undefined) return false;
  if (step.kind === "call") {
    run(parts, asked, step.tool, step.given, settle);
    return true;
  }
  // What is answered from the declarations costs a unit, as a read of the catalog does.
  if (!parts.calls.charge(asked.request, 1)) return true;
  const text =
    step.kind === "answer"
      ? JSON.stringify(step.document)
      : wrongArguments(parts, asked, name, step.message);
  const code = step.kind === "answer" ? undefined : "invalid_request";
  const outcome = {
    text,
    code,
    suffix: "",
    isReplayed: false,
    retryAfterSeconds: undefined,
  } as const;
  settle({ outcome, link: noLink });
  return true;
}

function run(
  parts: AskedParts,
  { request, whenGone }: Asked,
  tool: Tool,
  given: ToolArguments,
  settle: (ended: Ended) => void,
): void {
  runTool(parts, { request, tool, given, whenGone }, (outcome) =>
    settle({ outcome, link: () => linkOf(tool, given) }),
  );
}

/** In live a person approves each read, which the key tells from the next: the address has a new one. */
function linkOf(tool: Tool, given: ToolArguments): ResultLink {
  const { name, callFields } = tool;
  const uri = resourceUriOf(tool, given);
  if (uri === undefined || given[callFields.environment] !== "live") {
    return uri === undefined ? undefined : { uri, name };
  }
  const key = `${callFields.idempotencyKey}=${randomUUID()}`;
  return { uri: `${uri}${uri.includes("?") ? "&" : "?"}${key}`, name };
}

function noLink(): undefined {
  return undefined;
}

function wrongArguments(
  { docsUrl, words }: AskedParts,
  { request: { requestId }, grant: { allowed } }: Asked,
  operation: string,
  message: string,
): string {
  const refusal = refuseIssues([{ code: "type", message, path: ["arguments"] }]);
  const envelope = errorJson(refusal, { operation, requestId, docsUrl });
  return JSON.stringify(words.forAgent(JSON.parse(envelope) as ErrorBody, undefined, allowed));
}
