/** Reads a resource: a fixed document, or an operation by the path that REST has for it. */
import { ResourceNotFoundError, type ServerContext } from "@modelcontextprotocol/server";
import type { SdkParts, ServedRequest } from "./sdk_parts.ts";
import type { ToolOutcome } from "./tool_call.ts";
import { runTool } from "./tool_run.ts";

export type ReadResource =
  | { kind: "found"; content: { uri: string; mimeType: string; text: string } }
  | { kind: "refused"; outcome: ToolOutcome };

/**
 * The content of the resource, or the outcome of a read that was refused. Rejects where the address leads to nothing.
 */
export async function readResource(
  parts: SdkParts,
  { request, gone }: ServedRequest,
  uri: string,
  { mcpReq }: ServerContext,
): Promise<ReadResource> {
  const found = parts.resources.find(uri);
  if (found?.kind !== "read") {
    if (!parts.calls.charge(request, 1)) throw new Error("the request is answered");
    if (found === undefined) throw new ResourceNotFoundError(uri);
    const { mimeType, text } = found.document;
    return { kind: "found", content: { uri, mimeType, text: await text() } };
  }
  const { tool, given } = found;
  const whenGone = (listener: () => void) => {
    gone.addEventListener("abort", listener);
    mcpReq.signal.addEventListener("abort", listener);
  };
  const outcome = await new Promise<ToolOutcome>((resolve) => {
    runTool(parts, { request, tool, given, whenGone }, resolve);
  });
  const { code, text } = outcome;
  if (code === undefined) {
    return { kind: "found", content: { uri, mimeType: "application/json", text } };
  }
  if (code.endsWith("not_found")) throw new ResourceNotFoundError(uri);
  return { kind: "refused", outcome };
}
