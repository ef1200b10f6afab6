/**
 * A refusal as a page for people: what a browser gets that a link has led to an operation. Whatever the message
 * repeats of the request is text, never markup.
 */
import { escaped } from "../../base/html_text.ts";
import type { ErrorCode } from "../../contract/refusals/error_catalog.ts";
import type { InputIssue } from "../../contract/refusals/issue_codes.ts";

/** The style sheet of the pages of the documentation, and of these pages. */
export const PAGE_STYLE_PATH = "/docs/docs.css";

export type Refused = { code: ErrorCode; message: string; details: Record<string, unknown> };

/** `docsUrl`: address of the pages that explain the codes. */
export function refusalPage(
  { code, message, details }: Refused,
  { requestId, docsUrl }: { requestId: string; docsUrl: string },
): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>This does not work</title><link rel="stylesheet" href="${PAGE_STYLE_PATH}">
</head><body class="docs"><main class="docs-main">
<h1>This does not work</h1>
${saysOf(message, details)
  .map((says) => `<p>${escaped(says)}</p>`)
  .join("\n")}
<p>Go back to the program that has sent you here, and begin again. If it sends you here again, tell those who
make it what stands here.</p>
<dl><dt>What happened</dt><dd><a href="${escaped(docsUrl)}/${code}"><code>${code}</code></a></dd>
<dt>Request</dt><dd><code>${escaped(requestId)}</code></dd></dl>
</main></body></html>
`;
}

/** The message, or those of the issues of a request that does not fit. */
function saysOf(message: string, { issues }: Record<string, unknown>): string[] {
  if (!Array.isArray(issues)) return [message];
  return (issues as InputIssue[]).map((issue) => issue.message);
}
