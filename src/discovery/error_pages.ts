/**
 * `/docs/errors`, the list of all error codes, and `/docs/errors/{code}`, the page that
 * `details.docUrl` names: what an error code means and what the caller can do.
 */
import {
  ERROR_CATALOG,
  ERROR_CODES,
  type ErrorCode,
  type ErrorDetail,
} from "../contract/refusals/error_catalog.ts";
import { documentationPage } from "./documentation.ts";
import type { FixedDocument } from "./fixed_document.ts";

export const ERROR_DOCS_PATH = "/docs/errors";

/** The list, and a page for each code. */
export function errorPages(origin: string): [string, FixedDocument][] {
  return [
    ...documentationPage(ERROR_DOCS_PATH, { origin, markdown: () => listPage(origin) }),
    ...ERROR_CODES.flatMap((code) =>
      documentationPage(`${ERROR_DOCS_PATH}/${code}`, {
        origin,
        markdown: () => codePage(code, origin),
      }),
    ),
  ];
}

/** Every code by its status, with its cause. */
function listPage(origin: string): string {
  const statuses = [...new Set(ERROR_CODES.map((code) => ERROR_CATALOG[code].httpStatus))].sort();
  const sections = statuses.map((status) => {
    const codes = ERROR_CODES.filter((code) => ERROR_CATALOG[code].httpStatus === status);
    const entries = codes.map(
      (code) =>
        `- [\`${code}\`](${origin}${ERROR_DOCS_PATH}/${code}.md): ${ERROR_CATALOG[code].cause}`,
    );
    return `## ${status}\n\n${entries.join("\n")}`;
  });
  return `# Error codes

> What each code means, by its status. [All documentation](${origin}/docs.md).

${sections.join("\n\n")}
`;
}

function codePage(code: ErrorCode, origin: string): string {
  const { httpStatus, cause, action, details, remediation, retryable, idempotencySafe } =
    ERROR_CATALOG[code];
  const again = retryable
    ? "true: send the same request with the same Idempotency-Key until it has an outcome"
    : "false: first do what stands above";
  const safe = idempotencySafe
    ? "true: no money moved and nothing was changed"
    : "false: never send a mutation again under a new Idempotency-Key";
  return `# \`${code}\`

> ${cause}

- **HTTP status**: ${httpStatus}
- **What to do now**: ${action}
- **What \`details\` has**: ${detailsOf(details)}
- **How to mend it for good**: ${remediation}
- **\`retryable\`** is ${again}.
- **\`idempotencySafe\`** is ${safe}.

[All error codes](${origin}${ERROR_DOCS_PATH}.md)
`;
}

/** The names of the details of a code; those that not every refusal has are marked. */
function detailsOf(details: readonly ErrorDetail[]): string {
  const own = details.map(({ name, required }) => (required ? name : `${name} (not always)`));
  return [...own, "operation", "docUrl"].join(", ");
}
