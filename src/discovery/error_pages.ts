/**
 * `/docs/errors`, the list of all error codes, and `/docs/errors/{code}`, the page that
 * `details.docUrl` names: what an error code means and what the caller can do.
 */
import { ERROR_CATALOG, ERROR_CODES, type ErrorCode } from "../contract/error_catalog.ts";
import type { ErrorDetail } from "../contract/error_details.ts";
import { ERROR_STYLE_PATH } from "../http/refusal_page.ts";
import { type FixedDocument, fixedDocument } from "./fixed_document.ts";

export const ERROR_DOCS_PATH = "/docs/errors";
const HTML = "text/html; charset=utf-8";

/** A page loads the style sheet of its own host, and nothing else. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const STYLE = `:root {
  color-scheme: light dark;
}
body {
  font: 16px/1.5 system-ui, sans-serif;
  max-width: 42rem;
  margin: 3rem auto;
  padding: 0 1rem;
  overflow-wrap: anywhere;
}
h1 {
  font-size: 1.5rem;
}
code {
  font-family: ui-monospace, monospace;
}
dt {
  font-weight: 600;
  margin-top: 1rem;
}
dd {
  margin: 0;
}
`;

/** The list, a page for each code, each with and without a slash behind it, and their style sheet. */
export function errorPages(): [string, FixedDocument][] {
  const pages: [string, () => string][] = [
    [ERROR_DOCS_PATH, listPage],
    ...ERROR_CODES.map((code): [string, () => string] => [
      `${ERROR_DOCS_PATH}/${code}`,
      () => codePage(code),
    ]),
  ];
  return [
    ...pages.flatMap(([path, text]): [string, FixedDocument][] => {
      const page = fixedDocument(HTML, text, POLICY);
      return [
        [path, page],
        [`${path}/`, page],
      ];
    }),
    [ERROR_STYLE_PATH, fixedDocument("text/css; charset=utf-8", () => STYLE)],
  ];
}

/** Every code by its status, with its cause. */
function listPage(): string {
  const statuses = [...new Set(ERROR_CODES.map((code) => ERROR_CATALOG[code].httpStatus))].sort();
  const sections = statuses.map((status) => {
    const codes = ERROR_CODES.filter((code) => ERROR_CATALOG[code].httpStatus === status);
    const entries = codes.map((code) => {
      const link = `<a href="${ERROR_DOCS_PATH}/${code}"><code>${code}</code></a>`;
      return `<dt>${link}</dt><dd>${text(ERROR_CATALOG[code].cause)}</dd>`;
    });
    return `<h2 id="${status}">${status}</h2>\n<dl>${entries.join("\n")}</dl>`;
  });
  const links = `<a href="/docs">Reference</a>, <a href="/llms-full.txt">everything as text</a>`;
  return page("Error codes", `<h1>Error codes</h1>\n<p>${links}</p>\n${sections.join("\n")}`);
}

function codePage(code: ErrorCode): string {
  const entry = ERROR_CATALOG[code];
  return page(
    code,
    `<p><a href="${ERROR_DOCS_PATH}">Error codes</a></p>
<h1><code>${code}</code></h1>
<dl><dt>HTTP status</dt><dd>${entry.httpStatus}</dd>
<dt>What happened</dt><dd>${text(entry.cause)}</dd>
<dt>What to do now</dt><dd>${text(entry.action)}</dd>
<dt>What <code>details</code> has</dt><dd>${detailsOf(entry.details)}</dd>
<dt>How to mend it for good</dt><dd>${text(entry.remediation)}</dd>
<dt><code>retryable</code></dt>
<dd>${entry.retryable ? "true: send the same request with the same Idempotency-Key until it has an outcome" : "false: first do what stands above"}</dd>
<dt><code>idempotencySafe</code></dt>
<dd>${entry.idempotencySafe ? "true: no money moved and nothing was changed" : "false: never send a mutation again under a new Idempotency-Key"}</dd>
</dl>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${ERROR_STYLE_PATH}">
</head><body>
${body}
</body></html>
`;
}

/** The names of the details of a code; those that not every refusal has are marked. */
function detailsOf(details: readonly ErrorDetail[]): string {
  const own = details.map(({ name, required }) => (required ? name : `${name} (not always)`));
  return [...own, "operation", "docUrl"].join(", ");
}

/** The words of the catalog as HTML; what stands in backquotes is code. */
function text(value: string): string {
  const escaped = value.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return escaped.replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}
