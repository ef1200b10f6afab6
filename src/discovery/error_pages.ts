/**
 * `/docs/errors/{code}`, the page that `details.docUrl` names: what an error code means and what
 * the caller can do.
 */
import { ERROR_CATALOG, ERROR_CODES } from "../contract/error_catalog.ts";
import type { ErrorDetail } from "../contract/error_details.ts";
import { type FixedDocument, fixedDocument } from "./fixed_document.ts";

export const ERROR_DOCS_PATH = "/docs/errors";
const STYLE_PATH = "/docs/error.css";

/** A page loads the style sheet of its own host, and nothing else. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const STYLE = `body {
  font: 16px/1.5 system-ui, sans-serif;
  max-width: 42rem;
  margin: 3rem auto;
  padding: 0 1rem;
  color: #1a1a1a;
}
h1 {
  font-family: ui-monospace, monospace;
  font-size: 1.5rem;
}
dt {
  font-weight: 600;
  margin-top: 1rem;
}
dd {
  margin: 0;
}
`;

/** A page for each code, and the style sheet of them all. */
export function errorPages(): [string, FixedDocument][] {
  return [...codePages(), [STYLE_PATH, fixedDocument("text/css; charset=utf-8", () => STYLE)]];
}

function codePages(): [string, FixedDocument][] {
  return ERROR_CODES.map((code) => {
    const entry = ERROR_CATALOG[code];
    const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${code}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${STYLE_PATH}">
</head><body><h1>${code}</h1>
<dl><dt>HTTP status</dt><dd>${entry.httpStatus}</dd>
<dt>What happened</dt><dd>${text(entry.cause)}</dd>
<dt>What to do now</dt><dd>${text(entry.action)}</dd>
<dt>What <code>details</code> has</dt><dd>${detailsOf(entry.details)}</dd>
<dt>How to mend it for good</dt><dd>${text(entry.remediation)}</dd>
<dt>Retrying the same request may succeed</dt><dd>${entry.retryable ? "yes" : "no"}</dd>
<dt>Safe to send again with the same Idempotency-Key</dt>
<dd>${entry.idempotencySafe ? "yes, nothing happened" : "yes, and only with that key: money may have moved"}</dd>
</dl></body></html>
`;
    const document = fixedDocument("text/html; charset=utf-8", () => body, POLICY);
    return [`${ERROR_DOCS_PATH}/${code}`, document];
  });
}

/** The names of the details of a code; those that not every refusal has are marked. */
function detailsOf(details: readonly ErrorDetail[]): string {
  const own = details.map(({ name, required }) => (required ? name : `${name} (not always)`));
  return [...own, "operation", "docUrl"].join(", ");
}

function text(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
