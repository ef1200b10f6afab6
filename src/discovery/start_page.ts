/**
 * `/docs`: where people begin. A page without a library: a search, the guides, the areas of the interface. An address with
 * the anchor of an operation, `/docs#tag/…`, and nothing else, loads the reference into the same page.
 */
import { escaped } from "../base/html_text.ts";
import { AGENT_LOGIN_PATH } from "./agent_login.ts";
import { type FixedDocument, fixedDocument } from "./fixed_document.ts";
import { STREAMS_PATH, WALK_PATH } from "./guide.ts";
import type { Area } from "./guide_areas.ts";
import { pathOf } from "./guides/guide_text.ts";
import { GUIDES } from "./guides/guides.ts";
import { framed } from "./page_frame.ts";
import { REFERENCE_POLICY, REFERENCE_SCRIPTS } from "./reference_page.ts";
import { anchorOfTag } from "./search_index.ts";

/** `twin`: the path of its Markdown. */
export function startPage(areas: readonly Area[], twin: string): FixedDocument {
  const title = "Money movement platform: documentation";
  const made = () => framed({ title, twin }, bodyOf(areas));
  return fixedDocument("text/html; charset=utf-8", made, REFERENCE_POLICY);
}

function bodyOf(areas: readonly Area[]): string {
  const guides = GUIDES.map(
    (guide) =>
      `<li><a href="${pathOf(guide)}">${escaped(guide.title)}</a><br>${escaped(guide.summary)}</li>`,
  );
  const references = areas.map(({ name, path, operations }) => {
    const text = `<a href="${path}" aria-label="${escaped(name)} as text">text</a>`;
    return `<li><a href="${anchorOfTag(name)}">${escaped(name)}</a> ${operations.length}, ${text}</li>`;
  });
  return `<main class="docs-main" id="start">
<h1>Money movement platform</h1>
<p>Accounts, transfers and holds over HTTP. Every change carries a key, is on disk before its answer, and leaves a receipt.</p>
<noscript><p>Search and reference need JavaScript; the guides and the pages of text do not.</p></noscript>
<section aria-labelledby="guides"><h2 id="guides">Guides</h2>
<ol class="guides">${guides.join("\n")}</ol></section>
<section aria-labelledby="areas"><h2 id="areas">Reference</h2>
<p>Every operation, by area, to read and to try out with a key of yours.</p>
<ul class="areas">${references.join("\n")}</ul></section>
<section aria-labelledby="more"><h2 id="more">More</h2>
<ul><li><a href="/docs/errors">Error codes</a>, <a href="${STREAMS_PATH}">event streams</a>, <a href="${WALK_PATH}">a walk through</a></li>
<li>For agents: <a href="${AGENT_LOGIN_PATH}">where they log in, and settings of their hosts</a></li>
<li>For programs: <a href="/openapi.json">the contract</a>, OpenAPI 3.1, <a href="/schema.graphql">the schema of GraphQL</a>, <a href="/llms.txt">a short guide</a>, <a href="/llms-full.txt">everything as text</a></li>
<li><a href="/console">Console</a></li></ul></section>
</main>
<div id="reference" data-scripts="${REFERENCE_SCRIPTS.join(" ")}"></div>`;
}
