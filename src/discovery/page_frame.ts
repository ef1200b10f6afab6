/**
 * What is around the text of every page of the documentation: the search, the way back, the style sheet.
 * Guarantees: a page loads its style, its script and the index of the search from this host, and nothing else.
 */
import { escaped } from "../base/html_text.ts";
import { PAGE_STYLE_PATH } from "../http/answer/refusal_page.ts";
import { type FixedDocument, fixedDocument } from "./fixed_document.ts";
import { PAGE_STYLE } from "./page_style.ts";
import { SEARCH_SCRIPT } from "./search_script.ts";

const SEARCH_PATH = "/docs/search.json";
const SCRIPT_PATH = "/docs/search.js";

/** Content-Security-Policy of a page. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The files that pages load. `index`: what the search finds. */
export function frameFiles(index: () => Promise<object>): [string, FixedDocument][] {
  return [
    [SEARCH_PATH, fixedDocument("application/json", async () => JSON.stringify(await index()))],
    [SCRIPT_PATH, fixedDocument("text/javascript; charset=utf-8", () => SEARCH_SCRIPT)],
    [PAGE_STYLE_PATH, fixedDocument("text/css; charset=utf-8", () => PAGE_STYLE)],
  ];
}

/** A page. `twin`: the path of its Markdown; `body`: HTML, the element `main` in it. */
export function framed({ title, twin }: { title: string; twin: string }, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<link rel="alternate" type="text/markdown" href="${twin}">
<link rel="stylesheet" href="${PAGE_STYLE_PATH}">
</head>
<body class="docs">
<header class="docs-head">
<a href="/docs">Documentation</a>
<form role="search" id="search" data-index="${SEARCH_PATH}">
<label for="question">Search guides, operations and error codes</label>
<input type="search" id="question" autocomplete="off" spellcheck="false" maxlength="200">
<p role="status" id="found"></p>
<ol id="results"></ol>
</form>
</header>
${body}
<script src="${SCRIPT_PATH}"></script>
</body>
</html>
`;
}
