/**
 * A page of the documentation, written in Markdown: at its path as HTML for people, at its path with `.md` behind it
 * as Markdown for whoever reads text, and at its path as Markdown too where `Accept` asks for `text/markdown`.
 * Guarantees: both forms come from one text.
 */
import { escaped } from "../base/html_text.ts";
import { chosenDocument, type FixedDocument, fixedDocument } from "./fixed_document.ts";
import { htmlOf, titleOf } from "./markdown.ts";
import { framed, PAGE_POLICY } from "./page_frame.ts";

const HTML = "text/html";
const MARKDOWN = "text/markdown";
const UTF_8 = "; charset=utf-8";

/** The text of a page; `origin` is what stands before the paths of its links. */
export type PageText = { origin: string; markdown: () => string | Promise<string> };

/** A page with its twin, each with the slash behind it that people type. */
export function documentationPage(path: string, text: PageText): [string, FixedDocument][] {
  return pageWithTwin(path, {
    html: htmlPage(text, `${path}.md`),
    markdown: markdownDocument(text),
  });
}

/** A page by its address, and its Markdown form by the address with `.md`, where the HTML is made elsewhere. */
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
    const way = `<nav aria-label="Other forms"><a href="${escaped(twin)}">This page as Markdown</a></nav>`;
    const body = `<main class="docs-main">\n${way}\n${htmlOf(text, { link })}\n</main>`;
    return framed({ title: titleOf(text), twin }, body);
  };
  return fixedDocument(HTML + UTF_8, made, PAGE_POLICY);
}
