/**
 * The result of a tool (`CallToolResult`): one JSON as structured content and as text, and what HTTP has
 * in headers under `_meta`. A refusal is a result too, because an agent can act on it.
 */
import type { ToolOutcome } from "./tool_call.ts";

/** Characters of a result's text above which the text is left out, and a resource is linked. */
export const TEXT_CHARS_MAX = 65_536;

/** Where the whole of a large result can be read again; undefined where it is no read. */
export type ResultLink = { uri: string; name: string } | undefined;

/** The form of a result, which depends on the revision of the protocol that the client speaks. */
export type ResultForm = {
  /**
   * The clients of 2025 compare structured content with the tool's schema even where it is a refusal
   * (@modelcontextprotocol/sdk 1.32.2, `callTool`), so for them a refusal is in the text alone.
   */
  isModern: boolean;
  /** Further members of `_meta`, as JSON without braces; "" for none. */
  ownMeta: string;
};

/** A result as JSON text, without the brace that ends it. */
export function resultText(
  outcome: ToolOutcome,
  link: () => ResultLink,
  { isModern, ownMeta }: ResultForm,
): string {
  const text = outcome.code === undefined ? outcome.text : refusedText(outcome);
  const blocks = outcome.code === undefined ? contentOf(text, link) : textBlock(text);
  const isError = outcome.code === undefined ? "" : ',"isError":true';
  const isStructured = outcome.code === undefined || isModern;
  const structured = isStructured ? `,"structuredContent":${text}` : "";
  const recorded = recordMeta(outcome);
  const isBoth = recorded !== "" && ownMeta !== "";
  const meta = recorded + (isBoth ? "," : "") + ownMeta;
  const metaMember = meta === "" ? "" : `,"_meta":{${meta}}`;
  return `{"content":[${blocks}]${structured}${isError}${metaMember}`;
}

/** The result of a tool (`CallToolResult`) as a value, for the SDK, which writes it as JSON. */
export function resultOf(
  outcome: ToolOutcome,
  link: () => ResultLink,
  { isModern }: Pick<ResultForm, "isModern">,
): ResultValue {
  return JSON.parse(`${resultText(outcome, link, { isModern, ownMeta: "" })}}`) as ResultValue;
}

export type ResultValue = {
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta?: Record<string, unknown>;
};

/** The error envelope, with the seconds after which the call may be sent again. */
function refusedText({ text, retryAfterSeconds }: ToolOutcome): string {
  if (retryAfterSeconds === undefined) return text;
  return `${text.slice(0, -1)},"retryAfterSeconds":${retryAfterSeconds}}`;
}

function contentOf(text: string, link: () => ResultLink): string {
  if (text.length <= TEXT_CHARS_MAX) return textBlock(text);
  const linked = link();
  const told = `The result has ${text.length} characters and stands in structuredContent.`;
  if (linked === undefined) return textBlock(told);
  const resource = { type: "resource_link", mimeType: "application/json", ...linked };
  return `${textBlock(`${told} It can be read again as a resource.`)},${JSON.stringify(resource)}`;
}

function textBlock(text: string): string {
  return `{"type":"text","text":${JSON.stringify(text)}}`;
}

/** What REST says in the headers of a write, as members of `_meta`. */
function recordMeta({ suffix, isReplayed }: ToolOutcome): string {
  if (suffix === "") return "";
  const replayed = isReplayed ? ',"service/replayed":true' : "";
  return `"service/operationId":"op_${suffix}","service/receiptId":"rcpt_${suffix}"${replayed}`;
}
