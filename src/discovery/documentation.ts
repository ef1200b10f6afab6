/**
 * A page of the documentation, written in Markdown: at its path as HTML for people, at its path with `.md` behind it
 * as Markdown for whoever reads text, and at its path as Markdown too where `Accept` asks for `text/markdown`.
 * Guarantees: both forms come from one text; a page has no script and loads nothing but the style sheet of this host.
 */
import { ERROR_STYLE_PATH } from "../http/refusal_page.ts";
import { chosenDocument, type FixedDocument, fixedDocument } from "./fixed_document.ts";
import { htmlOf, titleOf } from "./markdown.ts";

const HTML = "text/html";
const MARKDOWN = "text/markdown";
const UTF_8 = "; charset=utf-8";

/** A page loads the style sheet of its own host, and nothing else. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The text of a page; `origin` is what stands before the paths of its links. */
export type PageText = { origin: string; markdown: () => string | Promise<string> };

/** A page with its twin, each with the slash behind it that people type. */
export function documentationPage(path: string, text: PageText): [string, FixedDocument][] {
  return pageWithTwin(path, {
    html: htmlPage(text, `${path}.md`),
    markdown: markdownDocument(text),
  });
}

/** The same for a page whose HTML is made elsewhere. */
export function pageWithTwin(
  path: string,
  { html, markdown }: { html: FixedDocument; markdown: FixedDocument },
): [string, FixedDocument][] {
  const page = chosenDocument({ [HTML]: html, [MARKDOWN]: markdown }, [HTML, MARKDOWN]);
  return [
    [path, page],
    [`${path}/`, page],
    [`${path}.md`, markdown],
  ];
}

export function markdownDocument({ markdown }: PageText): FixedDocument {
  return fixedDocument(MARKDOWN + UTF_8, markdown);
}

/**
 * The HTML of a page. Its links to Markdown of this host lead to the pages that the Markdown is the twin of. `twin`: the
 * path of its own Markdown.
 */
export function htmlPage({ origin, markdown }: PageText, twin: string): FixedDocument {
  const link = (href: string) => {
    const own = href.startsWith(`${origin}/`) ? href.slice(origin.length) : href;
    return own.startsWith("/docs") ? own.replace(/\.md(?=#|$)/, "") : own;
  };
  const made = async () => {
    const text = await markdown();
    return pageOf({ title: titleOf(text), twin }, htmlOf(text, { link }));
  };
  return fixedDocument(HTML + UTF_8, made, POLICY);
}

function pageOf({ title, twin }: { title: string; twin: string }, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</title><link rel="icon" href="data:,"><link rel="alternate" type="text/markdown" href="${twin}"><link rel="stylesheet" href="${ERROR_STYLE_PATH}">
</head><body><main>
${body}
</main></body></html>
`;
}
